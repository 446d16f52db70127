import { paths } from '../paths.ts'
import { texts } from '../texts/texts.ts'
import { useTitle } from './use-title.ts'

/** Shown at an address that no page has. */
export function NotFoundPage() {
  useTitle(texts.notFound.title)
  return (
    <section>
      <h1>{texts.notFound.title}</h1>
      <p>{texts.notFound.text}</p>
      <a href={paths.panorama}>{texts.notFound.back}</a>
    </section>
  )
}
