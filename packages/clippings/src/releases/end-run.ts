import type { Db, DbPool } from '@pauta/platform/database/database'
import type { RunState } from './run-state.ts'
import type { ReleaseWindow } from './window.ts'

/** A hundred thousand subscribers are written by one statement: longer than any other may run. */
export const END_RUN_TIMEOUT_SECONDS = 80

/** A release as it is about to be kept. */
export interface NewRelease {
  id: string
  clippingName: string
  digest: { subject: string; preview: string; html: string; text: string }
  /** Newest first. */
  articleIds: string[]
  releaseUrl: string
  /** Hours that the release is about, as readers are told. */
  sinceHours: number
}

/** How a run ends: what it found, and what it moves on. */
export interface RunEnd {
  /** As the run found the clipping: nothing is written when it is another by now. */
  state: RunState
  /** Undefined when no time has passed that can be delivered. */
  window: ReleaseWindow | undefined
  /** Undefined when there was nothing to deliver. */
  release: NewRelease | undefined
  nextRunAt: Date | null
  /** The time of the last manual send request that is answered: unchanged after a scheduled run. */
  answeredAt: Date | null
  /** By whose clock the next run was found. */
  now: Date
}

async function insertRelease(
  tx: Db,
  release: NewRelease,
  { clippingId, window }: { clippingId: string; window: ReleaseWindow },
): Promise<void> {
  const { id, clippingName, digest, articleIds, releaseUrl } = release
  await tx`
    insert into releases (id, clipping_id, clipping_name, digest_html, digest_preview, digest_subject, digest_text,
      article_ids, articles_count, window_from, window_to, ref_time, since_hours, release_url, created_at)
    values (${id}, ${clippingId}, ${clippingName}, ${digest.html}, ${digest.preview}, ${digest.subject},
      ${digest.text}, ${articleIds}, ${articleIds.length}, ${window.from}, ${window.to}, ${window.to},
      ${release.sinceHours}, ${releaseUrl}, ${window.to})`
}

/** Moves the clipping on if it still stands where the run found it. The client knows milliseconds, no less. */
async function moveOn(tx: Db, { state, window, nextRunAt, answeredAt, now }: RunEnd): Promise<boolean> {
  // Whoever erases the author holds them before the clipping: the same order here, or each would wait for the other.
  await tx`
    select 1 from users where id = (select author_user_id from clippings where id = ${state.id}) for key share`
  const moved = await tx`
    update clippings set next_run_at = ${nextRunAt}, timed_at = ${now},
      delivered_until = ${window?.to ?? state.deliveredUntil}, answered_at = ${answeredAt},
      send_due_at = case when date_trunc('milliseconds', sent_at) > ${answeredAt}::timestamptz
        or ${answeredAt}::timestamptz is null then send_due_at end
    where id = ${state.id}
      and date_trunc('milliseconds', next_run_at) is not distinct from ${state.nextRunAt}::timestamptz
      and date_trunc('milliseconds', delivered_until) is not distinct from ${state.deliveredUntil}::timestamptz
      and date_trunc('milliseconds', answered_at) is not distinct from ${state.answeredAt}::timestamptz`
  return moved.count === 1
}

/** Writes what is to be delivered of a release, in the transaction that stores it. */
export type PlanDeliveries = (
  tx: Db,
  plan: { releaseId: string; clippingId: string; now: Date },
) => Promise<unknown>

/**
 * Ends a run in one transaction: the clipping moves on, and where there is a release it is kept together with a ledger
 * row for everybody whom it is meant for. False, with nothing written, when another run or a change of the clipping was
 * faster.
 */
export async function endRun(pool: DbPool, end: RunEnd, planDeliveries: PlanDeliveries): Promise<boolean> {
  const { state, window, release, now } = end
  return await pool.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${`${END_RUN_TIMEOUT_SECONDS}s`}, true)`
    if (!(await moveOn(tx, end))) return false
    if (window && release) {
      await insertRelease(tx, release, { clippingId: state.id, window })
      await planDeliveries(tx, { releaseId: release.id, clippingId: state.id, now })
    }
    return true
  })
}
