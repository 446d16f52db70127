import { describeError } from '@pauta/platform/errors'
import { asItAnswers } from '../runs/plan-site.ts'
import { findSite, toReadable } from '../store/listed-sites.ts'
import { findSiteState } from '../store/site-state.ts'
import { endBackfill, recordTrouble, type Backfill } from './backfills.ts'
import { workOnBackfill, type TurnEnd, type TurnPorts } from './work.ts'

/** How the turn of one backfill ended. */
export interface BackfillTurn {
  id: number
  agency: string
  end: TurnEnd
}

async function workOn(row: Backfill, ports: TurnPorts): Promise<BackfillTurn> {
  const { id, agencyKey } = row
  const site = await findSite(ports.db, agencyKey)
  const readable = site && toReadable(site)
  if (site?.active !== true || !readable) {
    const lastError = 'inactive_site: the site of the agency is paused or was removed'
    await endBackfill(ports.db, id, { state: 'failed', lastError, now: ports.now() })
    return { id, agency: agencyKey, end: 'failed' }
  }
  try {
    const answering = asItAnswers(readable, await findSiteState(ports.db, agencyKey))
    return { id, agency: agencyKey, end: await workOnBackfill(row, answering, ports) }
  } catch (error) {
    await recordTrouble(ports.db, id, describeError(error))
    throw error
  }
}

/**
 * Gives each backfill a turn at the same time. Throws the first error of a store or of this code after all turns ended.
 */
export async function workOnAll(rows: readonly Backfill[], ports: TurnPorts): Promise<BackfillTurn[]> {
  const results = await Promise.allSettled(rows.map((row) => workOn(row, ports)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
