import type { ScrapeStatus } from '@pauta/scraper/store/status'
import { describe, expect, it } from 'vitest'
import { describeSites } from './describe-sites.ts'

const now = new Date('2026-06-01T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const site = {
  agencyKey: 'mec',
  lastSuccessAt: at(-120),
  newestArticleAt: at(-180),
  silentAfterDays: 3,
  nextAt: at(240),
  sent: 5,
  removed: 1,
  fallbackShare: 0.256,
  errors: { timeout: 2, status: 1 },
  isFailing: false,
  isSilent: false,
  isDrifting: false,
  drifts: [],
  errorKind: null,
  errorMessage: null,
} as unknown as ScrapeStatus
const describeOne = (changes: Partial<ScrapeStatus>) => describeSites([{ ...site, ...changes }], now)
const cellsOf = (changes: Partial<ScrapeStatus>) => describeOne(changes)[1]?.split(/ {2,}/)
const drift = (kind: string, pageKey: string | null) =>
  ({ kind, beganAt: at(-60), detail: 'no\u001b title', pageKey }) as unknown as ScrapeStatus['drifts'][number]

describe('the state of the sites', () => {
  it('is one sentence without sites', () => {
    expect(describeSites([], now)).toEqual(['No site was read yet.'])
  })

  it('has a row for each site', () => {
    expect(describeOne({})[0]?.split(/ {2,}/)).toEqual([
      'agency',
      'read',
      'newest article',
      'silent after',
      'next',
      'sent (7 days)',
      'removed',
      'fallbacks',
      'errors (7 days)',
      'trouble',
    ])
    expect(cellsOf({ isFailing: true })).toEqual([
      'mec',
      '2 min',
      '3 min',
      '3 d',
      'in 4 min',
      '5',
      '1',
      '26 %',
      '2 timeout, 1 status',
      'failing',
    ])
    expect(describeOne({})).toHaveLength(2)
  })

  it.each([
    [{ lastSuccessAt: null, newestArticleAt: null }, ['mec', 'never', 'never', '3 d']],
    [{ lastSuccessAt: at(60) }, ['mec', '0 s']],
    [{ silentAfterDays: null }, ['mec', '2 min', '3 min', 'in 4 min']],
    [{ nextAt: null }, ['mec', '2 min', '3 min', '3 d', 'now']],
    [{ nextAt: now }, ['mec', '2 min', '3 min', '3 d', 'now']],
    [{ removed: 0 }, ['mec', '2 min', '3 min', '3 d', 'in 4 min', '5', '26 %']],
    [{ fallbackShare: null }, ['mec', '2 min', '3 min', '3 d', 'in 4 min', '5', '1', '2 timeout, 1 status']],
  ] as [Partial<ScrapeStatus>, string[]][])('with %j begins with %j', (changes, cells) => {
    expect(cellsOf(changes)?.slice(0, cells.length)).toEqual(cells)
  })

  it.each([
    [{ isSilent: true, isFailing: true, errorKind: 'timeout' }, 'failing, silent, timeout'],
    [{ isDrifting: true }, 'template changed'],
    [{ isDrifting: true, drifts: [drift('no-items', null), drift('other', null)] }, 'empty listing, other'],
    [{ drifts: [drift('missing-fields', null)] }, 'missing fields'],
  ] as unknown as [Partial<ScrapeStatus>, string][])('with %j names the trouble: %s', (changes, trouble) => {
    expect(cellsOf(changes)?.at(-1)).toBe(trouble)
  })

  it('ends with the last errors and the changes', () => {
    const lines = describeOne({
      errorMessage: 'x'.repeat(200),
      drifts: [drift('listing-moved', null), drift('no-items', 'k1')],
    })
    expect(lines.slice(2)).toEqual([
      '',
      'Last errors:',
      `mec: ${'x'.repeat(80)}`,
      '',
      'Changes (npm run scrape -- page AGENCY prints the page):',
      expect.stringMatching(/^mec: listing moved since 1 min: no\W* title$/) as string,
      expect.stringMatching(/^mec: empty listing since 1 min: no\W* title; page: k1$/) as string,
    ])
  })
})
