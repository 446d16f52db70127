import type { ComponentChildren } from 'preact'
import type { Loaded } from '../api/use-data.ts'
import { texts } from '../texts/texts.ts'
import { EnterButton } from './enter-button.tsx'

/** Shows what a reader can do about a failure. */
export function Failure({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{text}</p>
      <button type="button" onClick={retry}>
        {texts.failures.retry}
      </button>
    </div>
  )
}

/** Tells why an action failed; nothing without a failure. With `needsLogin` a button leads to the login and back. */
export function FailedAction({
  text,
  needsLogin = false,
}: {
  text: string | undefined
  needsLogin?: boolean
}) {
  if (text === undefined) return null
  return (
    <div class="failure" role="alert">
      <p>{text}</p>
      {needsLogin && <EnterButton />}
    </div>
  )
}

/** Grey bars that take the place of an answer, as high as the answer will be. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label={texts.loading}>
      {Array.from({ length: lines }, (_, position) => (
        <span key={position} />
      ))}
    </div>
  )
}

interface ReadyProps<Data> {
  loaded: Loaded<Data>
  lines?: number
  /** HTML of the server that stands here until the answer, also after a failure; '' for grey bars. */
  served?: string
  children: (data: Data) => ComponentChildren
}

/** Shows the answer, the grey bars before it, or its failure. A stale answer stays visible while a newer one loads. */
export function Ready<Data>({ loaded, lines, served = '', children }: ReadyProps<Data>) {
  if (loaded.data !== undefined) return <div aria-busy={loaded.isLoading}>{children(loaded.data)}</div>
  if (loaded.needsLogin)
    return (
      <>
        <p role="alert">{loaded.failure}</p>
        <EnterButton />
      </>
    )
  const failure = loaded.failure !== undefined && <Failure text={loaded.failure} retry={loaded.retry} />
  if (served !== '')
    return (
      <>
        {failure}
        <div aria-busy={loaded.isLoading} dangerouslySetInnerHTML={{ __html: served }} />
      </>
    )
  return failure || <Skeleton lines={lines ?? 4} />
}

/**
 * Does the same for the answer that a whole page is about, whose title comes with it: until then, and after a failure,
 * the page has a title that says so.
 */
export function ReadyPage<Data>(props: ReadyProps<Data>) {
  const { data, failure } = props.loaded
  const isTitled = data !== undefined || (props.served ?? '') !== ''
  return (
    <>
      {!isTitled && <h1>{failure === undefined ? texts.loading : texts.broken.title}</h1>}
      <Ready {...props} />
    </>
  )
}
