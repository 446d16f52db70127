import { describeError } from '@pauta/platform/errors'
import type { Db } from '@pauta/platform/database/database'
import { listShards, settleShards, summarizeDataset, type DatasetKind, type DatasetShard } from './ledger.ts'
import { localDay } from '@pauta/platform/time/time'
import { CARD_PATH, writeCard } from './card.ts'
import { isChangesFile } from './changes-path.ts'
import { FULL_COLUMNS, REDUCED_COLUMNS } from './columns.ts'
import type { FileChange, Hub, HubState } from './hub.ts'
import { removeFromFile, type ArticleKey } from './rewrite-file.ts'
import { readShardPages } from './shard-pages.ts'
import { sha256Of } from './sha256-of.ts'
import { isDataFile, isParquetFile } from './shard-path.ts'
import { writeShard } from './write-shard.ts'

export interface UpdateRequest {
  kind: DatasetKind
  /** The dataset on the host. */
  state: HubState
  /** Articles that were taken down and are in files of other uploaders. */
  elsewhere: readonly ArticleKey[]
  now: Date
  /** Maximum size of a commit's files in bytes; the file that reaches it is still included. */
  commitBytes: number
}

export interface Update {
  /** Id of the commit; undefined where nothing had to change. */
  commit: string | undefined
  /** Shards that are in this dataset for the first time, including those that an interrupted attempt uploaded. */
  added: Pick<DatasetShard, 'path' | 'rows'>[]
  written: string[]
  rewritten: string[]
  deleted: string[]
  /** Number of articles removed from files of other uploaders. */
  removedElsewhere: number
  /** Whether all files of other uploaders were searched; files in pending commits count. */
  elsewhereComplete: boolean
  /**
   * Files of other uploaders that may contain articles that were taken down and cannot be rewritten, with the reason.
   */
  problems: string[]
  /** Whether files remain for another commit. */
  more: boolean
}

const versionOf = (shard: DatasetShard, kind: DatasetKind): number =>
  kind === 'full' ? shard.fullVersion : shard.reducedVersion

/** Returns shards whose version on the host is not the planned one, or that are missing there. */
const listDue = (shards: readonly DatasetShard[], kind: DatasetKind, { files }: HubState): DatasetShard[] =>
  shards.filter(
    (shard) => versionOf(shard, kind) < shard.version || (shard.rows > 0 && !files.has(shard.path)),
  )

/**
 * Returns the change that a shard needs; undefined where the host has the planned content already, as after a crash.
 */
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
 * Returns the files of other uploaders without articles that were taken down. A file that cannot be rewritten becomes a
 * problem and does not stop the others.
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
      if (!isParquetFile(path)) throw new Error('only Parquet files can be rewritten without some rows')
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
 * Updates one dataset to the state of the ledger, in one commit: new shards, shards that lost an article, and the card.
 * A shard depends on the ledger alone, so a repetition after a crash writes the same file to the same path.
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
      otherName: hub.name(kind === 'full' ? 'reduced' : 'full'),
      updatedOn: localDay(now),
      hasChanges: [...state.files.keys()].some(isChangesFile),
    })
    changes.push({ path: CARD_PATH, content: new Blob([card], { type: 'text/markdown' }) })
    update.commit = await hub.commit(kind, state.head, titleOf(update), changes)
  }
  if (done.length > 0) await settleShards(db, kind, done)
  return update
}

/** Returns the title of the commit. */
function titleOf({ written, rewritten, deleted }: Update): string {
  const changed = rewritten.length + deleted.length
  const parts = [
    ...written.map((path) => `Add ${path}`),
    changed > 0 && `take articles out of ${changed === 1 ? 'one file' : `${changed} files`}`,
  ].filter((part) => part !== false)
  return parts.join(', ').slice(0, 200)
}
