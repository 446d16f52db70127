import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const site = new NewsSite()
let stack: SharedStack
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack({ retrySeconds: () => 0 })
  stack.gates.sites.leadTo(site.port)
})
afterAll(() => site.stop())
beforeEach(() => clearTables(stack.db, ['backfills', 'scrapeBreakers', 'scrapeDrifts']))

const call = makeCommandCaller(() => stack.stack.environment)
const backfill = (...args: string[]) => call('scrape', ['backfill', ...args])
const dayAgo = (count: number) => localDay(timeAgo(count, 'day'))
const runJob = async () => (await (await startRun(stack, 'backfill')).until('succeeded')).result

interface Shown {
  backfills: {
    id: number
    agencyKey: string
    from: string
    to: string
    state: string
    found: number
    counts: object
  }[]
}
const shown = async (...args: string[]) =>
  (JSON.parse((await backfill(...args, '--json')).stdout) as Shown).backfills
/** Asks for the history of an agency. Returns the number of the backfill. */
async function ask(agency: string, ...args: string[]): Promise<string> {
  const [row] = await shown('--agency', agency, '--from', dayAgo(400), ...args)
  return String(row?.id)
}

describe('pauta scrape backfill', () => {
  it('lists, stops and resumes', async () => {
    site.publish('saude', { slug: 'vacina', title: 'Vacina para todos', date: siteDate(timeAgo(5, 'day')) })
    const id = await ask('saude')
    const [first] = await shown('--list')
    expect(first).toMatchObject({ id: Number(id), from: dayAgo(400), to: dayAgo(0), state: 'open', found: 0 })
    expect((await backfill('--stop', id)).stdout).toContain('stopped')
    expect(await runJob()).toEqual({ backfills: 0 })
    expect(await backfill('--stop', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not_open') as string,
    })
    expect((await backfill('--resume', id)).stdout).toContain(`${dayAgo(0)}  open`)
    expect(await backfill('--resume', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not_stopped') as string,
    })
    await runJob()
    expect(await shown('--status', id)).toMatchObject([{ state: 'done', counts: { stored: 1 } }])
  })

  it('shows how far each came, and why one does not go on', async () => {
    const day = { fromDay: '2026-05-01', toDay: '2026-05-31', createdAt: timeAgo(1, 'hour') }
    const place = { kind: 'plone-html', sources: [{ address: 'https://a/2' }, { address: 'https://a/3' }] }
    await tables.backfills.add(stack.db, { ...day, agencyKey: 'mec', place, pages: 2 })
    const stopped = { state: 'stopped', unlisted: 1, lastError: 'a\u0007b' }
    await tables.backfills.add(stack.db, { ...day, agencyKey: 'saude', place, ...stopped })
    const [saude, mec] = await shown('--list')
    expect([saude?.agencyKey, mec?.agencyKey]).toEqual(['saude', 'mec'])
    const addresses = ['a', 'b', 'c'].map((url, n) => {
      return { backfillId: mec!.id, url, entry: {}, outcome: n < 2 ? 'stored' : null }
    })
    await tables.backfillAddresses.add(stack.db, addresses)
    const { stdout } = await backfill('--list')
    const [first, ...others] = stdout.split(/\n(?=\d)/)
    expect(first).toBe(
      `${saude!.id}  saude  2026-05-01 to 2026-05-31  stopped\n` +
        '   0 pages listed, 0 addresses found\n' +
        '   1 listings or sitemaps not read to their end\n' +
        '   last error: a·b',
    )
    expect(others).toHaveLength(1)
    expect(others[0]).toMatch(
      /^\d+ {2}mec {2}2026-05-01 to 2026-05-31 {2}open\n {3}2 pages listed, 3 addresses found: .*2 stored.*\n {3}next page: https:\/\/a\/2\n$/,
    )
    const json = { found: 3, counts: { stored: 2, waiting: 1 }, nextPage: 'https://a/2', unlisted: 0 }
    expect(await shown('--status', String(mec!.id))).toMatchObject([json])
  })

  it('says so when none was asked for', async () => {
    expect(await backfill('--list')).toMatchObject({ code: 0, stdout: 'No backfill was asked for.\n' })
    expect(await shown('--list')).toEqual([])
  })

  it.each<[string, string[], RegExp]>([
    ['without a choice', [], /One of --agency/],
    ['with two choices', ['--list', '--status', '1'], /One of --agency/],
    ['without a first day', ['--agency', 'mec'], /--from DAY is missing/],
    ['with days and no agency', ['--list', '--from', '2026-01-01'], /belong to --agency/],
    ['for a day that does not exist', ['--agency', 'mec', '--from', '2026-02-30'], /YYYY-MM-DD/],
    [
      'for days in the wrong order',
      ['--agency', 'mec', '--from', '2026-02-02', '--to', '2026-02-01'],
      /bad_window/,
    ],
    ['for days before the web', ['--agency', 'mec', '--from', '1989-12-31'], /bad_window/],
    ['for days to come', ['--agency', 'mec', '--from', '2026-01-01', '--to', '2999-01-01'], /bad_window/],
    ['for an agency without a site', ['--agency', 'nada', '--from', '2026-01-01'], /unknown_agency/],
    ['for a number that is none', ['--status', 'um'], /number of a backfill/],
    ['for a backfill that does not exist', ['--status', '999'], /unknown_backfill/],
    ['for a second one of an agency', ['--agency', 'esporte', '--from', '2026-01-01'], /already_open/],
  ])('refuses a call %s', async (name, args, message) => {
    if (name.startsWith('for a second')) await ask('esporte')
    const { code, stderr, stdout } = await backfill(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  it.each([
    ['is paused', { active: false }],
    ['has a kind of another release', { kind: 'another' }],
  ])('refuses a site that %s', async (_, changes) => {
    await tables.sites.set(stack.db, { agencyKey: 'mda' }, changes)
    expect(await backfill('--agency', 'mda', '--from', '2026-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('inactive_site') as string,
    })
    await tables.sites.set(stack.db, { agencyKey: 'mda' }, { active: true, kind: 'plone-html' })
  })

  it('takes the first day of the web, alone', async () => {
    const day = '1990-01-01'
    expect(await backfill('--agency', 'mda', '--from', day, '--to', day)).toMatchObject({ code: 0 })
  })
})
