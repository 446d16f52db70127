import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { writeDeliveryMessages } from '@pauta/delivery/queues/messages'
import { setTimeout as delay } from 'node:timers/promises'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { deliver } from '../workers/delivery.ts'
import type { DeliveryBench } from '../workers/delivery-bench.ts'
import type { DeliverProcess, DeliveryKills, StrikePoint } from './kill-deliveries.ts'
import { passTime, type ReleaseOnItsWay } from '../rows/ledger.ts'
import type { Taken } from '../services/providers.ts'
import { seeded } from '../runner/seeded.ts'

/** Channels that differ in which messages may come twice. */
const WAYS = ['smtp', 'ses', 'telegram', 'push', 'webhook'] as const
export type Way = (typeof WAYS)[number]

/** The result of a number of runs. */
export interface KillCounts {
  runs: number
  rows: number
  kills: number
  /** Rows within a hand-off when their process was killed. */
  inHandOff: number
  /** Rows that no provider received, or that the ledger does not have as sent. */
  lost: number
  /** Messages beyond the first, without those that receivers recognise. */
  doubled: number
  /** Of those, more than one for each kill within a hand-off of that row; on keyed channels any. */
  unexcused: number
}

const ROUNDS_MAX = 15
const ROWS_MAX = 12
const KILLS_MAX = 3
/** A batch makes about this many calls to stores. */
const STORE_CALLS_MAX = 7
/** After this time, messages sent before a kill have arrived. */
const STRAGGLERS_MS = 15

interface Run {
  bench: DeliveryBench
  kills: DeliveryKills
  way: Way
  random: () => number
}

const channelOf = (way: Way): DeliveryChannel => (way === 'smtp' || way === 'ses' ? 'email' : way)

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

/** Messages as a queue may deliver them: in any order, some rows twice, and in the first rounds some not at all. */
function writeBatch(ids: readonly string[], round: number, random: () => number): string[] {
  const named = shuffle(ids, random).filter(() => round > 1 || random() < 0.8)
  const cut = Math.floor(random() * named.length)
  const again = named.filter(() => random() < 0.3)
  const messages = [named.slice(0, cut), named.slice(cut), again]
  return shuffle(messages, random).flatMap((page) => writeDeliveryMessages(page))
}

function drawStrike(rows: number, random: () => number): StrikePoint {
  const moment = random() < 0.5 ? 'before' : 'after'
  return random() < 0.5
    ? { at: 'store', call: 1 + Math.floor(random() * STORE_CALLS_MAX), moment }
    : { at: 'provider', message: 1 + Math.floor(random() * rows), moment }
}

/** Sends the events of Amazon SES for accepted mails, in any order and repeatedly. */
async function report({ bench, way, random }: Run): Promise<void> {
  if (way !== 'ses') return
  const { handler } = (await import('@pauta/functions/workers/mail-feedback/handler')) as {
    handler: (event: SQSEvent) => Promise<SQSBatchResponse>
  }
  const events = bench.providers.taken.map(({ body }) => {
    const { EmailTags } = JSON.parse(body) as { EmailTags: { Name: string; Value: string }[] }
    const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]))
    return JSON.stringify({ eventType: 'Send', mail: { messageId: 'ses-1', tags } })
  })
  const told = shuffle([...events, ...events.filter(() => random() < 0.2)], random)
  if (told.length > 0)
    await deliver(
      handler,
      told.map((body) => ({ body })),
    )
}

