import { describe, expect, it } from 'vitest'
import { readChanges, toArguments, toFeed, writeChanges } from './changes-state.ts'

const TODAY = '2026-06-30'
const read = (query: string) => readChanges(new URLSearchParams(query), TODAY)
const DEFAULTS = {
  agency: '',
  theme: '',
  kind: '',
  grade: '',
  from: '2026-06-01',
  to: TODAY,
  after: '',
}

describe('the state of the page of changes', () => {
  it.each([
    ['', {}],
    ['agency=saude&theme=03', { agency: 'saude', theme: '03' }],
    ['kind=REMOVED&grade=FIGURES', { kind: 'REMOVED', grade: 'FIGURES' }],
    ['kind=toString&grade=x', {}],
    ['startDate=2026-05-01&endDate=2026-05-02', { from: '2026-05-01', to: '2026-05-02' }],
    ['startDate=2026-05-02&endDate=2026-05-01', {}],
    ['startDate=2025-06-30&endDate=2026-06-30', { from: '2025-06-30' }],
    ['startDate=2025-06-29&endDate=2026-06-30', {}],
    ['startDate=2026-06-01&endDate=2026-07-01', {}],
    ['after=123', { after: '123' }],
    ['after=-1', {}],
  ])('reads %s', (query, expected) => {
    expect(read(query)).toEqual({ ...DEFAULTS, ...expected })
  })

  it('is the same after it was written', () => {
    const state = read('agency=saude&kind=EDITED&grade=NAMES&startDate=2026-05-01&endDate=2026-05-02&after=7')
    expect(read(writeChanges(state).split('?')[1] ?? '')).toEqual(state)
  })

  it.each([
    ['', ['EDITED', 'REMOVED'], null],
    ['grade=FIGURES', ['EDITED'], ['FIGURES']],
    ['kind=TAKEN_DOWN', ['TAKEN_DOWN'], null],
  ])('asks the API for %s', (query, kinds, grades) => {
    expect(toArguments(read(query))).toMatchObject({ kinds, grades })
  })

  it.each([
    ['', '/feeds/changes.rss'],
    ['agency=saude&grade=TEXT_REMOVED', '/feeds/changes.rss?agencies=saude&grades=text_removed'],
  ])('has a feed for %s', (query, feed) => {
    expect(toFeed(read(query))).toBe(feed)
  })
})
