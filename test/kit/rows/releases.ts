import { findRunState } from '@pauta/clippings/releases/run-state'
import type { ReleaseMessage } from '@pauta/clippings/schedules/messages'
import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import type { Db } from '@pauta/platform/database/database'
import { anArticle } from './factories.ts'
import { createClipping, type Person } from './people.ts'
import { uniqueName, type TestStack } from '../stack/stack.ts'

/** A stored release. */
export interface KeptRelease {
  id: string
  articleIds: string[]
  windowFrom: Date
  windowTo: Date
  refTime: Date
  madeAt: Date
  sinceHours: number
  articlesCount: number
  digestHtml: string
  digestText: string
  digestSubject: string
  digestPreview: string
  pageKey: string
}

/** Releases of a clipping, oldest first. */
export async function listReleases({ db }: TestStack, clippingId: string): Promise<KeptRelease[]> {
  return await db<KeptRelease[]>`select * from releases where clipping_id = ${clippingId} order by ref_time`
}

/** Moves all times of a clipping's runs by an interval of PostgreSQL, which may be of microseconds. */
export async function moveTimes(db: Db, clippingId: string, later: string): Promise<void> {
  await db`
    update clippings set next_run_at = next_run_at + ${later}::interval, sent_at = sent_at + ${later}::interval,
      delivered_until = delivered_until + ${later}::interval, answered_at = answered_at + ${later}::interval
    where id = ${clippingId}`
}

/** A row of the ledger with the columns that the release worker writes. */
export interface LedgerRow {
  id: string
  channel: string
  address: string
  status: string
  error: string | null
  subscriptionId: string
}

/** Rows of all releases of a clipping, by channel and address. */
export async function listLedger({ db }: TestStack, clippingId: string): Promise<LedgerRow[]> {
  return await db<LedgerRow[]>`
    select d.id, d.channel, d.address, d.status, d.error, d.subscription_id
    from deliveries d join releases r on r.id = d.release_id
    where r.clipping_id = ${clippingId} order by d.channel, d.address`
}

const HOUR_MS = 3_600_000

/** The latest full hour that ended at least three minutes ago: windows end two minutes before now. */
export const pastHour = (): Date => new Date(Math.floor((Date.now() - 180_000) / HOUR_MS) * HOUR_MS)

/** The next full hours after an instant and after now, in milliseconds. They differ when an hour has ended between. */
export const nextHours = (since: number): number[] =>
  [since, Date.now()].map((at) => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS)

/** Sets the time at which a clipping is due, and returns its release message. */
export async function makeDue({ db }: Pick<TestStack, 'db'>, clippingId: string, at: Date): Promise<string> {
  await db`update clippings set next_run_at = ${at} where id = ${clippingId}`
  return await dueMessage({ db }, clippingId)
}

/** Returns the release message of a clipping that is due. */
export async function dueMessage({ db }: Pick<TestStack, 'db'>, clippingId: string): Promise<string> {
  const nextRunAt = (await findRunState(db, clippingId))?.nextRunAt
  if (!nextRunAt) throw new Error(`The clipping ${clippingId} is not due at all`)
  const message: ReleaseMessage = { kind: 'due', clippingId, nextRunAt }
  return writeReleaseMessage(message)
}

/** The release message of a manual send request. */
export function manualSendMessage(clippingId: string, requestedAt: Date): string {
  return writeReleaseMessage({ kind: 'manual', clippingId, requestedAt })
}

/** Sets when an article became searchable, in store and index. */
export async function arriveAt({ db, index }: TestStack, uniqueId: string, at: Date): Promise<void> {
  const seconds = Math.floor(at.getTime() / 1000)
  await db`update article_availability set available_at = to_timestamp(${seconds}) where unique_id = ${uniqueId}`
  await index.update(uniqueId, { available_at: seconds })
}

/** Creates an agency's articles and an hourly clipping of them. */
export async function openBeat(stack: TestStack, author: Person, changes: Record<string, unknown> = {}) {
  const agency = uniqueName('orgao')
  const recortes = [{ title: 'Tudo', themes: [], agencies: [agency], keywords: [] }]
  const clippingId = await createClipping(author, { schedule: '0 * * * *', recortes, ...changes })
  const news = async (availableAt: Date, article: Record<string, unknown> = {}) => {
    const made = anArticle({ agencyKey: agency, publishedAt: availableAt.toISOString(), ...article })
    await stack.publish([made])
    await arriveAt(stack, String(made.uniqueId), availableAt)
    return String(made.uniqueId)
  }
  const state = async () => {
    const [row] = await stack.db<{ nextRunAt: Date | null; deliveredUntil: Date | null }[]>`
      select next_run_at, delivered_until from clippings where id = ${clippingId}`
    return row
  }
  return { agency, clippingId, news, state }
}
