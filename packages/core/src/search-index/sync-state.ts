import { hostname } from 'node:os'
import { ulid } from 'ulid'
import type { ScanPosition } from '../articles/queries.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'

/** `fill` walks the articles once, `replay` takes in what changed meanwhile. */
export type SyncPhase = 'fill' | 'replay' | 'done'

/** A synchronisation that a later command can go on with. */
export interface SyncState {
  id: string
  /** Local day from which articles are taken; null for a full sync. */
  startDate: string | null
  collection: string
  model: string
  startedAt: Date
  phase: SyncPhase
  position: ScanPosition | undefined
  written: number
  refused: number
}

/** How long a process that died on another machine keeps others out. */
const LEASE_SECONDS = 60
/** How often a lease is renewed: two renewals may fail before it ends. */
export const LEASE_RENEWAL_MS = 20_000

type StateRow = Omit<SyncState, 'position'> & {
  positionAt: string | null
  positionId: string | null
}

interface Lease {
  owner: string
  leased: boolean
}

const OWNER = `${hostname()}:${process.pid}`

/** Whether the process that held the lease is known to be gone: it ran here and its pid answers no more. */
function isGone(owner: string): boolean {
  const [host, pid] = owner.split(':')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    // Anything but "no such process" means that it is there.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

const lease = (db: Db) => db`
  owner = ${OWNER}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})`

function conflict(owner: string): PublicError {
  return new PublicError(
    'CONFLICT',
    `Another synchronisation is running (${owner}); if it was killed, its lease ends within ${LEASE_SECONDS} s.`,
  )
}

function takenOver(): PublicError {
  return new PublicError('CONFLICT', 'Another synchronisation has taken this one over and goes on with it.')
}

/** Throws CONFLICT while another process holds an unfinished sync. */
async function assertNoneHeld(db: Db): Promise<void> {
  const leases = await db<Lease[]>`
    select owner, lease_until > now() as leased from index_syncs where finished_at is null`
  const holder = leases.find((row) => row.leased && row.owner !== OWNER && !isGone(row.owner))
  if (holder) throw conflict(holder.owner)
}

/**
 * The unfinished sync with the same range and model, or undefined.
 * Throws CONFLICT while another process holds any unfinished sync.
 */
export async function findOpenSync(
  db: Db,
  range: { startDate: string | null; model: string },
): Promise<SyncState | undefined> {
  await assertNoneHeld(db)
  const [found] = await db<StateRow[]>`
    select id, start_date::text, collection, model, started_at, phase, position_at::text, position_id, written::int,
      refused::int
    from index_syncs
    where finished_at is null and start_date is not distinct from ${range.startDate} and model = ${range.model}
    order by started_at desc limit 1`
  if (!found) return undefined
  const { positionAt, positionId, ...state } = found
  return {
    ...state,
    position: positionAt && positionId ? { at: positionAt, uniqueId: positionId } : undefined,
  }
}

/** Looks and takes in one step, so that of two commands that start at once one is refused. */
async function exclusively<T>(pool: DbPool, take: (db: Db) => Promise<T>): Promise<T> {
  return (await pool.begin(async (db) => {
    await db`lock table index_syncs in share row exclusive mode`
    await assertNoneHeld(db)
    return await take(db)
  })) as T
}

/** Goes on with a sync that was found open. Throws CONFLICT when another process was faster. */
export async function claimSync(pool: DbPool, state: SyncState): Promise<SyncState> {
  await exclusively(pool, (db) => db`update index_syncs set ${lease(db)} where id = ${state.id}`)
  return state
}

/** Starts a sync and closes unfinished ones that nobody will go on with. Throws CONFLICT while one is running. */
export async function startSync(
  pool: DbPool,
  sync: { startDate: string | null; collection: string; model: string; now: Date },
): Promise<SyncState> {
  const id = ulid()
  await exclusively(pool, async (db) => {
    await db`update index_syncs set finished_at = now() where finished_at is null`
    await db`
      insert into index_syncs (id, start_date, collection, model, started_at, phase, owner, lease_until)
      values (${id}, ${sync.startDate}, ${sync.collection}, ${sync.model}, ${sync.now}, 'fill', ${OWNER},
        now() + make_interval(secs => ${LEASE_SECONDS}))`
  })
  const { now, ...rest } = sync
  return { ...rest, id, startedAt: now, phase: 'fill', position: undefined, written: 0, refused: 0 }
}

/** Renews the lease of a sync. Throws CONFLICT when another process has taken it over. */
export async function renewSync(db: Db, state: SyncState): Promise<void> {
  const rows = await db`
    update index_syncs set ${lease(db)} where id = ${state.id} and owner = ${OWNER} and finished_at is null`
  if (rows.count === 0) throw takenOver()
}

/** Keeps where the sync stands and renews its lease. Throws CONFLICT when another process has taken it over. */
export async function saveSync(db: Db, state: SyncState): Promise<void> {
  const rows = await db`
    update index_syncs set phase = ${state.phase}, position_at = ${state.position?.at ?? null}::text::timestamptz,
      position_id = ${state.position?.uniqueId ?? null}, written = ${state.written}, refused = ${state.refused},
      ${lease(db)}, finished_at = case when ${state.phase} = 'done' then now() end
    where id = ${state.id} and owner = ${OWNER} and finished_at is null`
  if (rows.count === 0) throw takenOver()
}

/** Lets the next command go on at once after an orderly stop. */
export async function endSyncLease(db: Db, state: SyncState): Promise<void> {
  await db`update index_syncs set lease_until = now() where id = ${state.id} and owner = ${OWNER}`
}
