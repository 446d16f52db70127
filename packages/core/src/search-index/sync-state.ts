import { hostname } from 'node:os'
import { ulid } from 'ulid'
import type { ScanPosition } from '../articles/queries.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'

/** `fill` reads all articles once; `replay` copies the changes since. */
type SyncPhase = 'fill' | 'replay' | 'done'

/** The state of a sync, with which a later command can continue. */
export interface SyncState {
  id: string
  /** First local day; null for a full sync. */
  startDate: string | null
  collection: string
  model: string
  startedAt: Date
  phase: SyncPhase
  position: ScanPosition | undefined
  /** Changes before this instant have been replayed; undefined until the first replay has stored a position. */
  replayedTo: Date | undefined
  /** Who has the lease. Each call has an owner of its own, also within one process. */
  owner: string
  written: number
  refused: number
}

/** Seconds for which a process that died on another machine blocks others. */
const LEASE_SECONDS = 60
/** Milliseconds between renewals. Two renewals may fail before the lease ends. */
export const LEASE_RENEWAL_MS = 20_000

type StateRow = Omit<SyncState, 'position' | 'replayedTo' | 'owner'> & {
  positionAt: string | null
  positionId: string | null
  replayedTo: Date | null
}

interface Lease {
  owner: string
  leased: boolean
}

/**
 * Returns the owner of the lease of one call. A process on a machine of its own is named by host and pid, so that
 * others on this machine see at once that it was killed. Functions of the cloud share host names and pids, so they
 * give a name of their own, and a killed one keeps its lease until it ends.
 */
export function nameOwner(holder: string | undefined): string {
  return `${holder ?? `${hostname()}:${process.pid}`}:${ulid()}`
}

/** Whether the lease's process has ended: it ran on this machine and its pid does not exist. */
function isGone(owner: string): boolean {
  const [host, pid] = owner.split(':')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    // Every error except "no such process" means that the process exists.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

const lease = (db: Db, owner: string) => db`
  owner = ${owner}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})`

function conflict(owner: string): PublicError {
  return new PublicError(
    'CONFLICT',
    `Another synchronisation is running (${owner}); if it was killed, its lease ends within ${LEASE_SECONDS} s.`,
  )
}

function takenOver(): PublicError {
  return new PublicError('CONFLICT', 'Another process has taken over this synchronisation and continues it.')
}

/** Throws CONFLICT while another process has the lease of an unfinished sync. */
async function assertNoneHeld(db: Db): Promise<void> {
  const leases = await db<Lease[]>`
    select owner, lease_until > now() as leased from index_syncs where finished_at is null`
  const holder = leases.find((row) => row.leased && !isGone(row.owner))
  if (holder) throw conflict(holder.owner)
}

/**
 * Returns the unfinished sync of the same range and model, or undefined. Throws CONFLICT while another process has the
 * lease of any unfinished sync.
 */
export async function findOpenSync(
  db: Db,
  range: { startDate: string | null; model: string; owner: string },
): Promise<SyncState | undefined> {
  await assertNoneHeld(db)
  const [found] = await db<StateRow[]>`
    select id, start_date::text, collection, model, started_at, phase, position_at::text, position_id, replayed_to,
      written::int, refused::int
    from index_syncs
    where finished_at is null and start_date is not distinct from ${range.startDate} and model = ${range.model}
    order by started_at desc limit 1`
  if (!found) return undefined
  const { positionAt, positionId, replayedTo, ...state } = found
  return {
    ...state,
    owner: range.owner,
    replayedTo: replayedTo ?? undefined,
    position: positionAt && positionId ? { at: positionAt, uniqueId: positionId } : undefined,
  }
}

/** Checks and takes the lease in one transaction, so that only one of two concurrent commands succeeds. */
async function exclusively<T>(pool: DbPool, take: (db: Db) => Promise<T>): Promise<T> {
  return (await pool.begin(async (db) => {
    await db`lock table index_syncs in share row exclusive mode`
    await assertNoneHeld(db)
    return await take(db)
  })) as T
}

/** Takes the lease of an open sync. Throws CONFLICT when another process was faster. */
export async function claimSync(pool: DbPool, state: SyncState): Promise<SyncState> {
  await exclusively(pool, (db) => db`update index_syncs set ${lease(db, state.owner)} where id = ${state.id}`)
  return state
}

/** Starts a sync and closes other unfinished ones. Throws CONFLICT while one is running. */
export async function startSync(
  pool: DbPool,
  sync: { startDate: string | null; collection: string; model: string; owner: string; now: Date },
): Promise<SyncState> {
  const id = ulid()
  await exclusively(pool, async (db) => {
    await db`update index_syncs set finished_at = now() where finished_at is null`
    await db`
      insert into index_syncs (id, start_date, collection, model, started_at, phase, owner, lease_until)
      values (${id}, ${sync.startDate}, ${sync.collection}, ${sync.model}, ${sync.now}, 'fill', ${sync.owner},
        now() + make_interval(secs => ${LEASE_SECONDS}))`
  })
  const { now, ...rest } = sync
  return {
    ...rest,
    id,
    startedAt: now,
    phase: 'fill',
    position: undefined,
    replayedTo: undefined,
    written: 0,
    refused: 0,
  }
}

/** Renews the lease of a sync. Throws CONFLICT when another process has taken it over. */
export async function renewSync(db: Db, state: SyncState): Promise<void> {
  const rows = await db`
    update index_syncs set ${lease(db, state.owner)}
    where id = ${state.id} and owner = ${state.owner} and finished_at is null`
  if (rows.count === 0) throw takenOver()
}

/** Stores the position of a sync and renews its lease. Throws CONFLICT when another process has taken it over. */
export async function saveSync(db: Db, state: SyncState): Promise<void> {
  const rows = await db`
    update index_syncs set phase = ${state.phase}, position_at = ${state.position?.at ?? null}::text::timestamptz,
      position_id = ${state.position?.uniqueId ?? null}, replayed_to = ${state.replayedTo ?? null},
      written = ${state.written}, refused = ${state.refused}, ${lease(db, state.owner)},
      finished_at = case when ${state.phase} = 'done' then now() end
    where id = ${state.id} and owner = ${state.owner} and finished_at is null`
  if (rows.count === 0) throw takenOver()
}

/**
 * Ends the leases of an earlier process that had the id of this one, as a container's first process always has, and of
 * functions, whose owners have no process. Nothing of this process may sync yet.
 */
export async function endEarlierSyncLeases(db: Db): Promise<void> {
  await db`
    update index_syncs set lease_until = now()
    where finished_at is null and lease_until > now()
      and (owner not like '%:%:%' or starts_with(owner, ${`${hostname()}:${process.pid}:`}))`
}

/** Ends the lease of a sync, so that the next command can continue at once. */
export async function endSyncLease(db: Db, state: SyncState): Promise<void> {
  await db`update index_syncs set lease_until = now() where id = ${state.id} and owner = ${state.owner}`
}
