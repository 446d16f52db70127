import { release } from '@pauta/functions/workers/release/worker'
import type { StageSettings } from '../../../stacks/stages/stage-settings.ts'

/** What releases cost here. Times are milliseconds of processor for each clipping. */
export interface ReleaseCosts {
  clippings: number
  wallMs: number
  invocations: number
  releases: number
  /** Average number of articles of a release, and bytes of its page. */
  articles: number
  bytes: number
  /** Mails that the releases made. */
  mails: number
  workerMs: number
  postgresMs: number
  indexMs: number
  peakMb: number
  /** SQL statements and requests to the index, for each clipping. */
  statements: number
  searchRequests: number
}

/** Memory of a Lambda function with one whole processor, as AWS documents it. */
const MB_PER_PROCESSOR = 1769
/**
 * Time of a processor of Lambda or of a burstable server for the work of one millisecond here. Assumed: their cores are
 * older or shared.
 */
const SLOWER = 1.5
/** Waiting times in production, in milliseconds, within one region. Assumed. */
const WAITS = { statement: 1.5, searchRequest: 3, schedule: 40, queue: 15, invocation: 10 }
/** Processors of `t4g.medium` and of `t4g.large`. */
const DATABASE_PROCESSORS = 2
const INDEX_PROCESSORS = 2
/** Invocations of one-shot schedules per second, the lowest quota of a region. */
const SCHEDULES_PER_SECOND = 500

export interface Estimate {
  seconds: number
  /** What limits the time, and by how much. */
  bound: string
}

interface Bound {
  name: string
  seconds: number
}

function listBounds(costs: ReleaseCosts, settings: StageSettings): Bound[] {
  const { clippings, workerMs, postgresMs, indexMs, statements, searchRequests, invocations } = costs
  const share = Math.min(1, release.memoryMb / MB_PER_PROCESSOR)
  const processorMs = (workerMs * SLOWER) / share
  const storesMs = (postgresMs + indexMs) * SLOWER
  const waitMs =
    statements * WAITS.statement +
    searchRequests * WAITS.searchRequest +
    WAITS.schedule +
    WAITS.queue +
    (invocations / clippings) * WAITS.invocation
  const seconds = (each: number, at: number) => (clippings * each) / 1000 / at
  return [
    { name: 'the workers', seconds: seconds(processorMs + storesMs + waitMs, settings.releaseConcurrency) },
    { name: 'PostgreSQL', seconds: seconds(postgresMs * SLOWER, DATABASE_PROCESSORS) },
    { name: 'the index', seconds: seconds(indexMs * SLOWER, INDEX_PROCESSORS) },
    { name: 'the schedules', seconds: clippings / SCHEDULES_PER_SECOND },
  ]
}

/** Estimates when the last release is made in production: the slowest of workers, stores and schedules. */
export function extrapolateReleases(costs: ReleaseCosts, settings: StageSettings): Estimate {
  const [longest] = listBounds(costs, settings).toSorted((a, b) => b.seconds - a.seconds)
  if (!longest) throw new Error('There is no bound')
  return { seconds: longest.seconds, bound: `${longest.name} set the time` }
}

/** Returns the costs of a clipping and the arithmetic of the estimate, as lines. */
export function describeReleases(costs: ReleaseCosts, settings: StageSettings): string {
  const fixed = (value: number) => value.toFixed(1)
  const share = Math.min(1, release.memoryMb / MB_PER_PROCESSOR)
  return [
    `${costs.releases} releases of ${costs.clippings} clippings, ${fixed(costs.articles)} articles and ${fixed(costs.bytes / 1024)} KB each, ${costs.mails} mails`,
    `each: ${fixed(costs.workerMs)} ms of the worker's processor, ${fixed(costs.postgresMs)} ms of PostgreSQL, ${fixed(costs.indexMs)} ms of the index,`,
    `  ${fixed(costs.statements)} SQL statements, ${costs.searchRequests.toFixed(2)} requests to the index, ${(costs.invocations / costs.clippings).toFixed(2)} invocations; at most ${Math.round(costs.peakMb)} MB in an environment`,
    `production, each: (${fixed(costs.workerMs)} × ${SLOWER} ÷ ${share.toFixed(2)} of a processor) + (${fixed(costs.postgresMs)} + ${fixed(costs.indexMs)}) × ${SLOWER}`,
    `  + ${fixed(costs.statements)} × ${WAITS.statement} + ${costs.searchRequests.toFixed(2)} × ${WAITS.searchRequest} + ${WAITS.schedule} + ${WAITS.queue} + ${(costs.invocations / costs.clippings).toFixed(2)} × ${WAITS.invocation} ms, ${settings.releaseConcurrency} at once`,
    ...listBounds(costs, settings).map(({ name, seconds }) => `  ${name}: ${Math.round(seconds)} s`),
  ].join('\n')
}
