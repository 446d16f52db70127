import { listDocumentRows } from '@pauta/core/articles/queries'
import type { ReleaseMessage } from '@pauta/clippings/schedules/messages'
import { findRunState } from '@pauta/clippings/releases/run-state'
import { listSteps, markDone } from '@pauta/core/steps/steps'
import { confirmRows, prepareRows, writeRows, type PreparedRows } from '@pauta/core/search-index/index-rows'
import { makeRelease, type ReleaseDependencies } from '@pauta/functions/workers/release/make-release'
import fc from 'fast-check'
import { anArticle } from '../rows/factories.ts'
import { dying, Killed, type Death } from './run-model.ts'
import { uniqueName, type TestStack } from '../stack/stack.ts'

export const MINUTE_MS = 60_000
export const DAY_MINUTES = 24 * 60
const START = Date.parse('2026-03-02T12:34:56Z')
/** The longest lifetime of a worker that writes documents to the index. */
const WRITER_LIVES_MINUTES = 4

/** A message to the release worker, or a repetition of the last one of its kind. */
interface Sending {
  again: boolean
  death: Death | undefined
  skewSeconds: number
}

/** Possible events, in any order. */
export type WorldEvent =
  /** Minutes pass; an outage lasts days. */
  | { kind: 'tick'; minutes: number }
  /** An article that was published so many minutes ago is stored. */
  | { kind: 'arrive'; publishedMinutesAgo: number }
  /** A worker reads an article without a document … */
  | { kind: 'note'; which: number; skewSeconds: number }
  /** … and writes its document, and may die before it records that. */
  | { kind: 'write'; which: number; dies: boolean }
  /** The schedule sends its message. */
  | ({ kind: 'due' } & Sending)
  /** The author requests a release. */
  | ({ kind: 'manual' } & Sending)

const death = fc.option(
  fc.record({
    call: fc.integer({ min: 1, max: 9 }),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
  { nil: undefined, freq: 3 },
)
/** A machine's clock may be late. A clock that is ahead is limited by the database's clock. */
const skewSeconds = fc.integer({ min: -50, max: 0 })
const which = fc.nat(30)
const minutes = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 4, arbitrary: fc.integer({ min: 5, max: 90 }) },
  { weight: 1, arbitrary: fc.constantFrom(3 * DAY_MINUTES, 40 * DAY_MINUTES) },
)
const publishedMinutesAgo = fc.oneof(fc.nat(300), fc.nat(10 * DAY_MINUTES))
const sending = { again: fc.boolean(), death, skewSeconds }
const kind = <const Kind extends string>(name: Kind) => fc.constant(name)

export const worldEvent: fc.Arbitrary<WorldEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('tick'), minutes }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('arrive'), publishedMinutesAgo }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('note'), which, skewSeconds }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('write'), which, dies: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('due'), ...sending }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('manual'), ...sending }) },
)

/** One clipping with the articles of one agency, and a clock. */
export interface World {
  stack: TestStack
  dependencies: ReleaseDependencies
  agency: string
  clippingId: string
  clock: number
  /** Articles that are not confirmed in the index. */
  waiting: Set<string>
  /** The instant at which each article was published. */
  published: Map<string, number>
  onTheWay: { uniqueId: string; prepared: PreparedRows; since: number }[]
  sent: Record<ReleaseMessage['kind'], ReleaseMessage[]>
  /** The clipping's progress before and after each run that changed it. */
  windows: { from: number | undefined; to: number }[]
}

export async function openWorld(
  stack: TestStack,
  dependencies: ReleaseDependencies,
  authorId: string,
): Promise<World> {
  const agency = uniqueName('orgao')
  const clippingId = uniqueName('clipping')
  await stack.db`
    insert into clippings (id, author_user_id, name, schedule, next_run_at)
    values (${clippingId}, ${authorId}, 'Tudo', '0 * * * *', ${new Date('2026-03-02T13:00:00Z')})`
  await stack.db`
    insert into recortes (id, clipping_id, position, title, agencies)
    values (${clippingId}, ${clippingId}, 0, 'Tudo', ${[agency]})`
  return {
    stack,
    dependencies,
    agency,
    clippingId,
    clock: START,
    waiting: new Set(),
    published: new Map(),
    onTheWay: [],
    sent: { due: [], manual: [] },
    windows: [],
  }
}

