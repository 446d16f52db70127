import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { listMessages } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

const site = new NewsSite()
let stack: SharedStack
let folder: string

beforeAll(async () => {
  await site.start()
  folder = await mkdtemp(join(tmpdir(), 'pauta-scrape-'))
  stack = await shareTestStack({ idleWorkers: ['ingest'] })
  stack.gates.sites.leadTo(site.port)
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call('scrape', args)
const hourAgo = () => siteDate(timeAgo(1, 'hour'))
const dayAgo = (count: number) => localDay(timeAgo(count, 'day'))

describe('pauta scrape try', () => {
  it('prints the entries of a listing, and each field of an article with its rule', async () => {
    const url = site.publish('mec', { slug: 'vagas', title: 'Dez mil vagas', date: '10/02/2026 17h05' })
    const listing = await run('try', 'mec')
    expect(listing).toMatchObject({ code: 0 })
    expect(listing.stdout).toMatch(
      /1 entries by the rule article\.tileItem.*\n2026-02-10T17:05:00-03:00 +Dez mil vagas/,
    )
    const article = await run('try', url)
    expect(article.stdout).toMatch(/title +Dez mil vagas +\[h1\.documentFirstHeading\]/)
    expect(article.stdout).toMatch(/published +2026-02-10T17:05:00-03:00 +\[\.?.*documentPublished/)
    const json = JSON.parse((await run('try', url, '--json')).stdout) as { article: { rules: object } }
    expect(json.article.rules).toMatchObject({ title: 'h1.documentFirstHeading' })
    expect(await run('try', 'nada')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nada') as string,
    })
    expect(await listMessages(stack, 'news-ingest')).toEqual([])
  })
})

describe('pauta scrape run', () => {
  it('sends what it reads to the queue of the stage, once', async () => {
    const state = join(folder, 'state.json')
    site.publish('cultura', { slug: 'edital', title: 'Edital de cultura', date: hourAgo() })
    const first = await run('run', '--agency', 'cultura', '--state', state)
    expect(first).toMatchObject({ code: 0 })
    expect(first.stdout).toContain('cultura: success, 2 pages read until end, 1 articles sent')
    const messages = await listMessages(stack, 'news-ingest')
    expect(messages.map((body) => JSON.parse(body) as unknown)).toMatchObject([
      { agencyKey: 'cultura', title: 'Edital de cultura' },
    ])
    expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ known: { cultura: {} } })
    const second = await run('run', '--agency', 'cultura', '--state', state, '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ status: 'completed', articles_saved: 0 })
    const again = await run('run', '--agency', 'cultura', '--state', state, '--allow-update', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ articles_saved: 1 })
  })

  it('refuses days and agencies that do not exist', async () => {
    expect(await run('run', '--from', '2026-02-30')).toMatchObject({ code: 2 })
    expect(await run('run', '--from', '2026-02-02', '--to', '2026-02-01')).toMatchObject({ code: 2 })
    expect(await run('run', '--agency', 'nada')).toMatchObject({ code: 2 })
  })

  it('exits with 1 when a site fails', async () => {
    const failed = await run('run', '--agency', 'mda', '--state', join(folder, 'other.json'))
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stdout).toContain('mda: error')
  })
})

describe('pauta scrape status', () => {
  it('shows sites in trouble first, and exits with 1', async () => {
    expect(await run('status')).toMatchObject({ code: 0, stdout: 'No site was read yet.\n' })
    const now = new Date()
    const read = { kind: 'plone-html', lastRunAt: now, lastSuccessAt: now }
    await tables.scrapeSites.add(stack.db, { ...read, agencyKey: 'saude', newsDays: [2, 1, 0].map(dayAgo) })
    await tables.scrapeSites.add(stack.db, { ...read, agencyKey: 'agu', newsDays: [40, 39, 38].map(dayAgo) })
    await tables.scrapeSites.add(stack.db, {
      ...read,
      agencyKey: 'mec',
      lastSuccessAt: timeAgo(1, 'day'),
      failures: 4,
      errorKind: 'html_changed',
      errorMessage: 'no known structure',
    })
    const day = { agencyKey: 'saude', runs: 1, failed: 0, readings: 40, errors: {} }
    await tables.scrapeDays.add(stack.db, [
      { ...day, day: dayAgo(1), fallbacks: 20 },
      { ...day, day: dayAgo(20), fallbacks: 2 },
      {
        agencyKey: 'mec',
        runs: 4,
        failed: 4,
        readings: 0,
        errors: { html_changed: 4 },
        day: dayAgo(1),
        fallbacks: 0,
      },
    ])
    const { code, stdout } = await run('status')
    expect(code).toBe(1)
    expect(stdout).toMatch(/\nmec .*failing, html_changed\n/)
    expect(stdout).toMatch(/\nagu .*silent\n/)
    expect(stdout).toMatch(/\nsaude .*50 % +template changed\n/)
    expect(stdout).toContain('mec: no known structure')
    expect(JSON.parse((await run('status', '--agency', 'mec', '--json')).stdout)).toMatchObject({
      hasTrouble: true,
      sites: [{ agencyKey: 'mec', isFailing: true, errors: { html_changed: 4 } }],
    })
    // Each kind of trouble alone makes the command exit with 1.
    await tables.scrapeSites.add(stack.db, { ...read, agencyKey: 'mcti', newsDays: [2, 1, 0].map(dayAgo) })
    const codeOf = async (agency: string) => (await run('status', '--agency', agency)).code
    expect(await Promise.all(['agu', 'saude', 'mcti'].map(codeOf))).toEqual([1, 1, 0])
  })
})
