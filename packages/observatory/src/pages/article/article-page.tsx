import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { ArticlePageDocument, type ArticlePageQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { ArticleList } from '../../frame/article-card.tsx'
import { Missing } from '../../frame/missing.tsx'
import { readServedText } from '../../frame/served-text.ts'
import { ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatDuration, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { Markdown } from './markdown.tsx'
import { VersionList } from './version-list.tsx'

type Article = NonNullable<ArticlePageQuery['article']>

const ENTITIES_SHOWN = 24

function Facts({ article }: { article: Article }) {
  const { features } = article
  const facts = [
    typeof features?.wordCount === 'number' && texts.article.words(formatCount(features.wordCount)),
    typeof features?.readabilityFlesch === 'number' &&
      texts.article.readability(formatCount(features.readabilityFlesch)),
    typeof features?.viewCount === 'number' && texts.article.views(formatCount(features.viewCount)),
  ].filter((fact) => typeof fact === 'string')
  return (
    <ul class="facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

function Entities({ article }: { article: Article }) {
  const entities = article.features?.entities ?? []
  if (entities.length === 0) return null
  return (
    <section>
      <h2>{texts.article.entities}</h2>
      <ul class="chips">
        {entities.slice(0, ENTITIES_SHOWN).map(({ text, type, count, canonicalId }) => (
          <li key={`${type} ${text}`}>
            {canonicalId ? <a href={paths.entity(canonicalId)}>{text}</a> : <span>{text}</span>}
            <small>
              {texts.entityTypes[type] ?? type} · {formatCount(count)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ article }: { article: Article }) {
  const { publishedAt, extractedAt, removedAt, versions, uniqueId } = article
  const seconds =
    publishedAt && extractedAt ? (Date.parse(extractedAt) - Date.parse(publishedAt)) / 1000 : undefined
  return (
    <section id="historia">
      <h2>{texts.article.history}</h2>
      <ul>
        {publishedAt && (
          <li>
            {texts.article.published} {formatMoment(publishedAt)}
          </li>
        )}
        {extractedAt && (
          <li>
            {texts.article.extracted} {formatMoment(extractedAt)}
            {seconds !== undefined && seconds > 0 && ` (${texts.article.lag(formatDuration(seconds))})`}
          </li>
        )}
        {removedAt && (
          <li>
            <strong>{texts.history.removed(formatMoment(removedAt))}</strong>
          </li>
        )}
      </ul>
      <h3>{texts.history.versions}</h3>
      <VersionList uniqueId={uniqueId} versions={versions} />
    </section>
  )
}

function Themes({ article }: { article: Article }) {
  const themes = [
    [article.theme1Level1Code, article.theme1Level1Label],
    [article.theme1Level2Code, article.theme1Level2Label],
    [article.theme1Level3Code, article.theme1Level3Label],
  ] as const
  return (
    <p class="card-meta">
      {article.agency && <a href={paths.agency(article.agency)}>{article.agencyName ?? article.agency}</a>}
      {themes.map(
        ([code, label]) =>
          code &&
          label && (
            <a key={code} href={paths.theme(code)}>
              {label}
            </a>
          ),
      )}
    </p>
  )
}

function ArticleText({ article }: { article: Article }) {
  const [isMarked, setMarked] = useState(true)
  useTitle(article.title)
  return (
    <article class="article">
      <Themes article={article} />
      <h1>{article.title}</h1>
      {article.removedAt && (
        <p class="version-note">
          <strong>{texts.history.removed(formatMoment(article.removedAt))}</strong>
        </p>
      )}
      {article.subtitle && <p class="lead">{article.subtitle}</p>}
      <p class="card-meta">
        {article.publishedAt && (
          <time dateTime={article.publishedAt}>{formatMoment(article.publishedAt)}</time>
        )}
        <a href={article.url} rel="noopener external">
          {texts.article.original}
        </a>
      </p>
      <Facts article={article} />
      <label class="switch">
        <input type="checkbox" checked={isMarked} onChange={() => setMarked(!isMarked)} />
        {texts.article.marks}
      </label>
      {article.editorialLead && <p class="lead">{article.editorialLead}</p>}
      <Markdown
        content={article.content ?? ''}
        annotations={isMarked ? (article.features?.contentAnnotations ?? []) : []}
      />
      <Entities article={article} />
      <History article={article} />
    </article>
  )
}

/** One article: its text with the entities marked, what is known of it, and related ones. */
export function ArticlePage() {
  const { params } = useRoute()
  const uniqueId = params['id'] ?? ''
  const loaded = useData(ArticlePageDocument, { uniqueId })
  return (
    <ReadyPage loaded={loaded} lines={20} served={readServedText()}>
      {({ article, relatedArticles }) =>
        article ? (
          <>
            <ArticleText article={article} />
            {relatedArticles.length > 0 && (
              <section>
                <h2>{texts.article.related}</h2>
                <ArticleList articles={relatedArticles} />
              </section>
            )}
          </>
        ) : (
          <Missing title={texts.article.missing} href={paths.search} to={texts.nav.search} />
        )
      }
    </ReadyPage>
  )
}
