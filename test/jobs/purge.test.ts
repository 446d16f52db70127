import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listScrapedEvents } from '@pauta/core/steps/article-events'
import { upsertArticles } from '@pauta/core/ingest/writes'
import {
  removeExpiredTelegramMoves,
  removeExpiredTelegramTokens,
} from '@pauta/delivery/channels/telegram/retention'
import { purgeOld } from '@pauta/functions/jobs/purge/handler'
import { purge } from '@pauta/functions/jobs/purge/job'
import { openFolderStorage } from '@pauta/platform/storage/folder-storage'
import { connectQueues } from '@pauta/platform/queues/queues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo, timeAhead } from '../kit/rows/tables.ts'

let stack: TestStack
/** Stops the next run before it begins. */
let isStopped = false
/** Where the next run finds the stored objects, as on a machine. Empty: in the bucket. */
let folder = ''
beforeAll(async () => {
  const job = quickJob(
    purge,
    (context) =>
      purgeOld({
        ...context,
        ...(isStopped && { signal: AbortSignal.abort() }),
        ...(folder !== '' && { config: { ...context.config, storage: { name: '', folder } } }),
      }),
    {},
  )
  stack = await shareTestStack({ jobs: [job] })
})
afterAll(() => stack.stop())

describe('the purge', () => {
  it('removes runs that ended more than two weeks ago, and no others', async () => {
    await tables.jobRuns.add(
      stack.db,
      Array.from({ length: 20 }, (_, place) => {
        const at = timeAgo((place + 1) * 24 - 12, 'hour')
        const status = place + 1 === 19 ? 'waiting' : 'succeeded'
        return { job: 'scrape', target: String(place + 1), scheduledTime: at, status, updatedAt: at }
      }),
    )
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ runs: 5 })
    const left = await stack.db<{ target: string }[]>`select target from job_runs where job = 'scrape'`
    const targets = left.map(({ target }) => Number(target)).sort((a, b) => a - b)
    expect(targets).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19])
  })

  it('removes what the scraper noticed more than 90 days ago', async () => {
    const row = (agencyKey: string, days: number) => ({
      agencyKey,
      lastSeenAt: timeAgo(days * 24, 'hour'),
      beganAt: timeAgo(days * 24, 'hour'),
      kind: 'no-items',
      detail: '',
    })
    await tables.scrapeDrifts.add(stack.db, [row('mec', 89), row('agu', 91)])
    await tables.scrapeMissing.add(
      stack.db,
      [89, 91].map((days) => {
        const at = timeAgo(days * 24, 'hour')
        return { uniqueId: `sumida_${days}`, agencyKey: 'mec', firstMissedAt: at, lastMissedAt: at }
      }),
    )
    await tables.scrapeNotes.add(
      stack.db,
      [89, 91].map((days) => {
        const at = timeAgo(days * 24, 'hour')
        const url = `https://www.gov.br/mec/pt-br/noticias/falha-${days}`
        return {
          agencyKey: 'mec',
          url,
          reason: 'failed',
          detail: '',
          times: 1,
          lastAt: at,
          nextAt: at,
          item: {},
        }
      }),
    )
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ scraping: 1 })
    expect([...(await stack.db`select agency_key from scrape_drifts`)]).toEqual([{ agencyKey: 'mec' }])
    expect([...(await stack.db`select url from scrape_notes`)]).toEqual([
      { url: 'https://www.gov.br/mec/pt-br/noticias/falha-89' },
    ])
    expect([...(await stack.db`select unique_id from scrape_missing`)]).toEqual([{ uniqueId: 'sumida_89' }])
  })

  it('makes the partitions of the next months for the log of articles', async () => {
    const listMonths = async () =>
      (
        await stack.db<{ name: string }[]>`
        select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'article_events'::regclass order by 1`
      ).map(({ name }) => name)
    const months = await listMonths()
    expect(months).toHaveLength(4)
    await stack.db`drop table ${stack.db(months[1] ?? '')}`
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ eventMonths: 1 })
    expect(await listMonths()).toEqual(months)
  })

  it('removes dead letters of articles that are done, and keeps open and unreadable ones', async () => {
    const articles = ['mec', 'saude'].map((agencyKey) => received(anArticle({ agencyKey })))
    const { inserted } = await upsertArticles(stack.db, articles)
    const [done = '', open = ''] = inserted
    await tables.pipelineSteps.set(stack.db, { uniqueId: done }, { status: 'done' })
    const events = await listScrapedEvents(stack.db, inserted, new Date())
    const bodies = [...events.map((event) => JSON.stringify(event)), 'not json']
    await connectQueues().send(stack.stack.queueUrl('index-dlq'), bodies)
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ deadLetters: { index: 1 } })
    const left = await listMessages(stack, 'index-dlq')
    expect(left).toHaveLength(2)
    expect(left.some((body) => body.includes(open))).toBe(true)
  })

  it('hashes addresses of mails sent more than 90 days ago, equal ones to equal hashes, and no others', async () => {
    await tables.users.add(stack.db, { id: 'u' })
    await tables.deliveries.add(
      stack.db,
      [1, 2, 3, 4, 5, 6].map((n) => ({
        id: `d${n}`,
        userId: 'u',
        channel: 'email',
        address: n % 2 === 0 ? 'ana@exemplo.org' : 'bia@exemplo.org',
        payload: { a: 1 },
        error: 'ana@exemplo.org is full',
        status: n === 1 ? 'pending' : 'sent',
        createdAt: timeAgo(93 - n, 'day'),
      })),
    )
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ addresses: 3 })
    const rows = await stack.db`select address, payload, error, status from deliveries order by id`
    const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
    const old = { address: hash, payload: null, error: null }
    expect(rows.slice(0, 3)).toEqual([
      { ...old, status: 'failed' },
      { ...old, status: 'sent' },
      { ...old, status: 'sent' },
    ])
    expect(rows[0]?.['address']).toBe(rows[2]?.['address'])
    expect(rows[0]?.['address']).not.toBe(rows[1]?.['address'])
    expect(JSON.stringify(rows.slice(0, 3))).not.toContain('exemplo')
    expect(rows).toHaveLength(6)
    for (const row of rows.slice(3))
      expect(row).toEqual({
        address: expect.stringContaining('@exemplo.org'),
        payload: { a: 1 },
        error: 'ana@exemplo.org is full',
        status: 'sent',
      })
    const again = await (await startRun(stack, 'purge')).until('succeeded')
    expect(again.result).toMatchObject({ addresses: 0 })
  })

  it('removes ledger rows after 180 days and releases after two years, and no younger ones', async () => {
    await tables.users.add(stack.db, { id: 'l' })
    await tables.clippings.add(stack.db, { id: 'l', authorUserId: 'l', name: 'x', schedule: '0 8 * * *' })
    await tables.releases.add(
      stack.db,
      [10, 729, 731].map((days) => {
        const at = timeAgo(days, 'day')
        return { id: `l${days}`, clippingId: 'l', refTime: at, madeAt: at }
      }),
    )
    await tables.deliveries.add(
      stack.db,
      [179, 181].map((days) => ({
        id: `l${days}`,
        releaseId: 'l10',
        userId: 'l',
        channel: 'email',
        address: `sha256:${days}`,
        status: 'sent',
        createdAt: timeAgo(days, 'day'),
      })),
    )
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ deliveries: 1, releases: 1 })
    expect(await stack.db`select id from deliveries where user_id = 'l'`).toEqual([{ id: 'l179' }])
    expect(await stack.db`select id from releases where clipping_id = 'l' order by id`).toEqual([
      { id: 'l10' },
      { id: 'l729' },
    ])
    await tables.users.remove(stack.db, { id: 'l' })
  })

  it('removes actions of two days ago and expired links', async () => {
    await tables.users.add(stack.db, { id: 'v' })
    await tables.userActions.add(
      stack.db,
      [1, 2, 3, 4].map((n) => ({
        userId: 'v',
        action: 'mutation',
        bucket: timeAgo(n * 24 - 1, 'hour'),
        count: 1,
      })),
    )
    await tables.telegramTokens.add(stack.db, [
      { tokenHash: 'old', userId: 'v', expiresAt: timeAgo(1, 'minute') },
      { tokenHash: 'new', userId: 'v', expiresAt: timeAhead(10, 'minute') },
    ])
    await tables.telegramMoves.add(stack.db, [
      { chatId: 'old', userId: 'v', expiresAt: timeAgo(1, 'minute') },
      { chatId: 'new', userId: 'v', expiresAt: timeAhead(10, 'minute') },
    ])
    await tables.alertAttempts.add(
      stack.db,
      [1, 4].map((days) => ({ network: 'x', action: 'request', day: timeAgo(days, 'day'), count: 1 })),
    )
    await tables.incidents.add(
      stack.db,
      [364, 366].map((days) => {
        const at = timeAgo(days, 'day')
        return { kind: 'step-late', subject: 'enrich', beganAt: at, endedAt: at, worst: days }
      }),
    )
    isStopped = true
    const stopped = await (await startRun(stack, 'purge')).until('succeeded')
    isStopped = false
    const nothing = { actions: 0, telegramTokens: 0, telegramMoves: 0, alertCounts: 0, incidents: 0 }
    expect(stopped.result).toMatchObject({ ...nothing, deadLetters: { index: 0 } })
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toEqual({
      runs: 0,
      addresses: 0,
      deliveries: 0,
      releases: 0,
      actions: 2,
      consentQuestions: 0,
      alerts: 0,
      alertCounts: 1,
      telegramTokens: 1,
      telegramMoves: 1,
      scraping: 0,
      rawPages: 0,
      objects: 0,
      incidents: 1,
      eventMonths: 0,
      history: { months: 0, events: 0, versions: 0 },
      deadLetters: { enrich: 0, classify: 0, embed: 0, index: 0 },
      problems: [],
    })
    expect(await stack.db`select worst from incidents`).toEqual([{ worst: 364 }])
    expect(await stack.db`select token_hash from telegram_tokens`).toEqual([{ tokenHash: 'new' }])
    expect(await stack.db`select chat_id from telegram_moves`).toEqual([{ chatId: 'new' }])
    expect(await stack.db`select 1 from user_actions where user_id = 'v'`).toHaveLength(2)
  })

  it('removes links that expired before an instant, and none that expires then', async () => {
    await tables.users.add(stack.db, { id: 'w' })
    const before = new Date('2020-01-02T00:00:00Z')
    const ends = { past: new Date(before.getTime() - 1), present: before }
    for (const [key, expiresAt] of Object.entries(ends)) {
      await tables.telegramTokens.add(stack.db, { tokenHash: key, userId: 'w', expiresAt })
      await tables.telegramMoves.add(stack.db, { chatId: key, userId: 'w', expiresAt })
    }
    expect(await removeExpiredTelegramTokens(stack.db, { before, limit: 5 })).toBe(1)
    expect(await removeExpiredTelegramMoves(stack.db, { before, limit: 5 })).toBe(1)
    expect(await tables.telegramTokens.count(stack.db, { tokenHash: 'present' })).toBe(1)
    expect(await tables.telegramMoves.count(stack.db, { chatId: 'present' })).toBe(1)
    await tables.users.remove(stack.db, { id: 'w' })
  })

  it('removes raw events, large articles and kept pages from the folder of a machine as a bucket does', async () => {
    folder = await mkdtemp(join(tmpdir(), 'purge-objects-'))
    const storage = openFolderStorage(folder)
    const ages = { 'bronze/news.scraped': 730, ingest: 30, 'pages/mec': 90, 'models/themes': 0 }
    for (const [prefix, days] of Object.entries(ages))
      for (const [name, at] of [
        ['old', timeAgo(days * 24 + 1, 'hour')],
        ['kept', timeAgo(days * 24 - 1, 'hour')],
      ] as const) {
        await storage.put(`${prefix}/${name}`, name, 'text/plain')
        await utimes(join(folder, prefix, name), at, at)
      }
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ objects: 3 })
    expect(await storage.list('', { limit: 10 })).toEqual([
      'bronze/news.scraped/kept',
      'ingest/kept',
      'models/themes/kept',
      'models/themes/old',
      'pages/mec/kept',
    ])
    await rm(folder, { recursive: true })
    folder = ''
  })

  it('removes more than one batch of old rows in a run', async () => {
    await tables.users.add(stack.db, { id: 'many' })
    await tables.userActions.add(
      stack.db,
      Array.from({ length: 5001 }, (_, n) => ({
        userId: 'many',
        action: 'mutation',
        bucket: timeAgo(3 * 86_400 + n, 'second'),
        count: 1,
      })),
    )
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ actions: 5001 })
    expect(await stack.db`select 1 from user_actions where user_id = 'many' limit 1`).toHaveLength(0)
  })
})
