import { PublicError } from '@pauta/platform/errors'
import type { SearchIndex } from './client.ts'
import { newsCollection } from './collection.ts'
import { confirmSyncedArrivals } from './arrivals.ts'
import { changeBarrier } from '../articles/change-barrier.ts'
import { parseStart } from '@pauta/platform/time/time'
import { fill, replayChanges, walkDry, type SyncDependencies } from './sync.ts'
import {
  claimSync,
  findOpenSync,
  nameOwner,
  LEASE_RENEWAL_MS,
  endSyncLease,
  renewSync,
  saveSync,
  startSync,
  type SyncState,
} from './sync-state.ts'

// Limits the replay when rows keep changing. The replay after the swap includes the remaining changes.
const REPLAY_PASSES_MAX = 10

export interface SyncRequest {
  /** Local day. Includes articles published or changed from this day on; undefined for all articles. */
  startDate?: string | undefined
}

/** Returns the name of a new collection: the alias and the current instant. */
function collectionName(alias: string, now: Date): string {
  return `${alias}_${now.toISOString().replace(/\D/g, '').slice(0, 17)}`
}

/**
 * Creates an empty live collection when there is none, so that searches work from the start. Returns the name of the
 * live collection.
 */
export async function ensureLiveCollection(index: SearchIndex, model: string, now: Date): Promise<string> {
  const live = await index.findLiveCollection()
  if (live !== undefined && (await index.findCollection(live))) return live
  const name = collectionName(index.alias, now)
  await index.createCollection(name, model)
  await index.pointAlias(name)
  return name
}

async function nextPhase(deps: SyncDependencies, state: SyncState, phase: SyncState['phase']): Promise<void> {
  state.phase = phase
  state.position = undefined
  await saveSync(deps.db, state)
}

/**
 * Replays changes until a pass finds none, or up to the limit of passes. Continues a pass that was stopped. Stores with
 * each position the start of its pass: every later change has that instant or a later one.
 */
async function replayUntilQuiet(deps: SyncDependencies, state: SyncState): Promise<void> {
  for (let pass = 1; pass <= REPLAY_PASSES_MAX; pass++) {
    const isContinued = state.position !== undefined
    const since = isContinued ? state.startedAt : (state.replayedTo ?? state.startedAt)
    const begun = isContinued ? (state.replayedTo ?? state.startedAt) : await changeBarrier(deps.db)
    const seen = await replayChanges(deps, state, { since }, begun)
    await passDone(deps, state, begun)
    if (seen === 0 && !isContinued) break
  }
}

async function passDone(deps: SyncDependencies, state: SyncState, replayedTo: Date): Promise<void> {
  state.position = undefined
  state.replayedTo = replayedTo
  await saveSync(deps.db, state)
}

/** Fills a new collection beside the live one, replays the changes, swaps the alias and replays once more. */
async function syncEverything(deps: SyncDependencies, state: SyncState): Promise<void> {
  const { index } = deps
  if (state.phase === 'fill') {
    await fill(deps, state)
    await nextPhase(deps, state, 'replay')
  }
  await replayUntilQuiet(deps, state)
  await index.pointAlias(state.collection)
  await confirmSyncedArrivals(deps.db)
  await replayUntilQuiet(deps, state)
  await confirmSyncedArrivals(deps.db)
  await dropOldCollections(deps, state.collection)
  deps.signal?.throwIfAborted()
  // Otherwise a restart within an hour would answer searches while it replays the documents one by one.
  await index.takeSnapshot().catch((error: unknown) => deps.onSnapshotFailed?.(error))
  await nextPhase(deps, state, 'done')
}

/** Drops older builds of the same alias. Keeps collections of other aliases and those made by hand. */
async function dropOldCollections({ index }: SyncDependencies, live: string): Promise<void> {
  for (const name of await listBuilds(index)) if (name !== live) await index.dropCollection(name)
}

/** Collections of full syncs of the alias. */
async function listBuilds(index: SearchIndex): Promise<string[]> {
  const builds = new RegExp(`^${index.alias}_\\d{17}$`)
  return (await index.listCollections()).map(({ name }) => name).filter((name) => builds.test(name))
}

/** Drops the alias and all its collections, as when a preview is removed. Returns their names. */
export async function dropCollections(index: SearchIndex): Promise<string[]> {
  await index.dropAlias()
  const names = await listBuilds(index)
  for (const name of names) await index.dropCollection(name)
  return names
}

