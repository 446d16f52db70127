import { describe, expect, it } from 'vitest'
import type { Progress, RunRequest } from './ports.ts'
import type { Site } from '../site/site.ts'
import type { RunContext } from './run-context.ts'
import { placeAt, RunProgress, startAfter } from './run-progress.ts'

const SITE: Site = { key: 'pesca', kind: 'plone-html', listingUrls: ['https://www.gov.br/pesca/a'] }
const REQUEST: RunRequest = {
  window: { start: '2026-03-08', end: '2026-03-10' },
  allowUpdate: false,
  isDeep: false,
  looksAgain: false,
  deadline: null,
}
/** What a run leaves that ended before its first article. */
const SAVED: Progress = {
  request: '2026-03-08 2026-03-10 false false false',
  listing: 0,
  pageUrl: 'https://www.gov.br/pesca/a',
  pages: 0,
  idlePages: 0,
  knownInRow: 0,
  olderInRow: 0,
  kind: 'plone-html',
  sent: [],
  hasGap: false,
}

const start = (changes: Partial<Progress>, request: Partial<RunRequest> = {}) => {
  const { resumed, hasGap } = startAfter({ ...SAVED, ...changes }, SITE, { ...REQUEST, ...request })
  return { continues: resumed !== null, hasGap }
}

describe('a run after one that ended early', () => {
  it.each([
    ['before its first article', {}, false],
    ['after an article of the first page', { sent: ['https://www.gov.br/pesca/a/1'] }, true],
    ['on the second page', { pages: 1 }, true],
    ['and had a gap itself', { hasGap: true }, true],
  ])('reads past known articles only if some may be missing: %s', (_, saved, hasGap) => {
    expect(start(saved)).toEqual({ continues: true, hasGap })
  })

  it.each([
    ['asked for another first day', {}, { window: { start: '2026-03-07', end: '2026-03-10' } }],
    ['asked for another last day', {}, { window: { start: '2026-03-08', end: '2026-03-11' } }],
    ['did not update', {}, { allowUpdate: true }],
    ['was no deep pass', {}, { isDeep: true }],
    ['did not look again', {}, { looksAgain: true }],
    ['ended in a listing that is gone', { listing: 1 }, {}],
  ])('starts anew, with the gap of the other, when that one %s', (_, saved, request) => {
    expect(start({ ...saved, pages: 2 }, request)).toEqual({ continues: false, hasGap: true })
  })
})

describe('the progress that a run saves', () => {
  it.each([
    ['nothing', false, false, 'b', false],
    ['a gap before it', true, false, 'b', true],
    ['texts that wait for its end', false, true, 'a', true],
  ])('after %s', async (_, hasGap, isWaiting, page, savesGap) => {
    const saved: (Progress | null)[] = []
    const context = {
      site: SITE,
      request: REQUEST,
      counts: { kind: SITE.kind },
      ports: { saveProgress: async (_: string, progress: Progress | null) => void saved.push(progress) },
    } as unknown as RunContext
    const progress = new RunProgress(context, { resumed: null, hasGap })
    if (isWaiting) for (const address of ['a', 'b']) progress.waitAt(placeAt(0, address))
    await progress.save(placeAt(0, 'b'))
    expect(saved).toMatchObject([{ pageUrl: page, hasGap: savesGap }])
  })
})
