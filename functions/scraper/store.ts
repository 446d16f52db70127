import {
  findPageValidators,
  findSameText,
  listKnownAddresses,
  noteListedAddresses,
  noteSentAddress,
  savePageValidators,
} from '@pauta/core/scraping/addresses'
import {
  endHostTurn,
  findBreaker,
  findRobots,
  saveBreaker,
  saveHostPause,
  saveRobots,
  takeHostTurn,
} from '@pauta/core/scraping/hosts'
import { findSiteState, noteNewsDays, saveSiteProgress } from '@pauta/core/scraping/site-state'
import type { Db } from '@pauta/platform/database/database'
import type { FetchMemory } from '@pauta/scraper/fetch/ports'
import type { Progress, RunPorts } from '@pauta/scraper/run/ports'
import { dayOf } from '@pauta/scraper/text/dates'

/** What the fetcher keeps between runs, in the database: all processes share the turns of each host. */
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

/** The ports of a run that need the database. `onFound` is called for each article that was not known before. */
export function openRunStore(
  db: Db,
  { send, onFound }: { send: RunPorts['emit']; onFound: (agencyKey: string) => void },
): Omit<RunPorts, 'fetcher' | 'now'> {
  const known = new Map<string, ReadonlyMap<string, string>>()
  return {
    async findKnown(agencyKey, { start }) {
      const addresses = await listKnownAddresses(db, { agencyKey, from: start })
      const found = new Map(addresses.map(({ url, uniqueId }) => [url, uniqueId]))
      known.set(agencyKey, found)
      return found
    },
    findSameText: (agencyKey, contentHash) => findSameText(db, { agencyKey, contentHash, now: new Date() }),
    // The address is noted after the queue has the message: a run that ends between the two sends the article again,
    // and the queue's worker stores it once.
    async emit(message) {
      await send(message)
      const { agencyKey, url, uniqueId, publishedAt } = message
      const at = new Date()
      await noteSentAddress(db, { agencyKey, url, uniqueId, at })
      if (known.get(agencyKey)?.has(url)) return
      onFound(agencyKey)
      const precision = 'second'
      await noteNewsDays(db, { agencyKey, days: [dayOf({ iso: publishedAt, precision })], now: at })
    },
    async noteListed(agencyKey, items) {
      const at = new Date()
      await noteListedAddresses(db, { agencyKey, urls: items.map(({ url }) => url), at })
      const days = items.flatMap(({ stamp }) => (stamp === null ? [] : [dayOf(stamp)]))
      if (days.length > 0) await noteNewsDays(db, { agencyKey, days, now: at })
    },
    loadProgress: async (agencyKey) =>
      ((await findSiteState(db, agencyKey))?.progress ?? null) as Progress | null,
    saveProgress: (agencyKey, progress) => saveSiteProgress(db, agencyKey, progress),
  }
}
