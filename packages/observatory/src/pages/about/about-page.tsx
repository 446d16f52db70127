import { useTitle } from '../../frame/use-title.ts'
import { texts } from '../../texts/texts.ts'

/** What the numbers mean, their formulas and their limits. */
export function AboutPage() {
  useTitle(texts.about.title)
  return (
    <article class="article">
      <h1>{texts.about.title}</h1>
      {texts.about.sections.map(({ title, paragraphs }) => (
        <section key={title}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
