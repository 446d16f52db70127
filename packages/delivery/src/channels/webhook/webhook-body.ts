import type { Release } from '@pauta/clippings/releases/release'
import type { ShownChange } from '@pauta/clippings/releases/release-change'
import type { ReleasedArticle } from '../../ledger/contents.ts'
import { formatInstant } from '@pauta/platform/time/time'

const BODY_MAX_BYTES = 256 * 1024

export interface WebhookRelease extends Pick<
  Release,
  'id' | 'clippingId' | 'clippingName' | 'refTime' | 'sinceHours' | 'digestPreview'
> {
  /** Number of all articles of the release, also when not all fit. */
  articlesCount: number
  releaseUrl: string
  articles: readonly ReleasedArticle[]
  /** Edits and removals, newest first. */
  changes?: readonly ShownChange[]
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

const changeJson = (change: ShownChange) => ({
  kind: change.kind,
  at: formatInstant(change.at),
  uniqueId: change.uniqueId,
  title: change.title,
  url: change.url,
  agency: change.agency,
  agencyName: change.agencyName,
  grade: change.grade,
  fromVersion: change.fromVersion,
  toVersion: change.toVersion,
  before: change.wordsBefore,
  after: change.wordsAfter,
})

/**
 * Returns `release.created` as JSON of at most 256 KB. Takes articles in order and leaves out those that do not fit.
 * The timestamp is the release's own time, so that every attempt has the same body.
 */
export function webhookBody(release: WebhookRelease): string {
  const { articles, changes = [], refTime, ...rest } = release
  const data = {
    releaseId: rest.id,
    clippingId: rest.clippingId,
    clippingName: rest.clippingName,
    refTime: formatInstant(refTime),
    sinceHours: rest.sinceHours,
    articlesCount: rest.articlesCount,
    releaseUrl: rest.releaseUrl,
    digestPreview: rest.digestPreview,
    changes: changes.map(changeJson),
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
