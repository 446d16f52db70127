import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backfillCommand } from './scrape-backfill.ts'
import { rereadCommand } from './scrape-reread.ts'
import { runCommand } from './scrape-run.ts'
import { siteCommand } from './scrape-site.ts'
import { readSiteOnce, type SiteOptions } from '../scrape/read-site-once.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-options-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Calls a command on a folder without a stack, where good options end with "No stack is running". */
const call = (command: CommandUnknownOpts, words: string) =>
  command.parseAsync([...words.split(' ').filter(Boolean), '--data', folder], { from: 'user' })
const NO_STACK = 'No stack is running'

describe('scrape run', () => {
  it.each([
    ['--from 2026-02-30', '--from 2026-02-30: a day as YYYY-MM-DD is expected.'],
    ['--to ontem', '--to ontem: a day as YYYY-MM-DD is expected.'],
    ['--from 2026-01-02 --to 2026-01-01', '--from 2026-01-02 is after --to 2026-01-01.'],
    ['--from 2025-01-01 --to 2026-01-02', NO_STACK],
    ['--from 2025-01-01 --to 2026-01-03', 'At most 366 days are read in one run.'],
    ['--from 2026-01-01 --to 2026-01-01', NO_STACK],
    ['--agency nenhuma', 'The catalogue has no site that is read for the agency nenhuma.'],
    ['--agency mec nenhuma', 'The catalogue has no site that is read for the agency nenhuma.'],
    ['--agency mec', NO_STACK],
    ['--minutes 1441', '--minutes 1441: a whole number from 1 to 1440 is expected.'],
  ])('%s: %s', async (words, message) => {
    await expect(call(runCommand, words)).rejects.toThrow(message)
  })
})

describe('scrape reread', () => {
  it.each([
    ['--from 2026-02-30', '--from 2026-02-30: a day'],
    ['--from 2026-01-02 --to 2026-01-01', '--from 2026-01-02 is after --to 2026-01-01.'],
    ['--from 2026-01-01 --to 2026-01-01', NO_STACK],
    ['--to 2026-01-01', NO_STACK],
    [`--after ${'9'.repeat(18)}`, NO_STACK],
    [`--after ${'9'.repeat(19)}`, 'the number that an earlier call printed is expected.'],
    ['--after x1', 'the number that an earlier call printed is expected.'],
    ['--dry-run --yes', 'Either --dry-run or --yes.'],
    ['--yes', NO_STACK],
    ['--dry-run', NO_STACK],
  ])('%s: %s', async (words, message) => {
    // The command keeps the options of its last call.
    const fresh = [
      ['from', undefined],
      ['to', undefined],
      ['after', '0'],
      ['dryRun', false],
      ['yes', false],
    ] as const
    for (const [name, value] of fresh) rereadCommand.setOptionValue(name, value)
    await expect(call(rereadCommand, words)).rejects.toThrow(message)
  })
})

describe('scrape backfill', () => {
  it.each([
    ['', 'One of --agency, --list, --status, --stop and --resume is expected.'],
    ['--list --status 1', 'One of --agency, --list'],
    ['--stop 1 --resume 1', 'One of --agency, --list'],
    ['--list --from 2026-01-01', '--from and --to belong to --agency.'],
    ['--list --to 2026-01-01', '--from and --to belong to --agency.'],
    ['--status x', '--status x: the number of a backfill is expected.'],
    [`--stop ${'1'.repeat(10)}`, 'the number of a backfill is expected.'],
    [`--resume ${'1'.repeat(9)}`, NO_STACK],
    ['--agency mec --from 2026-02-30', '--from 2026-02-30: a day'],
    ['--agency mec', NO_STACK],
  ])('%s: %s', async (words, message) => {
    for (const name of ['agency', 'from', 'to', 'status', 'stop', 'resume'] as const)
      backfillCommand.setOptionValue(name, undefined)
    backfillCommand.setOptionValue('list', false)
    await expect(call(backfillCommand, words)).rejects.toThrow(message)
  })
})

