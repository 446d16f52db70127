import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashContent } from '@pauta/core/articles/identity'
import { HOUR_MS, localDay } from '@pauta/platform/time/time'
import { createMemory, type FetchMemory } from '@pauta/scraper/fetch/ports'
import type { AddressNote } from '@pauta/scraper/crawl/address-notes'
import type { ListingHistory } from '@pauta/scraper/crawl/judge-drift'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import type { AgencyResult } from '@pauta/scraper/crawl/run-counts'
import type {
  Drift,
  DriftPorts,
  Progress,
  RemovalMessage,
  RemovalPorts,
  RunPorts,
} from '@pauta/scraper/crawl/ports'
import { coversWindow } from '@pauta/scraper/runs/scrape-sites'
import * as z from 'zod'
import { CommandError } from '../terminal/connect.ts'

/** Addresses that are remembered per agency: more than a listing shows in the days of a run. */
const ADDRESSES_MAX = 2_000
const PAGES_MAX = 20_000
/** A page must be missing twice, so many milliseconds apart, before its article counts as removed. */
const CONFIRM_AFTER_MS = 6 * HOUR_MS

const sentSchema = z.object({
  uniqueId: z.string(),
  title: z.string().optional(),
  category: z.string().nullable().optional(),
  publishedAt: z.string().optional(),
  characters: z.number().optional(),
  contentHash: z.string().nullable().optional(),
  missedAt: z.number().optional(),
  removedAt: z.number().optional(),
})
/** Earlier versions of the file have the id alone. */
const anySentSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { uniqueId: value } : value),
  sentSchema,
)

const byKey = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value).default({})

const stateSchema = z.object({
  /** Sent articles by agency and address. */
  known: byKey(z.record(z.string(), anySentSchema)),
  notes: byKey(z.record(z.string(), z.unknown())),
  progress: byKey(z.unknown()),
  listings: byKey(z.object({ structures: z.array(z.string()), hadItems: z.boolean() })),
  /** The kind that each site answered as, and when it was last read whole. */
  sites: byKey(z.object({ kind: z.string(), lastSuccessAt: z.string().nullable() })),
  pages: byKey(z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() })),
  absent: byKey(z.number()),
  robots: byKey(z.object({ text: z.string(), readAt: z.number() })),
  hosts: byKey(z.object({ delayMilliseconds: z.number(), openAt: z.number() })),
  breakers: byKey(z.object({ failures: z.number(), pauseMilliseconds: z.number(), openUntil: z.number() })),
})
type State = z.output<typeof stateSchema>

/** Time after which a missing feed or sitemap is requested again. */
const ABSENT_MS = 7 * 24 * HOUR_MS

/** Keeps the entries that were added last. */
function newest<Value>(entries: Record<string, Value>, max: number): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).slice(-max))
}

/** Sets an entry as the newest. */
function put<Value>(entries: Record<string, Value>, key: string, value: Value): void {
  delete entries[key]
  entries[key] = value
}

async function readState(file: string): Promise<State> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
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

function openMemory(state: State): FetchMemory {
  const base = createMemory()
  return {
    ...base,
    findValidators: async (address) => state.pages[address] ?? null,
    saveValidators: async (address, validators) => put(state.pages, address, { ...validators }),
    findRobots: async (origin) => state.robots[origin] ?? null,
    saveRobots: async (origin, copy) => put(state.robots, origin, copy),
    async takeTurn(host, { now }) {
      const { openAt = 0, delayMilliseconds = 0 } = state.hosts[host] ?? {}
      return { waitMilliseconds: Math.max(0, openAt - now), delayMilliseconds }
    },
    endTurn: async (host, pause) => savePause(state, host, pause),
    savePause: async (host, pause) => savePause(state, host, pause),
    findBreaker: async (site) => state.breakers[site] ?? null,
    saveBreaker: async (site, breaker) => put(state.breakers, site, breaker),
  }
}

function savePause(state: State, host: string, pause: State['hosts'][string]): void {
  put(state.hosts, host, { ...pause, openAt: Math.max(pause.openAt, state.hosts[host]?.openAt ?? 0) })
}

/** What happened in a run besides its articles. */
export interface RunEvents {
  onRemoved: (message: RemovalMessage) => void
  onDrift: (drift: Drift) => void
}

function openRemovals(state: State, now: () => Date, { onRemoved }: RunEvents): RemovalPorts {
  const ofAgency = (agencyKey: string) => Object.entries(state.known[agencyKey] ?? {})
  return {
    listRecent: async (agencyKey, { start }) =>
      ofAgency(agencyKey)
        .filter(
          ([, { publishedAt }]) => publishedAt !== undefined && localDay(new Date(publishedAt)) >= start,
        )
        .sort(([, a], [, b]) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? ''))
        .map(([url, { uniqueId, title = '', category = null, missedAt, removedAt }]) => ({
          uniqueId,
          url,
          title,
          category,
          isMissing: missedAt !== undefined,
          isRemoved: removedAt !== undefined,
        })),
    async record(agencyKey, { missing, present }) {
      for (const [, article] of ofAgency(agencyKey)) {
        if (present.includes(article.uniqueId)) delete article.missedAt
        if (missing.includes(article.uniqueId)) article.missedAt ??= now().getTime()
      }
      return ofAgency(agencyKey)
        .filter(([, { uniqueId }]) => missing.includes(uniqueId))
        .filter(([, { missedAt = Infinity }]) => now().getTime() - missedAt >= CONFIRM_AFTER_MS)
        .map(([, { uniqueId }]) => uniqueId)
    },
    async emit(message) {
      for (const [, article] of ofAgency(message.agencyKey))
        if (article.uniqueId === message.uniqueId) article.removedAt = now().getTime()
      onRemoved(message)
    },
  }
}

