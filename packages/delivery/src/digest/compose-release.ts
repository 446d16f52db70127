import type { IndexDocument } from '@pauta/core/search-index/collection'
import { otherAgencyNames, type ArticleStory } from '@pauta/core/stories/queries'
import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { brings } from '@pauta/clippings/recortes/recorte'
import type { RunCapture } from '@pauta/clippings/releases/run-capture'
import type { RunState } from '@pauta/clippings/releases/run-state'
import type { ReleaseWindow } from '@pauta/clippings/releases/window'
import { SECOND_MS } from '@pauta/platform/time/time'
import { composeDigest, type Digest } from './digest.ts'
import type { DigestArticle } from './digest-article.ts'

const toDigestArticle = (article: IndexDocument, story: ArticleStory | undefined): DigestArticle => ({
  uniqueId: article.unique_id,
  title: article.title,
  url: article.url,
  agency: article.agency,
  agencyName: article.agency_name,
  publishedAt: new Date(article.published_at * SECOND_MS),
  summary: article.summary ?? null,
  contentHtml: article.content,
  storyId: story?.id ?? article.story_id ?? null,
  otherAgencies: otherAgencyNames(story, article.agency),
})

/** What a run captured, with the stories of the articles, and how many changes the digest leaves out. */
interface Captured {
  captured: RunCapture
  stories: ReadonlyMap<string, ArticleStory>
  changes: { shown: readonly ShownChange[]; more: number }
}

/** Composes the digest of the articles and changes that a run captured. */
export function composeRelease(
  state: RunState,
  window: ReleaseWindow,
  { captured, stories, changes }: Captured,
): Digest {
  const { name, prompt, recortes } = state
  return composeDigest({
    clippingName: name,
    prompt,
    refTime: window.to,
    period: captured.period,
    articlesCount: captured.articleIds.length,
    recortes: recortes.flatMap((recorte, position) => {
      if (!brings(recorte, 'PUBLISHED')) return []
      const { shown, more } = captured.byRecorte[position] ?? { shown: [], more: 0 }
      const articles = shown.map((article) => toDigestArticle(article, stories.get(article.unique_id)))
      return { title: recorte.title, articles, more }
    }),
    changes,
  })
}
