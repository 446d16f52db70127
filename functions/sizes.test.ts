import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { jobs } from './jobs/jobs.ts'
import { workers } from './workers/workers.ts'

// Repeats the numbers on purpose: they decide latency, cost and what a function may do, and no other test shows a mistake.
describe('time-outs, memory, environments and rights', () => {
  it('of workers suit what they call: batches, their window, receives, seconds, MB, environments', () => {
    const sizes = workers.map(
      ({ name, batch, maxReceives, timeoutSeconds, memoryMb, concurrency, rights = [] }) => [
        name,
        batch.size,
        batch.windowSeconds,
        maxReceives,
        timeoutSeconds,
        memoryMb,
        concurrency ?? null,
        rights.join(' '),
      ],
    )
    expect(sizes).toEqual([
      ['ingest', 10, 0, 5, 60, 512, 5, 'store-raw-events read-large-texts'],
      ['enrich', 10, 0, 5, 60, 1024, 5, 'store-raw-events read-theme-models'],
      ['classify', 5, 0, 5, 60, 512, 2, 'store-raw-events'],
      ['embed', 32, 1, 5, 120, 512, 3, 'store-raw-events'],
      ['index', 100, 1, 5, 60, 512, 5, ''],
      ['release', 1, 0, 5, 120, 1024, 5, ''],
      ['deliver-email', 5, 0, 5, 120, 1024, 2, ''],
      ['deliver-telegram', 5, 0, 5, 120, 1024, 2, ''],
      ['deliver-push', 5, 0, 5, 120, 1024, 2, ''],
      ['deliver-webhook', 5, 0, 5, 120, 1024, 2, ''],
      ['deliver-slack', 5, 0, 5, 120, 1024, 2, ''],
      ['mail-feedback', 50, 2, 5, 30, 256, 2, ''],
    ])
  })

  it('of jobs suit their work: schedule, seconds, MB, runs at once, retries and their pause in seconds', () => {
    const sizes = jobs.map(
      ({ name, schedule, timeoutSeconds, memoryMb, concurrency, retries, rights = [] }) => [
        name,
        schedule?.cron ?? null,
        timeoutSeconds,
        memoryMb,
        concurrency,
        retries.attempts,
        `${retries.backoff.kind} ${retries.backoff.seconds}`,
        rights.join(' '),
      ],
    )
    expect(sizes).toEqual([
      ['scrape', '*/15 * * * *', 900, 512, 18, 2, 'fixed 300', 'store-large-texts keep-pages'],
      ['scrape-ebc', '*/15 * * * *', 900, 512, 1, 2, 'fixed 300', 'store-large-texts keep-pages'],
      ['check-integrity', '*/30 * * * *', 600, 512, 1, 0, 'fixed 60', ''],
      ['backfill', '*/15 * * * *', 900, 512, 1, 0, 'fixed 60', 'store-large-texts keep-pages'],
      ['sweep', '*/5 * * * *', 240, 256, 1, 0, 'fixed 60', 'measure-queues'],
      ['purge', '30 3 * * *', 600, 256, 1, 2, 'fixed 300', 'take-dead-letters-of-steps remove-raw-pages'],
      ['push-news', '*/5 * * * *', 240, 256, 1, 0, 'fixed 60', ''],
      ['push-feeds', '*/5 * * * *', 240, 1024, 1, 0, 'fixed 60', ''],
      ['rank-entities', '0 */6 * * *', 300, 256, 1, 2, 'fixed 300', ''],
      ['rank-articles', '0 * * * *', 300, 256, 1, 2, 'fixed 300', ''],
      ['learn-themes', '0 4 * * SUN', 900, 2048, 1, 1, 'fixed 300', 'keep-theme-models'],
      ['export-dataset', '0 6 * * *', 900, 1024, 1, 3, 'exponential 300', ''],
      ['export-changes', '0 7 * * *', 900, 1024, 1, 3, 'exponential 300', ''],
      ['reconcile-dlq', null, 600, 256, 1, 1, 'fixed 300', 'return-dead-letters'],
      ['replay-events', null, 900, 512, 1, 2, 'exponential 60', 'read-raw-events'],
      ['repair-articles', null, 900, 256, 1, 1, 'fixed 300', ''],
      ['sync-index', null, 900, 2048, 1, 2, 'exponential 60', ''],
      ['check-database', null, 60, 256, 1, 0, 'fixed 60', ''],
    ])
  })

  it('of endpoints suit their answers: seconds, MB, environments or the setting that has their number', () => {
    const sizes = endpoints.map(({ name, timeoutSeconds, memoryMb, concurrency = null }) => [
      name,
      timeoutSeconds,
      memoryMb,
      concurrency,
    ])
    expect(sizes).toEqual([
      ['graphql', 29, 1769, 'graphqlConcurrency'],
      ['stream', 240, 1024, 'streamConcurrency'],
      ['mcp', 29, 1769, 'mcpConcurrency'],
      ['playground', 29, 512, 5],
      ['widget', 29, 256, 5],
      ['feeds', 29, 1024, 'feedConcurrency'],
      ['pages', 29, 1024, 'pageConcurrency'],
      ['export', 240, 1024, 'exportConcurrency'],
      ['live', 240, 512, 'liveConcurrency'],
      ['health', 29, 256, 5],
      ['ready', 29, 512, 2],
      ['unsubscribe', 29, 512, 3],
      ['confirm', 29, 512, 2],
      ['telegram-link', 29, 512, 2],
      ['telegram-updates', 29, 512, 2],
      ['not-found', 29, 256, 5],
    ])
  })

  it.each([...workers, ...jobs, ...endpoints].map(({ name, purpose }) => [name, purpose]))(
    'of %s stand beside a sentence for the console',
    (_, purpose) => {
      expect(purpose).toMatch(/^[A-Z].{9,}[.]$/s)
    },
  )
})