describe('scrape site', () => {
  /** Reads a site that a file describes, with a listing of nobody on this machine. */
  async function read(site: unknown, options: SiteOptions = {}) {
    const file = join(folder, 'site.json')
    await writeFile(file, typeof site === 'string' ? site : JSON.stringify(site))
    return await readSiteOnce(file, { pauseMs: 0, ...options })
  }
  const NOBODY = 'http://127.0.0.1:9/noticias'
  const SITE = { key: 'mec', kind: 'plone-html', listingUrls: [NOBODY] }
  const OTHERS = { ...SITE, listingUrls: ['https://www.gov.br/mec'] }

  it.each<[string, unknown, string, SiteOptions?]>([
    ['no JSON', '{', 'site.json: '],
    ['no key', { ...SITE, key: '' }, 'key'],
    ['no listing', { ...SITE, listingUrls: [] }, 'listingUrls'],
    [
      'a listing over http',
      { ...SITE, listingUrls: ['http://www.gov.br/mec'] },
      'an https address, or one of this machine',
    ],
    ['a listing of another protocol', { ...SITE, listingUrls: ['ftp://127.0.0.1/'] }, 'an https address'],
    ['a listing without an address', { ...SITE, listingUrls: ['mec'] }, 'an https address'],
    [
      'a listing like this machine',
      { ...SITE, listingUrls: ['http://127.0.0.1.exemplo.org/'] },
      'an https address',
    ],
    ['an unknown kind', { ...SITE, kind: 'x' }, 'kind x: one of '],
    ['an unknown broadcaster', { ...SITE, kind: 'ebc' }, 'kind ebc: one of '],
    ['a site of others without a contact', OTHERS, '--contact is missing', { pauseMs: 1_000 }],
    [
      'a site of others in part',
      { ...SITE, listingUrls: [NOBODY, ...OTHERS.listingUrls] },
      '--contact is missing',
    ],
    ['a site of others at once', OTHERS, '--pause-ms 999: at least 1000', { pauseMs: 999, contact: 'a@b.c' }],
    [
      'days that end before they begin',
      SITE,
      '--start 2026-01-02 is after --end 2026-01-01.',
      { start: '2026-01-02', end: '2026-01-01' },
    ],
  ])('refuses %s', async (_, site, message, options) => {
    await expect(read(site, options)).rejects.toThrow(message)
  })

  it.each([
    [NOBODY, 'plone-html', 'mec'],
    ['http://localhost:9/noticias', 'plone-html', 'mec'],
    ['http://[::1]:9/noticias', 'wordpress', 'mec'],
    [NOBODY, 'ebc', 'tvbrasil'],
  ])('reads %s of the kind %s', async (listing, kind, key) => {
    const reading = await read(
      { key, kind, listingUrls: [listing] },
      { start: '2026-01-01', end: '2026-01-01' },
    )
    expect(reading).toMatchObject({ status: 'error', articles: [] })
    expect(reading.faults.at(-1)).toMatchObject({ url: listing, kind: 'network_error' })
    expect(reading.requests).toBeGreaterThan(0)
  })

  it.each([
    ['--pause-ms 60000', 'ENOENT'],
    ['--pause-ms 60001', '--pause-ms 60001: a whole number from 0 to 60000 is expected.'],
    ['--pause-ms -1', '--pause-ms -1: a whole number'],
    ['--pause-ms 1.5', '--pause-ms 1.5: a whole number'],
    ['--pause-ms 0', 'ENOENT'],
    ['--now ontem', '--now ontem: an instant as 2026-03-10T15:00:00Z is expected.'],
    ['--now 2026-03-10T15:00:00Z', 'ENOENT'],
    ['--start 2026-02-30', '--start 2026-02-30: a day'],
    ['--end 2026-02-30', '--end 2026-02-30: a day'],
  ])('%s: %s', async (words, message) => {
    await expect(call(siteCommand, `nowhere.json ${words}`)).rejects.toThrow(message)
  })
})
