import { listIntegrityCandidates, type IntegrityCandidate } from '@pauta/core/articles/integrity'
import { upsertFeatures } from '@pauta/core/features/features'
import type { DbPool } from '@pauta/platform/database/database'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { leastPause } from '../fetch/news-hosts.ts'
import { isMassBroken, isPictureBroken, judgePage, type Check } from './judge-check.ts'
import { isCheckable } from './probe.ts'
import { isMassRemoval } from '../crawl/judge-drift.ts'
import type { RemovalMessage } from '../crawl/ports.ts'
import { openDrift } from '../store/drifts.ts'
import { countMissing, listMissed, listReadBefore } from './integrity-rows.ts'
import { recordMissing } from '../store/missing.ts'
import type { ArticleToCheck } from './integrity.ts'

/** Articles that are considered: more than a run can check, so that one slow host keeps no other one waiting. */
const CANDIDATES_MAX = 1_000
/** Missing articles that get their second look in one run. */
const MISSED_MAX = 20
/** Articles that are checked before them: these show whether the host is at fault. */
const FIRST = 20
/** Articles of one step, as the documented caller took them. */
const STEP_ARTICLES = 50
/** Milliseconds of requests to one host in a step, below the 100 s after which a check is given up. */
const HOST_MS = 80_000
/** A page and a picture. */
const REQUESTS_PER_ARTICLE = 2
/** So many articles of a host without any answer are a fault of the host. */
const SILENT_MIN = 3

export interface IntegrityPorts {
  db: DbPool
  /** Checks pages and pictures. Leaves out what it could not check in its time. */
  verify: (articles: readonly ArticleToCheck[]) => Promise<readonly Check[]>
  /** Sends a removal to `news-ingest`. */
  emit: (message: RemovalMessage) => Promise<void>
  /** Hosts of the news sites. */
  hosts: ReadonlySet<string>
  /** Milliseconds between two requests to a host. */
  delayMilliseconds: number
  now: () => Date
  /** No step begins after this time, in milliseconds since 1970. */
  deadline: number
  logger: Logger
}

/** What a run did, in articles. */
export interface IntegrityCounts {
  checked: number
  /** Not checked: their host did not answer, or the time was over. They stay due. */
  left: number
  brokenPictures: number
  missingPages: number
  removed: number
  /** Missing pages or broken pictures that are so many at once that their site or host is at fault. */
  held: number
}

interface Candidate extends IntegrityCandidate {
  /** The page was missing before. */
  wasMissing: boolean
}

type Integrity = Readonly<Record<string, unknown>>
const integrityOf = ({ integrity }: IntegrityCandidate): Integrity =>
  typeof integrity === 'object' && integrity !== null && !Array.isArray(integrity)
    ? (integrity as Integrity)
    : {}
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const hostOf = (address: string | null) => (address === null ? '' : (URL.parse(address)?.host ?? ''))

/** Checks the stored articles that are due, in steps. Steps are recorded as they end. */
class IntegrityRun {
  readonly #ports: IntegrityPorts
  /** Hosts that did not answer, or whose pages are missing in number: they are asked no more. */
  readonly #faulty = new Set<string>()
  readonly counts: IntegrityCounts = {
    checked: 0,
    left: 0,
    brokenPictures: 0,
    missingPages: 0,
    removed: 0,
    held: 0,
  }

  constructor(ports: IntegrityPorts) {
    this.#ports = ports
  }

  /** Takes articles for a step out of `waiting`, so many of each host as it answers in time. */
  takeStep(waiting: Candidate[]): Candidate[] {
    const perHost = new Map<string, number>()
    const step: Candidate[] = []
    for (let position = 0; position < waiting.length && step.length < STEP_ARTICLES;) {
      const candidate = waiting[position]
      const host = candidate ? hostOf(candidate.url) : ''
      const taken = perHost.get(host) ?? 0
      if (candidate === undefined || taken >= this.#stepOf(host)) {
        position += 1
        continue
      }
      perHost.set(host, taken + 1)
      step.push(candidate)
      waiting.splice(position, 1)
    }
    return step
  }

