import type { Db } from '@pauta/platform/database/database'
import { localDay } from '@pauta/platform/time/time'
import { CARD_PATH, writeCard } from './card.ts'
import { CHANGE_COLUMNS } from './change-columns.ts'
import { listChangeMonths, readChangePages } from './change-rows.ts'
import { changesPath, isChangesFile } from './changes-path.ts'
import type { FileChange, Hub, HubState } from './hub.ts'
import { summarizeDataset } from './ledger.ts'
import { sha256Of } from './sha256-of.ts'
import { writeShard } from './write-shard.ts'

/** What one commit of changes did. */
export interface ChangesUpdate {
  /** Id of the commit; undefined where nothing had to change. */
  commit: string | undefined
  written: string[]
  deleted: string[]
  /** Whether months remain for another commit. */
  more: boolean
}

/** Returns the files that differ from the log: those of months that it has, and those of months that it no longer has. */
async function listDifferences(
  db: Db,
  { files }: HubState,
  { signal, commitBytes }: { signal: AbortSignal; commitBytes: number },
): Promise<{ changes: FileChange[]; more: boolean }> {
  const months = await listChangeMonths(db)
  const known = new Set(months.map(changesPath))
  const changes: FileChange[] = [...files.keys()]
    .filter((path) => isChangesFile(path) && !known.has(path))
    .map((path) => ({ path, content: undefined }))
  let bytes = 0
  for (const month of months) {
    if (bytes > commitBytes || signal.aborted) return { changes, more: true }
    const path = changesPath(month)
    const { content, rows } = await writeShard(readChangePages(db, month), CHANGE_COLUMNS)
    const there = files.get(path)
    if (rows === 0) {
      if (there) changes.push({ path, content: undefined })
      continue
    }
    if (there?.sha256 === (await sha256Of(content))) continue
    changes.push({ path, content })
    bytes += content.size
  }
  return { changes, more: false }
}

/**
 * Brings the files of the configuration `changes` to the state of the log, in one commit. Each file depends on the log alone,
 * so all are computed and those that differ are written: that of this month, those with an article that was taken down since,
 * and those that somebody changed. A year of 250 articles a day has about 300,000 events, which take some seconds.
 */
export async function updateChanges(
  db: Db,
  hub: Hub,
  options: { now: Date; signal: AbortSignal; commitBytes: number },
): Promise<ChangesUpdate> {
  const state = await hub.read('full')
  const { changes, more } = await listDifferences(db, state, options)
  const written = changes.filter(({ content }) => content).map(({ path }) => path)
  const deleted = changes.filter(({ content }) => !content).map(({ path }) => path)
  if (changes.length === 0) return { commit: undefined, written, deleted, more }
  const left = new Set([...state.files.keys(), ...written].filter((path) => !deleted.includes(path)))
  const card = writeCard({
    kind: 'full',
    summary: await summarizeDataset(db),
    otherName: hub.name('reduced'),
    updatedOn: localDay(options.now),
    hasChanges: [...left].some(isChangesFile),
  })
  const title = `Update changes of ${changes.length} months`
  const commit = await hub.commit('full', state.head, title, [
    ...changes,
    { path: CARD_PATH, content: new Blob([card], { type: 'text/markdown' }) },
  ])
  return { commit, written, deleted, more }
}
