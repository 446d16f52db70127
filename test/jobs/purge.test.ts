import { listScrapedEvents } from '@pauta/core/steps/article-events'
import { upsertArticles } from '@pauta/core/intake/writes'
import { connectQueues } from '@pauta/platform/queues/queues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../support/factories.ts'
import { listMessages, startRun } from '../support/runs.ts'
import { shareTestStack } from '../support/shared-stack.ts'
import type { TestStack } from '../support/stack.ts'
import { timeAgo, timeAhead, tables } from '../support/tables.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

describe('the purge', () => {
  it('removes runs that ended more than two weeks ago, and no others', async () => {
    await stack.db`
      insert into job_runs (job, target, scheduled_time, status, updated_at)
      select 'scrape', n::text, at, case when n = 19 then 'waiting' else 'succeeded' end, at
      from (select n, now() - make_interval(hours => n * 24 - 12) as at from generate_series(1, 20) n) runs`
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ runs: 5 })
    const left = await stack.db<{ target: string }[]>`select target from job_runs where job = 'scrape'`
    const targets = left.map(({ target }) => Number(target)).sort((a, b) => a - b)
    expect(targets).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19])
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
    await stack.db`
      insert into deliveries (id, user_id, channel, address, payload, error, status, created_at)
      select 'd' || n, 'u', 'email', case when n % 2 = 0 then 'ana@exemplo.org' else 'bia@exemplo.org' end,
        '{"a": 1}', 'ana@exemplo.org is full', case when n = 1 then 'pending' else 'sent' end,
        now() - make_interval(days => 93 - n) from generate_series(1, 6) n`
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
    await stack.db`
      insert into releases (id, clipping_id, clipping_name, digest_html, articles_count, ref_time, created_at, made_at)
      select 'l' || days, 'l', 'x', '<p>', 0, at, at, at
      from (select days, now() - make_interval(days => days) as at from unnest(array[10, 729, 731]) days) d`
    await stack.db`
      insert into deliveries (id, release_id, user_id, channel, address, status, created_at)
      select 'l' || days, 'l10', 'l', 'email', 'sha256:' || days, 'sent', now() - make_interval(days => days)
      from unnest(array[179, 181]) days`
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
    await stack.db`
      insert into user_actions (user_id, action, bucket, count)
      select 'v', 'mutation', now() - make_interval(hours => n * 24 - 1), 1 from generate_series(1, 4) n`
    await tables.telegramTokens.add(stack.db, [
      { tokenHash: 'old', userId: 'v', expiresAt: timeAgo(1, 'minute') },
      { tokenHash: 'new', userId: 'v', expiresAt: timeAhead(10, 'minute') },
    ])
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ actions: 2, telegramTokens: 1 })
    expect(await stack.db`select token_hash from telegram_tokens`).toEqual([{ tokenHash: 'new' }])
    expect(await stack.db`select 1 from user_actions where user_id = 'v'`).toHaveLength(2)
  })

  it('removes more than one batch of old rows in a run', async () => {
    await tables.users.add(stack.db, { id: 'many' })
    await stack.db`
      insert into user_actions (user_id, action, bucket, count)
      select 'many', 'mutation', now() - interval '3 days' - make_interval(secs => n), 1
      from generate_series(1, 5001) n`
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ actions: 5001 })
    expect(await stack.db`select 1 from user_actions where user_id = 'many' limit 1`).toHaveLength(0)
  })
})