  #stepOf(host: string): number {
    if (this.#faulty.has(host)) return 0
    const pause = Math.max(1, leastPause(host, this.#ports.delayMilliseconds))
    return Math.max(1, Math.floor(HOST_MS / (REQUESTS_PER_ARTICLE * pause)))
  }

  async check(step: readonly Candidate[]): Promise<void> {
    const { db, verify, now } = this.#ports
    const at = now()
    const readBy = await listReadBefore(
      db,
      step.map(({ uniqueId }) => uniqueId),
    )
    const asked = step.map((candidate) => this.#toCheck(candidate))
    const some = asked.filter(({ url, image_url: imageUrl }) => url !== null || imageUrl !== null)
    const checks = new Map(
      (some.length === 0 ? [] : await verify(some)).map((each) => [each.unique_id, each]),
    )
    const results = step.flatMap((candidate, position) => {
      const article = asked[position]
      const check = checks.get(candidate.uniqueId) ?? { unique_id: candidate.uniqueId }
      // Its turn did not come.
      if (article === undefined || (article.url !== null && check.content_status === undefined)) return []
      const agencyKey = readBy.get(candidate.uniqueId) ?? null
      return [{ candidate, article, agencyKey, check, page: judgePage(check) }]
    })
    const answered = this.#withoutSilent(results)
    const shown = this.#withoutMass(answered)
    await this.#record(shown, at)
    this.counts.checked += shown.length
    this.counts.left += step.length - shown.length
    await this.#recordMissing(shown, at)
  }

  /** An address that may not be asked is left out: it costs its article alone. */
  #toCheck({ uniqueId, url, imageUrl, ...candidate }: Candidate): ArticleToCheck {
    const { hosts } = this.#ports
    const { content_hash: hash, source_etag: etag } = integrityOf({ uniqueId, url, imageUrl, ...candidate })
    const isAskable = (address: string | null) => address !== null && isCheckable(address, hosts)
    return {
      unique_id: uniqueId,
      url: isAskable(url) ? url : null,
      image_url: isAskable(imageUrl) ? imageUrl : null,
      content_hash: textOrNull(hash),
      source_etag: textOrNull(etag),
      check_content: isAskable(url),
    }
  }

  /** Leaves out the articles of hosts that did not answer at all: they stay due. */
  #withoutSilent(results: readonly Result[]): readonly Result[] {
    for (const [host, ofHost] of Map.groupBy(results, ({ candidate }) => hostOf(candidate.url))) {
      if (ofHost.length < SILENT_MIN || ofHost.some(({ page }) => page !== 'silent')) continue
      this.#faulty.add(host)
      this.#ports.logger.warn({ host, articles: ofHost.length }, 'check-integrity: a host does not answer')
    }
    return results.filter(({ candidate }) => !this.#faulty.has(hostOf(candidate.url)))
  }

  /** Leaves out the articles of hosts on which so many pages are missing at a first look that the host is at fault. */
  #withoutMass(results: readonly Result[]): readonly Result[] {
    for (const [host, ofHost] of Map.groupBy(results, ({ candidate }) => hostOf(candidate.url))) {
      const first = ofHost.filter(
        ({ candidate, agencyKey, page }) => agencyKey !== null && !candidate.wasMissing && page !== 'unknown',
      )
      const gone = first.filter(({ page }) => page === 'missing').length
      if (!isMassRemoval({ gone, checked: first.length })) continue
      this.#faulty.add(host)
      this.counts.held += gone
      this.#ports.logger.warn(
        { host, gone, checked: first.length },
        'check-integrity: many pages are missing',
      )
    }
    return results.filter(({ candidate }) => !this.#faulty.has(hostOf(candidate.url)))
  }

  /** Stores what the checks found, as the mutation of the features does. */
  async #record(results: readonly Result[], at: Date): Promise<void> {
    const ofPictures = Map.groupBy(results, ({ article }) => hostOf(article.image_url))
    const held = new Set<string>()
    for (const [host, ofHost] of ofPictures) {
      const broken = ofHost.filter(({ check }) => isPictureBroken(check) === true).length
      if (!isMassBroken({ broken, checked: ofHost.length })) continue
      held.add(host)
      this.counts.held += broken
      this.#ports.logger.warn({ host, broken }, 'check-integrity: many pictures are broken')
    }
    const items = results.map(({ candidate, article, check }) => {
      const isShown = article.image_url !== null && !held.has(hostOf(article.image_url))
      const isBroken = isShown ? isPictureBroken(check) : null
      if (isBroken === true) this.counts.brokenPictures += 1
      return {
        uniqueId: candidate.uniqueId,
        features: {
          integrity: mergeIntegrity(candidate, article, check, at),
          ...(isBroken !== null && { image_broken: isBroken }),
        },
      }
    })
    await upsertFeatures(this.#ports.db, items)
  }

  /** Records missing pages, and sends the removal of those that were missing before. */
  async #recordMissing(results: readonly Result[], at: Date): Promise<void> {
    const { db, emit } = this.#ports
    for (const [agencyKey, ofAgency] of Map.groupBy(results, (result) => result.agencyKey)) {
      if (agencyKey === null) continue
      const idsOf = (page: Result['page']) =>
        ofAgency.filter((result) => result.page === page).map(({ candidate }) => candidate.uniqueId)
      const seen = { missing: idsOf('missing'), present: idsOf('present') }
      this.counts.missingPages += seen.missing.length
      const confirmed = new Set(await recordMissing(db, { agencyKey, ...seen, at }))
      if (confirmed.size === 0) continue
      const share = await countMissing(db, { agencyKey, now: at })
      if (isMassRemoval(share)) {
        this.counts.held += confirmed.size
        const detail = `${share.gone} of ${share.checked} articles of the last months are gone`
        await openDrift(db, { agencyKey, kind: 'mass-removal', detail, pageKey: null }, at)
        continue
      }
      for (const { candidate } of ofAgency) {
        if (!confirmed.has(candidate.uniqueId)) continue
        const { uniqueId, url } = candidate
        await emit({ uniqueId, agencyKey, url, removedAt: at.toISOString() })
        this.counts.removed += 1
      }
    }
  }
}

