import {
  findPageValidators,
  findSameText,
  isPageAbsent,
  listAddressNotes,
  listKnownAddresses,
  listTexts,
  recordListedAddresses,
  recordPageAbsent,
  recordSentAddress,
  saveAddressNote,
  savePageValidators,
} from './addresses.ts'
import { countFields, endDrifts, findListingHistory, openDrift, saveListingHistory } from './drifts.ts'
import {
  endHostTurn,
  findBreaker,
  findRobots,
  saveBreaker,
  saveHostPause,
  saveRobots,
  takeHostTurn,
} from './hosts.ts'
import { listFreshArticles, listRecentArticles, recordMissing } from './missing.ts'
import { findSiteState, recordNewsDays, saveSiteProgress } from './site-state.ts'
import { listErasedAddresses } from '@pauta/core/removals/taken-down-keys'
import type { Db } from '@pauta/platform/database/database'
import { normalizeAddress } from '@pauta/platform/text/address'
import type { FetchMemory } from '../fetch/ports.ts'
import type { UnreadPage } from '../errors.ts'
import { statedDay } from '../crawl/plan-page.ts'
import { findFallenFields, type DriftKind } from '../crawl/judge-drift.ts'
import type { NewsMessage } from '../crawl/news-message.ts'
import type {
  DriftPorts,
  Progress,
  ReadPage,
  RemovalMessage,
  RemovalPorts,
  RunPorts,
} from '../crawl/ports.ts'
import { dayOf } from '../dates/dates.ts'

/** Returns the memory of the fetcher in the database, so that all processes share the turns of each host. */
export function openFetchMemory(db: Db): FetchMemory {
  return {
    findValidators: async (address) => (await findPageValidators(db, address)) ?? null,
    saveValidators: (address, validators) =>
      savePageValidators(db, address, { ...validators, at: new Date() }),
    async findRobots(origin) {
      const copy = await findRobots(db, new URL(origin).host)
      return copy ? { text: copy.text, readAt: copy.readAt.getTime() } : null
    },
    saveRobots: (origin, { text, readAt }) =>
      saveRobots(db, new URL(origin).host, { text, readAt: new Date(readAt) }),
    takeTurn: (host, { now, holdUntil }) =>
      takeHostTurn(db, host, { now: new Date(now), holdUntil: new Date(holdUntil) }),
    endTurn: (host, { delayMilliseconds, openAt }) =>
      endHostTurn(db, host, { delayMilliseconds, openAt: new Date(openAt) }),
    savePause: (host, { delayMilliseconds, openAt }) =>
      saveHostPause(db, host, { delayMilliseconds, openAt: new Date(openAt) }),
    async findBreaker(site) {
      const row = await findBreaker(db, site)
      if (!row) return null
      return {
        failures: row.failures,
        pauseMilliseconds: row.pauseMs,
        openUntil: row.openUntil.getTime(),
      }
    },
    saveBreaker: (site, { failures, pauseMilliseconds, openUntil }) =>
      saveBreaker(db, site, { failures, pauseMs: pauseMilliseconds, openUntil: new Date(openUntil) }),
  }
}

/** Where a run sends messages and pages. */
export interface RunOutlets {
  /** Sends a message to `news-ingest`. */
  send: (message: NewsMessage | RemovalMessage) => Promise<void>
  /**
   * Stores a page in place of the earlier page of the same agency and kind. Returns its key, or null after a failure.
   */
  keepPage: (agencyKey: string, kind: DriftKind, page: UnreadPage) => Promise<string | null>
  /** Keeps the page of an article that was read. Returns false after a failure. */
  keepRaw: (page: ReadPage) => Promise<boolean>
}

/** The outlets of a run, and its clock. */
type StoreOutlets = RunOutlets & { now: () => Date }

const withListedAddress = <Article extends { url: string }>(article: Article): Article => ({
  ...article,
  url: normalizeAddress(article.url),
})

function openRemovals(db: Db, { send, now }: StoreOutlets): RemovalPorts {
  return {
    async listRecent(agencyKey, { start }) {
      const recent = await listRecentArticles(db, { agencyKey, from: start })
      return recent.map(withListedAddress)
    },
    record: (agencyKey, seen) => recordMissing(db, { agencyKey, ...seen, at: now() }),
    emit: send,
  }
}