function openDrifts(state: State, { onDrift }: RunEvents): DriftPorts {
  const keyOf = (agencyKey: string, listingUrl: string) => `${agencyKey} ${listingUrl}`
  return {
    findListing: async (agencyKey, listingUrl) => state.listings[keyOf(agencyKey, listingUrl)] ?? null,
    async saveListing(agencyKey, listingUrl, { structures, hadItems }: ListingHistory) {
      put(state.listings, keyOf(agencyKey, listingUrl), { structures: [...structures], hadItems })
    },
    findFallen: async () => [],
    open: async (_, drift) => onDrift(drift),
    end: async () => {},
  }
}

function openStores(
  state: State,
  now: () => Date,
  events: RunEvents,
): Omit<RunPorts, 'fetcher' | 'now' | 'emit'> {
  const known = (agencyKey: string) => Object.entries(state.known[agencyKey] ?? {})
  return {
    findKnown: async (agencyKey) => new Map(known(agencyKey).map(([url, { uniqueId }]) => [url, uniqueId])),
    findTexts: async (agencyKey, ids) =>
      new Map(
        known(agencyKey).flatMap(([, { uniqueId, characters, contentHash = null }]) =>
          characters !== undefined && ids.includes(uniqueId) ? [[uniqueId, { characters, contentHash }]] : [],
        ),
      ),
    findSameText: async (agencyKey, contentHash) =>
      known(agencyKey).find(([, article]) => article.contentHash === contentHash)?.[1].uniqueId,
    addresses: {
      list: async (agencyKey) =>
        new Map(Object.entries(state.notes[agencyKey] ?? {}) as [string, AddressNote][]),
      async save(agencyKey, url, note) {
        const notes = (state.notes[agencyKey] ??= {})
        if (note === null) delete notes[url]
        else put(notes, url, note)
      },
    },
    removals: openRemovals(state, now, events),
    drifts: openDrifts(state, events),
    hints: {
      isAbsent: async (address) => now().getTime() - (state.absent[address] ?? 0) < ABSENT_MS,
      recordAbsent: async (address) => put(state.absent, address, now().getTime()),
    },
    loadProgress: async (agencyKey) => (state.progress[agencyKey] ?? null) as Progress | null,
    async saveProgress(agencyKey, progress) {
      if (progress === null) delete state.progress[agencyKey]
      else state.progress[agencyKey] = progress
    },
  }
}

/**
 * The state of a run outside of a stage: a file in place of the stage's database, which is not reachable from
 * outside.
 */
export interface RunState {
  memory: FetchMemory
  stores: Omit<RunPorts, 'fetcher' | 'now' | 'emit'>
  /** The kind that a site answered as, and when it was last read whole. */
  findSite: (agencyKey: string) => { kind: string; lastSuccessAt: Date | null } | undefined
  /** Records an article that was sent, under both of its addresses. */
  recordSent: (message: NewsMessage, listedUrl: string) => void
  recordResult: (result: AgencyResult) => void
  save: () => Promise<void>
}

/** Opens the state in a file, which need not exist; null keeps it in memory. Throws a CommandError for a damaged file. */
export async function openRunState(
  file: string | null,
  { now, ...events }: RunEvents & { now: () => Date },
): Promise<RunState> {
  const state = file === null ? stateSchema.parse({}) : await readState(file)
  return {
    memory: openMemory(state),
    stores: openStores(state, now, events),
    findSite(agencyKey) {
      const site = state.sites[agencyKey]
      return (
        site && {
          kind: site.kind,
          lastSuccessAt: site.lastSuccessAt === null ? null : new Date(site.lastSuccessAt),
        }
      )
    },
    recordSent({ agencyKey, url, uniqueId, title, category, publishedAt, content }, listedUrl) {
      const contentHash = hashContent(title, content)
      const known = (state.known[agencyKey] ??= {})
      const article = { uniqueId, title, category, publishedAt, characters: content.length, contentHash }
      for (const address of new Set([listedUrl, url])) put(known, address, { ...article })
    },
    recordResult(result) {
      const { agency, kind } = result
      const before = state.sites[agency]?.lastSuccessAt ?? null
      put(state.sites, agency, { kind, lastSuccessAt: coversWindow(result) ? now().toISOString() : before })
    },
    async save() {
      if (file === null) return
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
