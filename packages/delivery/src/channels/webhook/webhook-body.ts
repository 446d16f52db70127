import type { ReleasedArticle } from '../../ledger/contents.ts'
import { formatInstant } from '@pauta/platform/time/time'

const BODY_MAX_BYTES = 256 * 1024

export interface WebhookRelease {
  id: string
  clippingId: string
  clippingName: string
  refTime: Date
  sinceHours: number | null
  /** Number of all articles of the release, also when not all fit. */
  articlesCount: number
  releaseUrl: string
  digestPreview: string | null
  articles: readonly ReleasedArticle[]
}

const articleJson = (article: ReleasedArticle): string =>
  JSON.stringify({
    uniqueId: article.uniqueId,
    title: article.title,
    url: article.url,
    agency: article.agency,
    agencyName: article.agencyName,
    publishedAt: formatInstant(article.publishedAt),
    summary: article.summary,
    storyId: article.storyId,
    otherAgencies: article.otherAgencies,
  })

/**
 * Returns `release.created` as JSON of at most 256 KB. Takes articles in order and leaves out those that do not fit.
 * The timestamp is the release's own time, so that every attempt has the same body.
 */
export function webhookBody(release: WebhookRelease): string {
  const { articles, refTime, ...rest } = release
  const data = {
    releaseId: rest.id,
    clippingId: rest.clippingId,
    clippingName: rest.clippingName,
    refTime: formatInstant(refTime),
    sinceHours: rest.sinceHours,
    articlesCount: rest.articlesCount,
    releaseUrl: rest.releaseUrl,
    digestPreview: rest.digestPreview,
    articles: [],
  }
  const empty = JSON.stringify({ type: 'release.created', timestamp: formatInstant(refTime), data })
  let bytes = Buffer.byteLength(empty)
  const kept: string[] = []
  for (const article of articles) {
    const json = articleJson(article)
    const size = Buffer.byteLength(json) + 1
    if (bytes + size > BODY_MAX_BYTES) continue
    bytes += size
    kept.push(json)
  }
  return `${empty.slice(0, -']}}'.length)}${kept.join(',')}]}}`
}
