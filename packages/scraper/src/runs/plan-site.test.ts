import { describe, expect, it } from 'vitest'
import type { ReadableSite } from '../store/listed-sites.ts'
import { summaryAnswer } from '../http-service/answers.ts'
import { asItAnswers, planSite, REQUESTS_PER_DAY } from './plan-site.ts'
import type { RunSummary } from './run-summary.ts'

/** A Tuesday and a Sunday at noon in Brasília. */
const TUESDAY = new Date('2026-03-10T15:00:00Z')
const SUNDAY = new Date('2026-03-08T15:00:00Z')
const HOUR = 3_600_000
const before = (now: Date, hours: number, milliseconds = 0) =>
  new Date(now.getTime() - hours * HOUR - milliseconds)

const SITE = { key: 'mec', kind: 'plone-html', listingUrls: ['https://www.gov.br/mec/a'] } as ReadableSite
type State = NonNullable<Parameters<typeof planSite>[1]>
const state = (changes: Partial<State> = {}): State => ({
  kind: null,
  lastDeepAt: null,
  lastLookedAgainAt: null,
  lastSuccessAt: null,
  ...changes,
})
type Body = Parameters<typeof planSite>[2]['body']
const today = (now: Date, changes: Partial<Body> = {}): Body => {
  const day = now.toISOString().slice(0, 10)
  return { start_date: day, end_date: day, agencies: [], allow_update: false, ...changes }
}
const plan = (
  now: Date,
  known: State | undefined,
  { body = {}, requests = 0 }: { body?: Partial<Body>; requests?: number } = {},
) => planSite(SITE, known, { body: today(now, body), now, deadline: 7, requests })

describe('the run of a site', () => {
  it('reaches back to two days before the last that read the site', () => {
    const { site, request } = plan(TUESDAY, state({ lastSuccessAt: before(TUESDAY, 48) }))
    expect(site).toEqual(SITE)
    expect(request).toEqual({
      window: { start: '2026-03-06', end: '2026-03-10' },
      allowUpdate: false,
      isDeep: false,
      looksAgain: true,
      followsUp: false,
      deadline: 7,
    })
  })

  it.each<[string, Partial<Body>, string]>([
    ['of today', {}, '2026-03-08'],
    ['of more days', { start_date: '2026-03-01' }, '2026-03-01'],
    ['of days to come', { end_date: '2026-03-12' }, '2026-03-08'],
    ['of days that end before today', { start_date: '2026-03-09', end_date: '2026-03-09' }, '2026-03-09'],
    ['of days that begin after today', { start_date: '2026-03-11', end_date: '2026-03-11' }, '2026-03-11'],
    ['that reads known articles again', { allow_update: true }, '2026-03-10'],
  ])('%s begins on %#', (_, body, start) => {
    const { request } = plan(TUESDAY, undefined, { body })
    expect(request.window).toEqual({ start, end: body.end_date ?? '2026-03-10' })
    expect([request.isDeep, request.looksAgain]).toEqual([false, false])
  })

  it.each<[string, Date, State | undefined, Partial<Body>, boolean]>([
    ['on a Sunday', SUNDAY, state(), {}, true],
    ['on another day', TUESDAY, state(), {}, false],
    ['of a site that was never read', SUNDAY, undefined, {}, false],
    ['of other days', SUNDAY, state(), { end_date: '2026-03-07', start_date: '2026-03-07' }, false],
    ['six days after the last one', SUNDAY, state({ lastDeepAt: before(SUNDAY, 144) }), {}, false],
    ['later than six days after it', SUNDAY, state({ lastDeepAt: before(SUNDAY, 144, 1) }), {}, true],
  ])('%s is the deep pass: %#', (_, now, known, body, isDeep) => {
    const { request } = plan(now, known, { body })
    expect(request.isDeep).toBe(isDeep)
  })

  it('reads thirty days and looks at nothing twice on the deep pass', () => {
    const { request } = plan(SUNDAY, state(), {})
    expect(request).toMatchObject({ isDeep: true, looksAgain: false, window: { start: '2026-02-06' } })
  })

  it.each<[string, State | undefined, number, Partial<Body>, boolean]>([
    ['of a known site', state(), 0, {}, true],
    ['of a site that was never read', undefined, 0, {}, false],
    ['eight hours after the last look', state({ lastLookedAgainAt: before(TUESDAY, 8) }), 0, {}, false],
    ['later than that', state({ lastLookedAgainAt: before(TUESDAY, 8, 1) }), 0, {}, true],
    ['with requests left', state(), 0.7 * REQUESTS_PER_DAY - 1, {}, true],
    ['without requests left', state(), 0.7 * REQUESTS_PER_DAY, {}, false],
    ['that reads known articles anyway', state(), 0, { allow_update: true }, false],
  ])('%s looks again: %#', (_, known, requests, body, looksAgain) => {
    expect(plan(TUESDAY, known, { requests, body }).request.looksAgain).toBe(looksAgain)
  })

  const looked = state({ lastLookedAgainAt: TUESDAY })
  it.each<[string, Date, State | undefined, number, Partial<Body>, boolean]>([
    ['between two looks', TUESDAY, looked, 0, {}, true],
    ['of a site that was never read', TUESDAY, undefined, 0, {}, true],
    ['that looks again', TUESDAY, state(), 0, {}, false],
    ['that is the deep pass', SUNDAY, state({ lastLookedAgainAt: SUNDAY }), 0, {}, false],
    ['that reads known articles anyway', TUESDAY, looked, 0, { allow_update: true }, false],
    ['of days before today', TUESDAY, looked, 0, { start_date: '2026-03-09', end_date: '2026-03-09' }, false],
    ['with requests left', TUESDAY, looked, 0.7 * REQUESTS_PER_DAY - 1, {}, true],
    ['without requests left', TUESDAY, looked, 0.7 * REQUESTS_PER_DAY, {}, false],
  ])('%s follows up: %#', (_, now, known, requests, body, followsUp) => {
    expect(plan(now, known, { requests, body }).request.followsUp).toBe(followsUp)
  })

  it.each([
    ['wordpress', 'wordpress'],
    ['a kind of an older release', 'plone-html'],
    [null, 'plone-html'],
  ])('reads a site that last answered as %s as %s', (kind, as) => {
    expect(asItAnswers(SITE, state({ kind })).kind).toBe(as)
    expect(plan(TUESDAY, state({ kind })).site.kind).toBe(as)
  })
})

it.each([
  ['completed', 200],
  ['partial', 207],
  ['failed', 500],
] as const)('a run that is %s answers %i', (status, code) => {
  const summary = { status } as RunSummary
  expect(summaryAnswer(summary)).toEqual({ status: code, body: summary })
})
