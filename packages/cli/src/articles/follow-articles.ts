import { setTimeout as delay } from 'node:timers/promises'
import {
  listOpenSteps,
  listToClassify,
  listToEnrich,
  listWaitingToEnrich,
  type EnrichSelection,
} from '@pauta/core/features/backfill'
import { markDue } from '@pauta/core/steps/steps'
import { enqueueStep, type EnqueueDependencies } from '@pauta/core/steps/enqueue'
import { CommandError } from '../terminal/connect.ts'

const PAGE_ARTICLES = 100
/** Articles in the queue at once. The limit keeps the queue short, so that news is not delayed. */
const IN_FLIGHT_MAX = 500
const POLL_MS = 500
const STALLED_AFTER_MS = 60_000
/** After this time without an end, articles that became due again are sent again. */
const RESEND_AFTER_MS = 3000
/** Passes over the articles that became due again, because a name of theirs became an entity in a later article. */
const AGAIN_PASSES_MAX = 3

export interface EnrichProgress {
  done: number
  failed: number
}

/** Steps that the command can repeat for a selection. */
export type RepeatedStep = 'enrich' | 'classify'

export interface EnrichWalk extends Omit<EnqueueDependencies, 'now'> {
  step: RepeatedStep
  /** Articles sent per second, at most. */
  rate: number
  signal: AbortSignal
  onProgress: (progress: EnrichProgress) => void
  onFailed: (uniqueId: string, error: string) => void
}

interface Page {
  ids: readonly string[]
  /** Ids of the articles whose step must become due. */
  toMark: readonly string[]
  /** Ids of the articles whose worker must be started. */
  toSend: readonly string[]
}

/** What a pass reads: the selection, or the articles that became due again meanwhile. */
type Pass = EnrichSelection | { kind: 'again' }

async function readPage({ db, step, rate }: EnrichWalk, selection: Pass, after: string): Promise<Page> {
  const place = { after, limit: Math.min(PAGE_ARTICLES, rate) }
  if (selection.kind === 'again') {
    const ids = await listWaitingToEnrich(db, place)
    return { ids, toSend: ids, toMark: [] }
  }
  if (step === 'enrich') {
    const ids = await listToEnrich(db, selection, place)
    return { ids, toSend: ids, toMark: ids }
  }
  const articles = await listToClassify(db, selection, place)
  // Each question to a model costs money, so an article that already waits is not made due again.
  const toMark = articles.filter(({ isWaiting }) => !isWaiting).map(({ uniqueId }) => uniqueId)
  return { ids: articles.map(({ uniqueId }) => uniqueId), toSend: toMark, toMark }
}

/** Makes the next page due and starts its worker by messages. Returns the ids of the page; empty at the end of the selection. */
async function sendPage(walk: EnrichWalk, selection: Pass, after: string): Promise<readonly string[]> {
  const { ids, toMark, toSend } = await readPage(walk, selection, after)
  await markDue(walk.db, walk.step, toMark)
  if (toSend.length > 0) await enqueueStep(walk.step, toSend, { ...walk, now: new Date() })
  return ids
}

/** Removes articles that are done or failed from `waiting`, and counts them in `progress`. */
async function settle(walk: EnrichWalk, waiting: Set<string>, progress: EnrichProgress): Promise<void> {
  const open = new Map(
    (await listOpenSteps(walk.db, walk.step, [...waiting])).map((step) => [step.uniqueId, step]),
  )
  for (const uniqueId of waiting) {
    const step = open.get(uniqueId)
    if (step?.status === 'due') continue
    waiting.delete(uniqueId)
    if (step === undefined) progress.done++
    else {
      progress.failed++
      walk.onFailed(uniqueId, step.error ?? 'unknown')
    }
  }
}

/** Waits. Throws the reason of the abort instead of an AbortError when `signal` aborts. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(Math.max(0, milliseconds), undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** Starts the worker again for articles that became due again after they were sent. */
async function resend(walk: EnrichWalk, waiting: ReadonlySet<string>): Promise<void> {
  if (waiting.size > 0) await enqueueStep(walk.step, [...waiting], { ...walk, now: new Date() })
}

/** Sends the articles of a pass, and waits until each is done or has failed once. */
async function followPass(walk: EnrichWalk, pass: Pass, progress: EnrichProgress): Promise<void> {
  const waiting = new Set<string>()
  let after = ''
  let complete = false
  let movedAt = Date.now()
  let sentAt = movedAt
  let nextPageAt = 0
  for (;;) {
    walk.signal.throwIfAborted()
    if (!complete && waiting.size < IN_FLIGHT_MAX && Date.now() >= nextPageAt) {
      const ids = await sendPage(walk, pass, after)
      complete = ids.length === 0
      after = ids.at(-1) ?? after
      for (const id of ids) waiting.add(id)
      nextPageAt = Date.now() + (ids.length / walk.rate) * 1000
      movedAt = sentAt = Date.now()
    }
    const before = waiting.size
    await settle(walk, waiting, progress)
    if (waiting.size < before) movedAt = Date.now()
    walk.onProgress(progress)
    if (Date.now() - movedAt > STALLED_AFTER_MS) {
      throw new CommandError(
        `No worker has taken the ${waiting.size} articles that wait, for ${STALLED_AFTER_MS / 1000} s.\n` +
          `They stay due: start the stack or check the queue \`${walk.step}\`, then continue with --missing.`,
      )
    }
    if (complete && waiting.size === 0) return
    if (walk.step === 'enrich' && Date.now() - Math.max(movedAt, sentAt) > RESEND_AFTER_MS) {
      await resend(walk, waiting)
      sentAt = Date.now()
    }
    const untilNextPage = complete || waiting.size >= IN_FLIGHT_MAX ? POLL_MS : nextPageAt - Date.now()
    await pause(Math.min(POLL_MS, untilNextPage), walk.signal)
  }
}

/**
 * Makes the articles of a selection due for a step, page by page, and sends messages at a bounded rate. Waits until
 * each article is done or has failed once. Then enriches those again that became due meanwhile, because a name in them
 * became an entity. Throws a CommandError when no article ends for 60 s, and the signal's reason when `signal` aborts. Due
 * articles stay due, and the workers process them later.
 */
export async function enrichArticles(walk: EnrichWalk, selection: EnrichSelection): Promise<EnrichProgress> {
  const progress: EnrichProgress = { done: 0, failed: 0 }
  await followPass(walk, selection, progress)
  for (let pass = 0; walk.step === 'enrich' && pass < AGAIN_PASSES_MAX; pass += 1) {
    if ((await listWaitingToEnrich(walk.db, { after: '', limit: 1 })).length === 0) break
    const again = { done: 0, failed: 0 }
    await followPass({ ...walk, onProgress: () => undefined }, { kind: 'again' }, again)
    progress.failed += again.failed
  }
  return progress
}