async function arrive(world: World, publishedMinutesAgo: number): Promise<void> {
  const at = world.clock - publishedMinutesAgo * MINUTE_MS
  const article = anArticle({ agencyKey: world.agency, publishedAt: new Date(at).toISOString() })
  await world.stack.write([article])
  world.waiting.add(String(article.uniqueId))
  world.published.set(String(article.uniqueId), at)
}

async function note(world: World, uniqueId: string | undefined, skewSeconds: number): Promise<void> {
  if (uniqueId === undefined) return
  const { db, model } = world.stack
  const rows = await listDocumentRows(db, [uniqueId], model.name)
  const prepared = await prepareRows(rows, { db, now: new Date(world.clock + skewSeconds * 1000) })
  world.onTheWay.push({ uniqueId, prepared, since: world.clock })
}

/** One of the living workers writes its prepared document. */
async function write(world: World, which: number, dies: boolean): Promise<void> {
  const { db, index } = world.stack
  world.onTheWay = world.onTheWay.filter(
    ({ since }) => world.clock - since <= WRITER_LIVES_MINUTES * MINUTE_MS,
  )
  const [writer] = world.onTheWay.splice(which % Math.max(world.onTheWay.length, 1), 1)
  if (!writer) return
  const refused = await writeRows(writer.prepared, { index })
  if (dies || (await confirmRows(writer.prepared, refused, db)).length > 0) return
  await markDone(db, 'index', await listSteps(db, 'index', [writer.uniqueId]))
  world.waiting.delete(writer.uniqueId)
}

async function receive(
  { stack, dependencies, clippingId, clock, windows }: World,
  message: ReleaseMessage,
  { death, skewSeconds }: Omit<Sending, 'again'>,
): Promise<void> {
  const reached = async () => (await findRunState(stack.db, clippingId))?.deliveredUntil?.getTime()
  const from = await reached()
  try {
    await makeRelease(message, dying(dependencies, death), new Date(clock + skewSeconds * 1000))
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  const to = await reached()
  if (to !== undefined && to !== from) windows.push({ from, to })
}

/** Returns the message of the next run if the run is due. */
async function findDueMessage({ stack, clippingId, clock }: World): Promise<ReleaseMessage | undefined> {
  const nextRunAt = (await findRunState(stack.db, clippingId))?.nextRunAt
  return nextRunAt && nextRunAt.getTime() <= clock ? { kind: 'due', clippingId, nextRunAt } : undefined
}

async function send(world: World, event: Extract<WorldEvent, Sending>): Promise<void> {
  const { clippingId, clock, sent } = world
  const fresh =
    event.kind === 'due'
      ? await findDueMessage(world)
      : { kind: 'manual' as const, clippingId, requestedAt: new Date(clock) }
  const message = event.again ? sent[event.kind].at(-1) : fresh
  if (!message) return
  sent[event.kind].push(message)
  await receive(world, message, event)
}

export async function happen(world: World, event: WorldEvent): Promise<void> {
  if (event.kind === 'tick') world.clock += event.minutes * MINUTE_MS
  else if (event.kind === 'arrive') await arrive(world, event.publishedMinutesAgo)
  else if (event.kind === 'note')
    await note(world, [...world.waiting][event.which % Math.max(world.waiting.size, 1)], event.skewSeconds)
  else if (event.kind === 'write') await write(world, event.which, event.dies)
  else await send(world, event)
}

/** Completes everything: documents are written, the schedule sends due messages, and the author requests the rest. */
export async function settle(world: World): Promise<void> {
  world.clock += 20 * MINUTE_MS
  world.onTheWay = []
  for (const uniqueId of [...world.waiting].sort()) {
    await note(world, uniqueId, 0)
    await write(world, 0, false)
  }
  world.clock += 90 * MINUTE_MS
  const whole = { again: false, death: undefined, skewSeconds: 0 }
  await send(world, { kind: 'due', ...whole })
  await send(world, { kind: 'manual', ...whole })
}
