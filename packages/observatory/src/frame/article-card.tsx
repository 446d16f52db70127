import type { ArticleCardFragment } from '../api/generated/operations.ts'
import { formatAgo, formatMoment } from '../format.ts'
import { paths } from '../paths.ts'
import { texts } from '../texts/texts.ts'
import { cutAtWords } from './marked-words.ts'

/** The names of the other agencies of the article's story, in order of publication. */
function otherAgencies({ agency, story }: ArticleCardFragment): string[] {
  if (!story) return []
  return story.agencyNames.filter((_, at) => story.agencies[at] !== agency)
}

/** A text with the searched words marked. */
function Marked({ text, query }: { text: string; query: string }) {
  return cutAtWords(text, query).map(({ text: piece, isMatch }, at) =>
    isMatch ? <mark key={at}>{piece}</mark> : piece,
  )
}

interface ArticleCardProps {
  article: ArticleCardFragment
  now: Date
  query: string
}

/** One article in a list. */
function ArticleCard({ article, now, query }: ArticleCardProps) {
  const { uniqueId, title, summary, agency, agencyName, publishedAt } = article
  const others = otherAgencies(article)
  return (
    <article class="card">
      <p class="card-meta">
        {agency && <a href={paths.agency(agency)}>{agencyName ?? agency}</a>}
        {publishedAt && (
          <time dateTime={publishedAt} title={formatMoment(publishedAt)}>
            {formatAgo(publishedAt, now)}
          </time>
        )}
      </p>
      <h3>
        <a href={paths.article(uniqueId)}>
          <Marked text={title} query={query} />
        </a>
      </h3>
      {summary && (
        <p class="card-text">
          <Marked text={summary} query={query} />
        </p>
      )}
      {others.length > 0 && <p class="card-meta">{texts.alsoIn(others)}</p>}
      {article.mostSpecificThemeLabel && article.mostSpecificThemeCode && (
        <p class="card-theme">
          <a href={paths.theme(article.mostSpecificThemeCode)}>{article.mostSpecificThemeLabel}</a>
        </p>
      )}
    </article>
  )
}

interface ArticleListProps {
  articles: readonly ArticleCardFragment[]
  /** Words to mark in titles and summaries. */
  query?: string
}

/** Articles of a list, in the order of the API. */
export function ArticleList({ articles, query = '' }: ArticleListProps) {
  if (articles.length === 0) return <p>{texts.nothing}</p>
  const now = new Date()
  return (
    <div class="cards">
      {articles.map((article) => (
        <ArticleCard key={article.uniqueId} article={article} now={now} query={query} />
      ))}
    </div>
  )
}
