import { createHash } from 'node:crypto'
import type { Db } from '@pauta/core/database'
import {
  listShards,
  settleShards,
  summarizeDataset,
  type DatasetKind,
  type DatasetShard,
} from '@pauta/core/dataset/ledger'
import { localDay } from '@pauta/core/time'
import { CARD_PATH, writeCard } from './card.ts'
import { FULL_COLUMNS, REDUCED_COLUMNS } from './columns.ts'
import type { FileChange, Hub, HubState } from './hub.ts'
import { removeFromFile, type ArticleKey } from './rewrite-file.ts'
import { readShardPages } from './shard-pages.ts'
import { isDataFile } from './shard-path.ts'
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
  /** Whether every file of others was looked through. */
  elsewhereComplete: boolean
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

/** The files of others that hold articles which were taken down, without them. */
async function cleanElsewhere(
  hub: Hub,
  ours: ReadonlySet<string>,
  { kind, state, elsewhere, commitBytes }: UpdateRequest,
): Promise<{ changes: FileChange[]; bytes: number; removed: number; complete: boolean }> {
  const changes: FileChange[] = []
  let bytes = 0
  let removed = 0
  const theirs = [...state.files.keys()].filter((path) => isDataFile(path) && !ours.has(path))
  for (const path of elsewhere.length > 0 ? theirs : []) {
    if (bytes > commitBytes) return { changes, bytes, removed, complete: false }
    const cleaned = await removeFromFile(await hub.open(kind, state.head, path), elsewhere)
    if (!cleaned) continue
    removed += cleaned.removed
    bytes += cleaned.content?.size ?? 0
    changes.push({ path, content: cleaned.content })
  }
  return { changes, bytes, removed, complete: true }
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
  const { changes, removed, complete, bytes: cleanedBytes } = await cleanElsewhere(hub, ours, request)
  const done: DatasetShard[] = []
  let bytes = cleanedBytes
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
