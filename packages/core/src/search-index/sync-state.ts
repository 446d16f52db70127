import { hostname } from 'node:os'
import { ulid } from 'ulid'
import type { ScanPosition } from '../articles/queries.ts'
import type { Db } from '../database.ts'
import { PublicError } from '../errors.ts'

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

/** How long a process that died keeps others out. */
const LEASE_SECONDS = 60

type StateRow = Omit<SyncState, 'position'> & {
  positionAt: Date | null
  positionId: string | null
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
  } catch {
    return true
  }
}

/**
 * The unfinished sync with the same range and model, or undefined.
 * Throws CONFLICT while another process holds any unfinished sync.
 */
export async function findOpenSync(
  db: Db,
  range: { startDate: string | null; model: string },
): Promise<SyncState | undefined> {
  const rows = await db<StateRow[]>`
    select id, start_date::text, collection, model, started_at, phase, position_at, position_id, written::int,
      refused::int, owner, lease_until > now() as leased
    from index_syncs where finished_at is null order by started_at desc`
  const holder = rows.find((row) => row.leased && row.owner !== OWNER && !isGone(row.owner))
  if (holder) {
    throw new PublicError(
      'CONFLICT',
      `Another synchronisation is running (${holder.owner}); if it was killed, its lease ends within ${LEASE_SECONDS} s.`,
    )
  }
  const found = rows.find((row) => row.startDate === range.startDate && row.model === range.model)
  if (!found) return undefined
  const { positionAt, positionId, leased: _, owner: __, ...state } = found
  const position = positionAt && positionId ? { at: positionAt, uniqueId: positionId } : undefined
  return { ...state, position }
}

/** Starts a sync and closes unfinished ones that nobody will go on with. */
export async function startSync(
  db: Db,
  sync: { startDate: string | null; collection: string; model: string; now: Date },
): Promise<SyncState> {
  const id = ulid()
  await db`update index_syncs set finished_at = now() where finished_at is null`
  await db`
    insert into index_syncs (id, start_date, collection, model, started_at, phase, owner,
      lease_until)
    values (${id}, ${sync.startDate}, ${sync.collection}, ${sync.model}, ${sync.now}, 'fill', ${OWNER},
      now() + make_interval(secs => ${LEASE_SECONDS}))`
  const { now, ...rest } = sync
  return { ...rest, id, startedAt: now, phase: 'fill', position: undefined, written: 0, refused: 0 }
}

/** Keeps where the sync stands and renews its lease. */
export async function saveSync(db: Db, state: SyncState): Promise<void> {
  await db`
    update index_syncs set phase = ${state.phase}, position_at = ${state.position?.at ?? null},
      position_id = ${state.position?.uniqueId ?? null}, written = ${state.written}, refused = ${state.refused},
      owner = ${OWNER},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      finished_at = case when ${state.phase} = 'done' then now() end
    where id = ${state.id}`
}

/** Lets the next command go on at once after an orderly stop. */
export async function releaseSync(db: Db, state: SyncState): Promise<void> {
  await db`update index_syncs set lease_until = now() where id = ${state.id}`
}
