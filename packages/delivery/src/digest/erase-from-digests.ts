import type { Release } from '@pauta/clippings/releases/release'
import type { Erasure } from '@pauta/core/removals/erase'
import { DIGEST_CHANGES_MAX, listReleaseChanges } from '@pauta/clippings/releases/release-change'
import type { Db } from '@pauta/platform/database/database'
import { HOUR_MS } from '@pauta/platform/time/time'
import { listReleasedArticles } from '../ledger/contents.ts'
import { composeDigest } from './digest.ts'
import { renderFragment } from './page-layout.ts'

/** Releases that are rewritten at once. */
const BATCH_RELEASES = 20
/** Articles that a rewritten digest shows, as a new one does. */
const SHOWN_MAX = 300
const DEFAULT_SINCE_HOURS = 24
/** The one section of a rewritten digest: which recorte captured an article is not stored. */
const SECTION = 'Notícias desta edição'

interface ReleaseRow extends Pick<
  Release,
  'id' | 'clippingName' | 'refTime' | 'sinceHours' | 'articlesCount'
> {
  /** Null for a release that was imported without ids. */
  articleIds: string[] | null
}

/** Lists releases that have the article or a change of it, or show its address or a title of it. */
async function listReleasesWith(
  db: Db,
  { uniqueId, titles, addresses }: Erasure,
  after: string,
): Promise<ReleaseRow[]> {
  const shown = [...titles, ...addresses].map((text) => renderFragment(text))
  return await db<ReleaseRow[]>`
    select id, clipping_name, ref_time, since_hours, articles_count, article_ids from releases r
    where id > ${after} and (article_ids @> ${[uniqueId]}
      or exists (select from release_changes c where c.release_id = r.id and c.unique_id = ${uniqueId})
      or exists (select from unnest(${shown}::text[]) as text where strpos(r.digest_html, text) > 0))
    order by id limit ${BATCH_RELEASES}`
}

/**
 * Composes the digests of releases anew without an article, from the present titles and summaries of the others and from
 * the other changes.
 */
async function rewriteReleases(db: Db, releases: readonly ReleaseRow[], uniqueId: string): Promise<void> {
  const ids = releases.map(({ id }) => id)
  const listed = await listReleasedArticles(db, ids, { articlesMax: SHOWN_MAX })
  // An article that is being erased has no changes any more that readers may see.
  const changes = await listReleaseChanges(db, ids, DIGEST_CHANGES_MAX)
  const rows = releases.map(({ id, clippingName, refTime, sinceHours, articlesCount, articleIds }) => {
    const articles = listed.filter((article) => article.releaseId === id && article.uniqueId !== uniqueId)
    const others = articleIds?.filter((other) => other !== uniqueId) ?? null
    const count = others?.length ?? Math.max(0, articlesCount - 1)
    const { html, text, subject, preview } = composeDigest({
      clippingName,
      prompt: null,
      refTime,
      period: {
        kind: 'arrived',
        from: new Date(refTime.getTime() - (sinceHours ?? DEFAULT_SINCE_HOURS) * HOUR_MS),
        sinceRelease: false,
      },
      recortes: [{ title: SECTION, articles, more: Math.max(0, count - articles.length) }],
      articlesCount: count,
      changes: { shown: changes.get(id) ?? [], more: 0 },
    })
    return { id, html, text, subject, preview, count, others }
  })
  await db`
    update releases r set digest_html = g.html, digest_text = g.text, digest_subject = g.subject,
      digest_preview = g.preview, articles_count = g.count,
      article_ids = case when r.article_ids is null then null else array(select jsonb_array_elements_text(g.others)) end
    from jsonb_to_recordset(${db.json(rows)})
      as g (id text, html text, text text, subject text, preview text, count int, others jsonb)
    where r.id = g.id`
}

/**
 * Takes an article out of every stored release that has it: its digest is composed anew in one section without the
 * article, and its lists of articles and changes and its count follow. Sent messages stay with those who got them. A repeated call
 * changes nothing. Returns the number of releases.
 */
export async function eraseFromDigests(db: Db, erasure: Erasure): Promise<number> {
  let count = 0
  for (let after = ''; ;) {
    const releases = await listReleasesWith(db, erasure, after)
    await rewriteReleases(db, releases, erasure.uniqueId)
    count += releases.length
    if (releases.length < BATCH_RELEASES) break
    after = releases.at(-1)?.id ?? after
  }
  // Last, because they name releases that an interrupted call has not rewritten yet.
  await db`delete from release_changes where unique_id = ${erasure.uniqueId}`
  return count
}

/** Empties the messages of the ledger that name the article. Those that wait are not sent. Returns their number. */
export async function eraseFromLedger(db: Db, { titles, addresses }: Erasure): Promise<number> {
  const words = [...titles, ...addresses].map((text) => JSON.stringify(text).slice(1, -1))
  const { count } = await db`
    update deliveries d set payload = null, error = null,
      status = case when status in ('pending', 'sending', 'unknown') then 'failed' else status end,
      lease_until = null, updated_at = now()
    where payload is not null
      and exists (select from unnest(${words}::text[]) as word where strpos(d.payload::text, word) > 0)`
  return count
}
