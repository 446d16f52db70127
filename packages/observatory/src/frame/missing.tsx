import { texts } from '../texts/texts.ts'

interface MissingProps {
  /** What does not exist. */
  title: string
  /** The page to go back to, and its name. */
  href: string
  to: string
}

/** Takes the place of something that does not exist, with a way back. */
export function Missing({ title, href, to }: MissingProps) {
  return (
    <section>
      <h1>{title}</h1>
      <p>
        <a href={href}>{texts.notFound.backTo(to)}</a>
      </p>
    </section>
  )
}