/** Kills the run, sends messages and advances the time until the ledger has all rows as sent. */
async function runToTheEnd(run: Run, { rows }: ReleaseOnItsWay) {
  const { bench, kills, way, random } = run
  const ids = [...rows.values()]
  const inHandOff = new Map<string, number>()
  const killsWanted = Math.floor(random() * (KILLS_MAX + 1))
  let killed = 0
  let worker: DeliverProcess | undefined
  for (let round = 0; round < ROUNDS_MAX; round++) {
    worker ??= kills.take(way === 'ses' ? 'ses' : 'smtp')
    const strikeAt = round < killsWanted ? drawStrike(ids.length, random) : undefined
    const bodies = writeBatch(ids, round, random)
    if (bodies.length > 0 && !(await worker.handle({ channel: channelOf(way), bodies }, strikeAt))) {
      killed++
      worker = undefined
      await delay(STRAGGLERS_MS)
      const sending = await bench.stack.db<{ id: string }[]>`
        select id from deliveries where id = any(${ids}) and status = 'sending'`
      for (const { id } of sending) inHandOff.set(id, (inHandOff.get(id) ?? 0) + 1)
    }
    await report(run)
    const open = await bench.stack.db`
      select 1 from deliveries where id = any(${ids}) and status <> 'sent'`
    if (open.length === 0) break
    await passTime(bench.stack.db, ids)
  }
  worker?.leave()
  return { killed, inHandOff }
}

/** Number of messages to one address, without those that its receiver recognises. */
function countEffects(taken: readonly Taken[]): number {
  const keys = taken.flatMap(({ key }) => key ?? [])
  return new Set(keys).size + (taken.length - keys.length)
}

/** One run with one release. The seed determines everything in it. */
async function runWithKills(
  bench: DeliveryBench,
  kills: DeliveryKills,
  seed: number,
): Promise<KillCounts & { way: Way }> {
  const random = seeded(seed)
  const way = WAYS[seed % WAYS.length] ?? 'smtp'
  const count = 1 + Math.floor(random() * ROWS_MAX)
  const release = await bench.write(channelOf(way), { count })
  bench.providers.taken.length = 0
  const { killed, inHandOff } = await runToTheEnd({ bench, kills, way, random }, release)
  const counts = { way, runs: 1, rows: count, kills: killed, inHandOff: 0, lost: 0, doubled: 0, unexcused: 0 }
  const ledger = await bench.ledger(release)
  for (const [address, id] of release.rows) {
    const to = address.replace(bench.providers.origin, '')
    const taken = bench.providers.taken.filter((message) => message.to === to)
    const doubled = Math.max(0, countEffects(taken) - 1)
    const crashes = inHandOff.get(id) ?? 0
    const isExcusable = way === 'smtp' || way === 'telegram'
    counts.inHandOff += crashes
    counts.doubled += doubled
    counts.unexcused += Math.max(0, doubled - (isExcusable ? crashes : 0))
    if (taken.length === 0 || ledger.find((row) => row.id === id)?.status !== 'sent') counts.lost++
  }
  return counts
}

export const NO_COUNTS: KillCounts = {
  runs: 0,
  rows: 0,
  kills: 0,
  inHandOff: 0,
  lost: 0,
  doubled: 0,
  unexcused: 0,
}

export function addCounts(one: KillCounts, other: KillCounts): KillCounts {
  return {
    runs: one.runs + other.runs,
    rows: one.rows + other.rows,
    kills: one.kills + other.kills,
    inHandOff: one.inHandOff + other.inHandOff,
    lost: one.lost + other.lost,
    doubled: one.doubled + other.doubled,
    unexcused: one.unexcused + other.unexcused,
  }
}

/** Runs every channel in turn. Returns the counts of each. */
export async function runManyWithKills(
  bench: DeliveryBench,
  kills: DeliveryKills,
  { firstSeed, runs }: { firstSeed: number; runs: number },
): Promise<Record<Way, KillCounts>> {
  const counts = { smtp: NO_COUNTS, ses: NO_COUNTS, telegram: NO_COUNTS, push: NO_COUNTS, webhook: NO_COUNTS }
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const { way, ...run } = await runWithKills(bench, kills, seed)
    counts[way] = addCounts(counts[way], run)
  }
  return counts
}

/** One line per channel, with the counts behind a green test. */
export function tellCounts(counts: Record<Way, KillCounts>): string {
  return WAYS.map((way) => {
    const { runs, rows, kills, inHandOff, lost, doubled, unexcused } = counts[way]
    return `${way.padEnd(9)} ${runs} runs, ${rows} rows, ${kills} kills, ${inHandOff} rows within a hand-off: ${lost} lost, ${doubled} doubled, ${unexcused} of them beyond what a kill excuses`
  }).join('\n')
}
