import * as z from 'zod'
import { describeError } from '@pauta/platform/errors'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { decodeEvent, rawEventFolder, type Topic } from './envelope.ts'
import { listDays } from './replay-days.ts'

/** Events per batch, as documented. */
const REPLAY_BATCH_EVENTS = 100
const PROBLEMS_KEPT = 20

const progressSchema = z.object({
  /** The current local day, `YYYY-MM-DD`. */
  day: z.string(),
  /** The last key of this day that was sent. */
  after: z.string().optional(),
  sent: z.number().int(),
  unreadable: z.number().int(),
  problems: z.array(z.object({ key: z.string(), reason: z.string() })),
})

/** The position of a replay: all earlier days, and all keys of `day` up to `after`, are complete. */
export type ReplayProgress = z.output<typeof progressSchema>

export interface ReplayRequest {
  topic: Topic
  /** Local days, `YYYY-MM-DD`, both included. */
  startDate: string
  endDate: string
  /** Progress of an earlier attempt; other values start from the beginning. */
  progress: unknown
}

export interface ReplayDependencies {
  storage: Storage
  /** Sends the texts of up to 100 events. */
  send: (bodies: readonly string[]) => Promise<void>
  /** Called after each batch, when everything before it was sent. */
  save: (progress: ReplayProgress) => Promise<void>
  signal: AbortSignal
}

async function readEvents(storage: Storage, keys: readonly string[], progress: ReplayProgress) {
  const texts = await Promise.all(keys.map((key) => storage.find(key)))
  return texts.flatMap((text, position) => {
    try {
      return [JSON.stringify(decodeEvent(text ?? ''))]
    } catch (error) {
      progress.unreadable++
      const problem = { key: keys[position] ?? '', reason: describeError(error).slice(0, 200) }
      if (progress.problems.length < PROBLEMS_KEPT) progress.problems.push(problem)
      return []
    }
  })
}

/**
 * Sends the stored events of a topic in the order of their keys, day by day, in batches of 100. Continues at the
 * position of an earlier attempt. Counts and skips objects that are no events. Returns `complete: false` when the
 * signal ended it early. At most one batch is sent twice.
 */
export async function replayEvents(
  request: ReplayRequest,
  { storage, send, save, signal }: ReplayDependencies,
): Promise<ReplayProgress & { complete: boolean }> {
  const days = listDays(request.startDate, request.endDate)
  const kept = progressSchema.safeParse(request.progress)
  const progress: ReplayProgress = kept.success
    ? kept.data
    : { day: request.startDate, sent: 0, unreadable: 0, problems: [] }
  for (const day of days.filter((day) => day >= progress.day)) {
    if (day !== progress.day) Object.assign(progress, { day, after: undefined })
    for (;;) {
      if (signal.aborted) return { ...progress, complete: false }
      const keys = await storage.list(rawEventFolder(request.topic, day), {
        after: progress.after,
        limit: REPLAY_BATCH_EVENTS,
      })
      if (keys.length === 0) break
      const bodies = await readEvents(storage, keys, progress)
      await send(bodies)
      progress.sent += bodies.length
      progress.after = keys.at(-1)
      await save(progress)
    }
  }
  return { ...progress, complete: true }
}
