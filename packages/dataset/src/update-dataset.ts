import { createHash } from 'node:crypto'
import { describeError } from '@pauta/platform/errors'
import type { Db } from '@pauta/platform/database/database'
import { listShards, settleShards, summarizeDataset, type DatasetKind, type DatasetShard } from './ledger.ts'
import { localDay } from '@pauta/platform/time/time'
import { CARD_PATH, writeCard } from './card.ts'
import { FULL_COLUMNS, REDUCED_COLUMNS } from './columns.ts'
import type { FileChange, Hub, HubState } from './hub.ts'
import { removeFromFile, type ArticleKey } from './rewrite-file.ts'
import { readShardPages } from './shard-pages.ts'
import { isDataFile, isParquetFile } from './shard-path.ts'
import { writeShard } from './write-shard.ts'

export interface UpdateRequest {
  kind: DatasetKind
  /** The dataset as it stands. */
  state: HubState
  /** Articles that were taken down and are in files of others. */
  elsewhere: readonly ArticleKey[]
  now: Date
  /** Of the files of the commit; the one that reaches it still goes with it. */
  commitBytes: number
}

export interface Update {
  /** Id of the commit; undefined where the dataset was as it should be. */
  commit: string | undefined
  /** Shards that the dataset has had for the first time; an earlier try may have uploaded them without knowing. */
  added: Pick<DatasetShard, 'path' | 'rows'>[]
  written: string[]
  rewritten: string[]
  deleted: string[]
  /** Articles that were taken out of files of others. */
  removedElsewhere: number
  /** Whether every file of others was looked through, in this commit or with others to come. */
  elsewhereComplete: boolean
  /** Files of others that may hold what was taken down and cannot be mended from here, each with why. */
  problems: string[]
  /** Whether files were left for another commit. */
  more: boolean
}

const versionOf = (shard: DatasetShard, kind: DatasetKind): number =>
  kind === 'full' ? shard.fullVersion : shard.reducedVersion

/** Shards that the host has in another version than it should, or not at all. */
const listDue = (shards: readonly DatasetShard[], kind: DatasetKind, { files }: HubState): DatasetShard[] =>
  shards.filter(
    (shard) => versionOf(shard, kind) < shard.version || (shard.rows > 0 && !files.has(shard.path)),
  )

async function sha256Of(content: Blob): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest('hex')
}

/** The change that a shard needs; undefined where the host has it as it should be, as after a crash. */
async function changeOf(
  db: Db,
  { path }: DatasetShard,
  { kind, state }: UpdateRequest,
): Promise<FileChange | undefined> {
  const columns = kind === 'full' ? FULL_COLUMNS : REDUCED_COLUMNS
  const { content, rows } = await writeShard(readShardPages(db, path), columns)
  const there = state.files.get(path)
  if (rows === 0) return there && { path, content: undefined }
  return there?.sha256 === (await sha256Of(content)) ? undefined : { path, content }
}

interface Cleaning {
  changes: FileChange[]
  bytes: number
  removed: number
  complete: boolean
  problems: string[]
}

/**
 * The files of others that hold articles which were taken down, without them. One that cannot be mended keeps the
 * others from nothing.
 */
async function cleanElsewhere(
  hub: Hub,
  ours: ReadonlySet<string>,
  { kind, state, elsewhere, commitBytes }: UpdateRequest,
): Promise<Cleaning> {
  const cleaning: Cleaning = { changes: [], bytes: 0, removed: 0, complete: true, problems: [] }
  if (elsewhere.length === 0) return cleaning
  for (const path of state.files.keys()) {
    if (!isDataFile(path) || ours.has(path)) continue
    if (cleaning.bytes > commitBytes) return { ...cleaning, complete: false }
    try {
      if (!isParquetFile(path)) throw new Error('only Parquet can be written again without some rows')
      const cleaned = await removeFromFile(await hub.open(kind, state.head, path), elsewhere)
      if (!cleaned) continue
      cleaning.removed += cleaned.removed
      cleaning.bytes += cleaned.content?.size ?? 0
      cleaning.changes.push({ path, content: cleaned.content })
    } catch (error) {
      cleaning.problems.push(`${hub.name(kind)} ${path}: ${describeError(error)}`)
    }
  }
  return cleaning
}

/**
 * Brings one dataset to what the ledger says, in one commit: new shards, those that lost an article, and the card. A
 * shard is made of the ledger alone, so making it again after a crash gives the same file in the same place.
 */
export async function updateDataset(db: Db, hub: Hub, request: UpdateRequest): Promise<Update> {
  const { kind, state, now, commitBytes } = request
  const shards = await listShards(db)
  const due = listDue(shards, kind, state)
  const ours = new Set(shards.map(({ path }) => path))
  const { changes, removed, complete, problems, ...cleaned } = await cleanElsewhere(hub, ours, request)
  const done: DatasetShard[] = []
  let { bytes } = cleaned
  for (const shard of due) {
    if (bytes > commitBytes) break
    const change = await changeOf(db, shard, request)
    if (change) changes.push(change)
    bytes += change?.content?.size ?? 0
    done.push(shard)
  }
  const update: Update = {
    commit: undefined,
    added: done.filter((shard) => versionOf(shard, kind) === 0 && shard.rows > 0),
    written: changes.filter(({ path, content }) => content && !state.files.has(path)).map(({ path }) => path),
    rewritten: changes
      .filter(({ path, content }) => content && state.files.has(path))
      .map(({ path }) => path),
    deleted: changes.filter(({ content }) => !content).map(({ path }) => path),
    removedElsewhere: removed,
    elsewhereComplete: complete,
    problems,
    more: done.length < due.length || !complete,
  }
  if (changes.length > 0) {
    const card = writeCard({
      kind,
      summary: await summarizeDataset(db),
      name: hub.name(kind),
      otherName: hub.name(kind === 'full' ? 'reduced' : 'full'),
      updatedOn: localDay(now),
    })
    changes.push({ path: CARD_PATH, content: new Blob([card], { type: 'text/markdown' }) })
    update.commit = await hub.commit(kind, state.head, titleOf(update), changes)
  }
  if (done.length > 0) await settleShards(db, kind, done)
  return update
}

/** The commit in one line, for the host's history. */
function titleOf({ written, rewritten, deleted }: Update): string {
  const parts = [
    ...written.map((path) => `Add ${path}`),
    rewritten.length + deleted.length > 0 &&
      `take articles out of ${rewritten.length + deleted.length} files`,
  ].filter((part) => part !== false)
  return parts.join(', ').slice(0, 200)
}
