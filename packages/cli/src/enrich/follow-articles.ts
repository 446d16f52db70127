import { setTimeout as delay } from 'node:timers/promises'
import {
  listOpenSteps,
  listToClassify,
  listToEnrich,
  type EnrichSelection,
} from '@pauta/core/intake/backfill'
import { markDue } from '@pauta/core/steps/steps'
import { enqueueStep, type EnqueueDependencies } from '@pauta/core/steps/enqueue'
import { CommandError } from '../terminal/connect.ts'

const PAGE_ARTICLES = 100
/** Articles in the queue at once. The limit keeps the queue short, so that news is not delayed. */
const IN_FLIGHT_MAX = 500
const POLL_MS = 500
const STALLED_AFTER_MS = 60_000

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
}

async function readPage(
  { db, step, rate }: EnrichWalk,
  selection: EnrichSelection,
  after: string,
): Promise<Page> {
  const place = { after, limit: Math.min(PAGE_ARTICLES, rate) }
  if (step === 'enrich') {
    const ids = await listToEnrich(db, selection, place)
    return { ids, toMark: ids }
  }
  const articles = await listToClassify(db, selection, place)
  // Each question to a model costs money, so an article that already waits is not made due again.
  const toMark = articles.filter(({ isWaiting }) => !isWaiting)
  return { ids: articles.map(({ uniqueId }) => uniqueId), toMark: toMark.map(({ uniqueId }) => uniqueId) }
}

/** Makes the next page due and starts its worker by messages. Returns the ids of the page; empty at the end of the selection. */
async function sendPage(
  walk: EnrichWalk,
  selection: EnrichSelection,
  after: string,
): Promise<readonly string[]> {
  const { ids, toMark } = await readPage(walk, selection, after)
  await markDue(walk.db, walk.step, toMark)
  if (toMark.length > 0) await enqueueStep(walk.step, toMark, { ...walk, now: new Date() })
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

/**
 * Makes the articles of a selection due for a step, page by page, and sends messages at a bounded rate. Waits until
 * each article is done or has failed once. Throws a CommandError when no article ends for 60 s, and the signal's reason
 * when `signal` aborts. Due articles stay due, and the workers process them later.
 */
export async function enrichArticles(walk: EnrichWalk, selection: EnrichSelection): Promise<EnrichProgress> {
  const progress: EnrichProgress = { done: 0, failed: 0 }
  const waiting = new Set<string>()
  let after = ''
  let complete = false
  let movedAt = Date.now()
  let nextPageAt = 0
  for (;;) {
    walk.signal.throwIfAborted()
    if (!complete && waiting.size < IN_FLIGHT_MAX && Date.now() >= nextPageAt) {
      const ids = await sendPage(walk, selection, after)
      complete = ids.length === 0
      after = ids.at(-1) ?? after
      for (const id of ids) waiting.add(id)
      nextPageAt = Date.now() + (ids.length / walk.rate) * 1000
      movedAt = Date.now()
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
    if (complete && waiting.size === 0) return progress
    const untilNextPage = complete || waiting.size >= IN_FLIGHT_MAX ? POLL_MS : nextPageAt - Date.now()
    await pause(Math.min(POLL_MS, untilNextPage), walk.signal)
  }
}