async function syncFrom(deps: SyncDependencies, state: SyncState, startDate: string): Promise<void> {
  const from = parseStart(startDate, 'start-date')
  if (state.phase === 'fill') {
    await fill(deps, state, from)
    await nextPhase(deps, state, 'replay')
  }
  if (state.replayedTo === undefined) {
    await replayChanges(deps, state, { since: from, publishedBefore: from })
    await passDone(deps, state, state.startedAt)
  }
  // Live updates write to the same collection. A page read before a live update may have been written after it.
  await replayUntilQuiet(deps, state)
  await nextPhase(deps, state, 'done')
}

/**
 * Whether the live collection has vectors of the model and all current fields. Searches that use a missing field fail
 * until a full sync replaces the collection. False when there is no live collection.
 */
export async function isLiveCurrent(index: SearchIndex, model: string): Promise<boolean> {
  const live = await index.findSearchedCollection()
  if (!live) return false
  const metadata: { model?: string } = live.metadata ?? {}
  const present = new Set((live.fields ?? []).map(({ name }) => name))
  return (
    metadata.model === model &&
    (newsCollection('', model).fields ?? []).every(({ name }) => present.has(name))
  )
}

/** Throws CONFLICT when the live collection has another model: vectors of different models are never compared. */
async function refuseOtherModel({ index, model }: SyncDependencies, live: string): Promise<void> {
  const metadata: { model?: string } = (await index.findCollection(live))?.metadata ?? {}
  if (metadata.model === undefined || metadata.model === model.name) return
  throw new PublicError(
    'CONFLICT',
    `The live collection holds vectors of ${metadata.model}, the configured model is ${model.name}: run --full-sync.`,
  )
}

async function openSync(deps: SyncDependencies, startDate: string | null): Promise<SyncState> {
  const { db, index, model } = deps
  const owner = nameOwner(deps.holder)
  const open = await findOpenSync(db, { startDate, model: model.name, owner })
  if (open && (await index.findCollection(open.collection))) return await claimSync(db, open)
  const now = await changeBarrier(db)
  if (startDate !== null) {
    const live = await ensureLiveCollection(index, model.name, now)
    await refuseOtherModel(deps, live)
    return await startSync(db, { startDate, collection: live, model: model.name, owner, now })
  }
  const collection = collectionName(index.alias, now)
  const state = await startSync(db, { startDate, collection, model: model.name, owner, now })
  await index.createCollection(collection, model.name)
  return state
}

/** Renews the lease while the sync runs. A lost lease ends the sync at its next batch. */
async function whileLeased(
  deps: SyncDependencies,
  state: SyncState,
  sync: (deps: SyncDependencies) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewSync(deps.db, state).catch((error: unknown) => lost.abort(error))
  }, LEASE_RENEWAL_MS)
  try {
    const signal = deps.signal ? AbortSignal.any([deps.signal, lost.signal]) : lost.signal
    await sync({ ...deps, signal })
  } finally {
    clearInterval(renewal)
  }
}

/**
 * Copies news from PostgreSQL to the index: all articles (into a new collection, which becomes live when complete) or
 * those from a local day on (into the live one). Continues an interrupted sync. Throws CONFLICT while another sync
 * runs. The counts of the state are the written and refused documents.
 */
export async function syncIndex(deps: SyncDependencies, { startDate }: SyncRequest): Promise<SyncState> {
  const state = await openSync(deps, startDate ?? null)
  try {
    await whileLeased(deps, state, (leased) =>
      startDate === undefined ? syncEverything(leased, state) : syncFrom(leased, state, startDate),
    )
    return state
  } finally {
    // After a stop or a failure the next command may continue at once. A finished sync has no lease.
    await endSyncLease(deps.db, state)
  }
}

/**
 * Reads every row that a sync would copy and creates its document without writing it. `written` counts the documents.
 */
export async function dryRun(
  deps: Pick<SyncDependencies, 'db' | 'model' | 'signal' | 'onProgress' | 'batchRows' | 'now' | 'index'>,
  { startDate }: SyncRequest,
): Promise<SyncState> {
  const from = startDate === undefined ? undefined : parseStart(startDate, 'start-date')
  const state: SyncState = {
    id: 'dry-run',
    startDate: startDate ?? null,
    collection: deps.index.alias,
    model: deps.model.name,
    startedAt: deps.now(),
    phase: 'fill',
    position: undefined,
    replayedTo: undefined,
    owner: '',
    written: 0,
    refused: 0,
  }
  await walkDry(deps, state, from)
  return state
}