interface Result {
  candidate: Candidate
  article: ArticleToCheck
  /** Null when nobody has read the page before: that it is missing proves no removal. */
  agencyKey: string | null
  check: Check
  page: ReturnType<typeof judgePage>
}

const KEPT_UNLESS_READ = ['content_hash', 'source_etag'] as const

/** Adds a check to the stored one. Keys of what was not checked keep their values, and so does the hash of a lost page. */
function mergeIntegrity(
  candidate: Candidate,
  { url, image_url: imageUrl }: ArticleToCheck,
  check: Check,
  at: Date,
): Integrity {
  const isPictureAsked = imageUrl !== null || candidate.imageUrl === null
  const fields = Object.entries(check).filter(
    ([key, value]) =>
      key !== 'unique_id' &&
      (isPictureAsked || !key.startsWith('image_')) &&
      (url !== null || key.startsWith('image_')) &&
      !(value === null && KEPT_UNLESS_READ.some((kept) => kept === key)),
  )
  return { ...integrityOf(candidate), ...Object.fromEntries(fields), checked_at: at.toISOString() }
}

/**
 * Checks the pages and pictures of stored articles: those that `integrityBatch` lists, newest first, and those that were
 * missing six hours ago. Records `features.integrity` and `image_broken`, and sends the removal of an article whose page
 * was missing at two looks. Never removes more than a fifth of what is known of an agency.
 */
export async function checkIntegrity(ports: IntegrityPorts): Promise<IntegrityCounts> {
  const { db, now, deadline } = ports
  const run = new IntegrityRun(ports)
  const missed = await listMissed(db, { now: now(), limit: MISSED_MAX })
  const again = new Set(missed.map(({ uniqueId }) => uniqueId))
  const due = await listIntegrityCandidates(db, { now: now(), limit: CANDIDATES_MAX })
  const waiting: Candidate[] = due
    .filter(({ uniqueId }) => !again.has(uniqueId))
    .map((candidate) => ({ ...candidate, wasMissing: false }))
  waiting.splice(FIRST, 0, ...missed.map((candidate) => ({ ...candidate, wasMissing: true })))
  while (now().getTime() < deadline) {
    const step = run.takeStep(waiting)
    if (step.length === 0) break
    await run.check(step)
  }
  return run.counts
}
