import type { Db, DbPool } from '@pauta/platform/database/database'
import { announceLastDay } from '../clippings/change-notices.ts'
import { insertChanges, type ReleaseChange } from './release-change.ts'
import type { RunState } from './run-state.ts'
import type { ReleaseSection } from './sections.ts'
import type { ReleaseWindow } from './window.ts'

/** One statement writes 100,000 subscribers, so it may run longer than any other. */
export const END_RUN_TIMEOUT_SECONDS = 80

/** A release before it is stored. */
export interface NewRelease {
  id: string
  clippingName: string
  window: ReleaseWindow
  digest: { subject: string; preview: string; html: string; text: string }
  /** Newest first. */
  articleIds: string[]
  /** Edits and removals, newest first. */
  changes: readonly ReleaseChange[]
  /** Null for a clipping of one recorte. */
  sections: ReleaseSection[] | null
  /** Length of the covered period in hours, as readers see it. */
  sinceHours: number
}

/** The result of a run, and the new state of its clipping. */
export interface RunEnd {
  /** The clipping as the run read it. If it has changed since, nothing is written. */
  state: RunState
  /** Undefined when no time has passed since the previous window. */
  window: ReleaseWindow | undefined
  /** Undefined when no article and no change was captured. */
  release: NewRelease | undefined
  /** Where the changes of the next release begin; null without a recorte that asks for them. */
  changesUntil: string | null
  nextRunAt: Date | null
  /** Time of the last answered manual send request; a scheduled run leaves it unchanged. */
  answeredAt: Date | null
  /** The time from which the next run was computed. */
  now: Date
}

async function insertRelease(
  tx: Db,
  release: NewRelease,
  { clippingId }: { clippingId: string },
): Promise<void> {
  const { id, clippingName, window, digest, articleIds, sections } = release
  // Later than every release of the clipping, whose row this transaction locks: pages of releases begin before an instant.
  await tx`
    insert into releases (id, clipping_id, clipping_name, digest_html, digest_preview, digest_subject, digest_text,
      article_ids, sections, articles_count, window_from, window_to, ref_time, since_hours, made_at)
    values (${id}, ${clippingId}, ${clippingName}, ${digest.html}, ${digest.preview}, ${digest.subject},
      ${digest.text}, ${articleIds}, ${tx.json(sections as never)}, ${articleIds.length}, ${window.from}, ${window.to}, ${window.to},
      ${release.sinceHours}, greatest(date_trunc('milliseconds', clock_timestamp()), (
        select max(made_at) + interval '1 millisecond' from releases where clipping_id = ${clippingId})))`
  await insertChanges(tx, id, release.changes)
}

/**
 * Updates the clipping if it is unchanged since the run read it. Returns false otherwise. Compares in milliseconds:
 * JavaScript dates have no microseconds.
 */
async function advanceClipping(
  tx: Db,
  { state, window, changesUntil, nextRunAt, answeredAt, now }: RunEnd,
): Promise<boolean> {
  // Locks the author before the clipping, in the same order as an erasure, to avoid a deadlock.
  await tx`
    select 1 from users where id = (select author_user_id from clippings where id = ${state.id}) for key share`
  const moved = await tx`
    update clippings set next_run_at = ${nextRunAt}, timed_at = ${now},
      delivered_until = ${window?.to ?? state.deliveredUntil}, changes_until = ${changesUntil}, answered_at = ${answeredAt},
      send_due_at = case when date_trunc('milliseconds', sent_at) > ${answeredAt}::timestamptz
        or ${answeredAt}::timestamptz is null then send_due_at end
    where id = ${state.id}
      and date_trunc('milliseconds', next_run_at) is not distinct from ${state.nextRunAt}::timestamptz
      and date_trunc('milliseconds', delivered_until) is not distinct from ${state.deliveredUntil}::timestamptz
      and date_trunc('milliseconds', answered_at) is not distinct from ${state.answeredAt}::timestamptz`
  return moved.count === 1
}

/** Writes the ledger rows of a release, in the transaction that stores the release. */
export type PlanDeliveries = (
  tx: Db,
  plan: { releaseId: string; clippingId: string; now: Date },
) => Promise<unknown>

/**
 * Ends a run in one transaction: updates the clipping and, if there is a release, stores it with the ledger rows of its
 * recipients. After the last run, followers get a notice. Returns false, with nothing written, when another run or a change of the clipping came first.
 */
export async function endRun(pool: DbPool, end: RunEnd, planDeliveries: PlanDeliveries): Promise<boolean> {
  const { state, release, now } = end
  return await pool.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${`${END_RUN_TIMEOUT_SECONDS}s`}, true)`
    if (!(await advanceClipping(tx, end))) return false
    if (release) {
      await insertRelease(tx, release, { clippingId: state.id })
      await planDeliveries(tx, { releaseId: release.id, clippingId: state.id, now })
    }
    if (end.nextRunAt === null) await announceLastDay(tx, state.id, now)
    return true
  })
}
