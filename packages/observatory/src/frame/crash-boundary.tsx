import { Component, type ComponentChildren } from 'preact'
import { texts } from '../texts/texts.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { Failure } from './states.tsx'

interface CrashBoundaryProps {
  /** Another address gets another try. */
  url: string
  children: ComponentChildren
}

interface CrashBoundaryState {
  error?: unknown
}

/** Shown when a page cannot be drawn, or when its script does not load. A new load of the page may help. */
export function BrokenPage() {
  return (
    <section>
      <h1>{texts.broken.title}</h1>
      <Failure text={texts.broken.text} retry={() => location.reload()} />
    </section>
  )
}

/** Shows a text where a page failed, so that the header stays usable. The router fails for addresses with a wrong escape. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = {}

  static override getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof URIError)) reportError(error)
  }

  override componentDidUpdate({ url }: CrashBoundaryProps): void {
    if (url !== this.props.url && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render({ children }: CrashBoundaryProps, { error }: CrashBoundaryState) {
    if (error === undefined) return children
    return error instanceof URIError ? <NotFoundPage /> : <BrokenPage />
  }
}