function openDrifts(db: Db, { keepPage, now }: StoreOutlets): DriftPorts {
  return {
    findListing: async (agencyKey, listingUrl) =>
      (await findListingHistory(db, { agencyKey, listingUrl })) ?? null,
    saveListing: (agencyKey, listingUrl, history) =>
      saveListingHistory(db, { agencyKey, listingUrl }, history),
    async findFallen(agencyKey, { articles, fields }) {
      const { recent, before } = await countFields(db, { agencyKey, now: now() })
      const sum = Object.fromEntries(
        [...new Set([...Object.keys(recent.fields), ...Object.keys(fields)])].map((field) => [
          field,
          (recent.fields[field] ?? 0) + (fields[field as keyof typeof fields] ?? 0),
        ]),
      )
      return findFallenFields(before, { articles: recent.articles + articles, fields: sum })
    },
    async open(agencyKey, { kind, detail, page }) {
      const isErased = page !== null && (await listErasedAddresses(db, [page.address])).size > 0
      const pageKey = page === null || isErased ? null : await keepPage(agencyKey, kind, page)
      await openDrift(db, { agencyKey, kind, detail, pageKey }, now())
    },
    end: (agencyKey, kinds) => endDrifts(db, { agencyKey, kinds }, now()),
  }
}

/** Returns the ports of a run that need the database. Calls `onFound` for each article that was not known before. */
export function openRunStore(
  db: Db,
  { onFound, ...outlets }: StoreOutlets & { onFound: (agencyKey: string) => void },
): Omit<RunPorts, 'fetcher' | 'now'> {
  const { send, now } = outlets
  const known = new Map<string, ReadonlyMap<string, string>>()
  return {
    keepRaw: outlets.keepRaw,
    removals: openRemovals(db, outlets),
    listFresh: async (agencyKey, options) =>
      (await listFreshArticles(db, { agencyKey, ...options })).map(withListedAddress),
    drifts: openDrifts(db, outlets),
    hints: {
      isAbsent: (address) => isPageAbsent(db, { address, now: now() }),
      recordAbsent: (address) => recordPageAbsent(db, { address, now: now() }),
    },
    async findKnown(agencyKey, { start }) {
      const addresses = await listKnownAddresses(db, { agencyKey, from: start })
      // A listing has one spelling of an address; rows of other senders and earlier versions may have another.
      const found = new Map(addresses.map(({ url, uniqueId }) => [normalizeAddress(url), uniqueId]))
      known.set(agencyKey, found)
      return found
    },
    addresses: {
      list: (agencyKey) => listAddressNotes(db, agencyKey),
      async save(agencyKey, url, note) {
        // A note has the title that the listing shows.
        const isErased = note !== null && (await listErasedAddresses(db, [url])).size > 0
        await saveAddressNote(db, { agencyKey, url }, isErased ? null : note)
      },
    },
    findTexts: (agencyKey, ids) => listTexts(db, { agencyKey, ids }),
    findSameText: (agencyKey, contentHash) => findSameText(db, { agencyKey, contentHash, now: now() }),
    // Records the address after the queue has the message. A run that ends between the two sends the article again, and
    // the queue's worker stores it once.
    async emit(message, listedUrl) {
      await send(message)
      const { agencyKey, url, uniqueId, publishedAt } = message
      const at = now()
      for (const address of new Set([url, listedUrl]))
        await recordSentAddress(db, { agencyKey, url: address, uniqueId, at })
      if (known.get(agencyKey)?.has(url)) return
      onFound(agencyKey)
      const precision = 'second'
      await recordNewsDays(db, { agencyKey, days: [dayOf({ iso: publishedAt, precision })], now: at })
    },
    async recordListed(agencyKey, items) {
      const at = now()
      await recordListedAddresses(db, { agencyKey, urls: items.map(({ url }) => url), at })
      const days = items.map(statedDay).filter((day) => day !== null)
      if (days.length > 0) await recordNewsDays(db, { agencyKey, days, now: at })
    },
    loadProgress: async (agencyKey) =>
      ((await findSiteState(db, agencyKey))?.progress ?? null) as Progress | null,
    saveProgress: (agencyKey, progress) => saveSiteProgress(db, agencyKey, progress),
  }
}
