import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createMemory, type FetchMemory, type Validators } from '@pauta/scraper/fetch/ports'
import type { Progress, RunPorts } from '@pauta/scraper/run/ports'
import * as z from 'zod'
import { CommandError } from '../terminal/connect.ts'

/** Addresses that are remembered per agency: more than a listing shows in the days of a run. */
const ADDRESSES_MAX = 1_000
const PAGES_MAX = 20_000

const stateSchema = z.object({
  known: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  progress: z.record(z.string(), z.unknown()).default({}),
  pages: z
    .record(z.string(), z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }))
    .default({}),
})

type State = z.output<typeof stateSchema>

/** Keeps the entries that were added last. */
function newest<Value>(entries: Record<string, Value>, max: number): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).slice(-max))
}

async function readState(file: string): Promise<State> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return stateSchema.parse(JSON.parse(text))
  } catch {
    throw new CommandError(
      `The file ${file} is damaged. Delete it: the next run sends the news of its days again.`,
    )
  }
}

/**
 * The state of a run outside of a stage: a file in place of the stage's database, which is not reachable from
 * outside.
 */
export interface RunState extends Pick<RunPorts, 'findKnown' | 'loadProgress' | 'saveProgress'> {
  memory: FetchMemory
  /** Records an article that the queue has. */
  recordSent(agencyKey: string, url: string, uniqueId: string): void
  save(): Promise<void>
}

/** Opens the state in a file, which need not exist. Throws a CommandError for a damaged file. */
export async function openRunState(file: string): Promise<RunState> {
  const state = await readState(file)
  const memory: FetchMemory = {
    ...createMemory(),
    findValidators: async (address) => state.pages[address] ?? null,
    saveValidators: async (address: string, validators: Validators) => {
      delete state.pages[address]
      state.pages[address] = { ...validators }
    },
  }
  return {
    memory,
    findKnown: async (agencyKey) => new Map(Object.entries(state.known[agencyKey] ?? {})),
    loadProgress: async (agencyKey) => (state.progress[agencyKey] ?? null) as Progress | null,
    async saveProgress(agencyKey, progress) {
      if (progress === null) delete state.progress[agencyKey]
      else state.progress[agencyKey] = progress
    },
    recordSent(agencyKey, url, uniqueId) {
      const known = (state.known[agencyKey] ??= {})
      delete known[url]
      known[url] = uniqueId
    },
    async save() {
      for (const [agencyKey, known] of Object.entries(state.known))
        state.known[agencyKey] = newest(known, ADDRESSES_MAX)
      state.pages = newest(state.pages, PAGES_MAX)
      await mkdir(dirname(file), { recursive: true })
      // A run that ends while it writes must not damage the file.
      await writeFile(`${file}.new`, JSON.stringify(state))
      await rename(`${file}.new`, file)
    },
  }
}
