import type { IndexDocument } from '@pauta/core/search-index/collection'
import { captureRecortes, uniteNewest } from '@pauta/clippings/recortes/capture'
import type { Clipping } from '@pauta/clippings/clippings/clipping'
import { importRelease } from './import-release.ts'
import { RELEASE_ARTICLES_MAX } from '@pauta/clippings/releases/release-articles'
import { SETTLING_MINUTES } from '@pauta/clippings/releases/run-state'
import { parseSchedule } from '@pauta/clippings/schedules/schedule'
import type { Db } from '@pauta/platform/database/database'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { composeDigest } from '@pauta/delivery/digest/digest'

const FIELDS = ['title', 'url', 'agency', 'agency_name', 'summary', 'story_id'] as const
/** The same value as in the digests of the release worker. */
const SHOWN_PER_RECORTE = 100

const toDigestArticle = (article: IndexDocument) => ({
  uniqueId: article.unique_id,
  title: article.title,
  url: article.url,
  agency: article.agency,
  agencyName: article.agency_name,
  publishedAt: new Date(article.published_at * 1000),
  summary: article.summary ?? null,
  storyId: article.story_id ?? null,
})

export interface ReleaseSources {
  db: Db
  index: SearchIndex
}

/**
 * Returns the last releases that a clipping would have made before an instant: one per run of its schedule, with the
 * articles since the previous run. Runs without news have no release.
 */
export async function writeSampleReleases(
  { db, index }: ReleaseSources,
  clipping: Clipping,
  { count, now }: { count: number; now: Date },
): Promise<void> {
  const runs = parseSchedule(clipping.schedule, 'schedule')
    .cron.previousRuns(count + 1, now)
    .reverse()
  let lastReleaseUntil: number | undefined
  for (const [position, windowTo] of runs.entries()) {
    const windowFrom = runs[position - 1]
    if (!windowFrom) continue
    const captures = await captureRecortes(index, clipping.recortes, {
      available: { from: windowFrom, to: windowTo },
      articlesPerRecorte: RELEASE_ARTICLES_MAX,
      fields: FIELDS,
    })
    const articleIds = uniteNewest(captures.flatMap(({ articles }) => articles)).map(
      (article) => article.unique_id,
    )
    if (articleIds.length === 0) continue
    const sinceHours = Math.ceil((windowTo.getTime() - windowFrom.getTime()) / HOUR_MS)
    const digest = composeDigest({
      clippingName: clipping.name,
      prompt: clipping.prompt,
      refTime: windowTo,
      period: { kind: 'arrived', from: windowFrom, sinceRelease: windowFrom.getTime() === lastReleaseUntil },
      articlesCount: articleIds.length,
      recortes: clipping.recortes.map(({ title }, i) => ({
        title,
        articles: (captures[i]?.articles ?? []).slice(0, SHOWN_PER_RECORTE).map(toDigestArticle),
        more: Math.max(0, (captures[i]?.articles.length ?? 0) - SHOWN_PER_RECORTE),
      })),
    })
    lastReleaseUntil = windowTo.getTime()
    await importRelease(db, {
      clippingId: clipping.id,
      clippingName: clipping.name,
      digestHtml: digest.html,
      digestPreview: digest.preview,
      articleIds,
      windowFrom,
      windowTo,
      sinceHours,
      madeAt: new Date(windowTo.getTime() + SETTLING_MINUTES * MINUTE_MS),
    })
  }
}
