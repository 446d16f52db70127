import { describe, expect, it } from 'vitest'
import type { AddressNote } from './address-notes.ts'
import type { PagePlan } from './plan-page.ts'
import { AddressBook } from './address-book.ts'
import type { RunRequest } from './ports.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString()
const item = (url: string) => ({ url, title: url, stamp: null, category: null, tags: [] })
const note = (url: string, changes: Partial<AddressNote> = {}): [string, AddressNote] => [
  url,
  {
    reason: 'failed',
    detail: 'd',
    times: 1,
    lastAt: minutes(-60),
    nextAt: minutes(-1),
    item: item(url),
    ...changes,
  },
]

function bookOf({
  request = {},
  notes = [],
  known = [],
  asked = [],
}: {
  request?: Partial<RunRequest>
  notes?: [string, AddressNote][]
  known?: string[]
  asked?: string[]
} = {}) {
  const saved: [agency: string, url: string, note: AddressNote | null][] = []
  const memory = {
    list: async () => new Map(),
    save: async (...entry: (typeof saved)[number]) => void saved.push(entry),
  }
  const usual = { allowUpdate: false, isDeep: false, looksAgain: false } as RunRequest
  const book = new AddressBook(
    'mec',
    { ...usual, ...request },
    { memory, known: new Map(known.map((url) => [url, `id-${url}`])), notes: new Map(notes), asked },
  )
  return { book, saved }
}

describe('an address', () => {
  it.each<[string, Parameters<typeof bookOf>[0], string | null]>([
    ['that is new', {}, null],
    ['that is stored', { known: ['a'] }, 'stored'],
    ['that was asked in vain', { notes: [note('a', { reason: 'gone' })] }, 'gone'],
    ['that is stored and was asked in vain', { known: ['a'], notes: [note('a')] }, 'stored'],
    ['that is stored, in a run for updates', { known: ['a'], request: { allowUpdate: true } }, null],
  ])('%s is not asked because it is %#', (_, given, reason) => {
    const { book } = bookOf(given)
    expect(book.whyNot('a')).toBe(reason)
    expect(book.storedId('a')).toBe(given?.known ? 'id-a' : undefined)
  })

  it('was asked in the run that this one continues, or in this one', async () => {
    const { book, saved } = bookOf({ asked: ['a'], notes: [note('c')] })
    expect(['a', 'b', 'c'].map((url) => book.wasAsked(url))).toEqual([true, false, false])
    await book.record(item('b'), 'gone', 'status 404', NOW)
    await book.clear('c')
    await book.clear('d')
    expect(['b', 'c', 'd'].map((url) => book.wasAsked(url))).toEqual([true, true, true])
    expect(
      saved.map(([agency, url, kept]) => [agency, url, kept?.reason ?? null, kept?.detail ?? null]),
    ).toEqual([
      ['mec', 'b', 'gone', 'status 404'],
      ['mec', 'c', null, null],
    ])
    expect([...book.notes.keys()]).toEqual(['b'])
  })
})

describe('the addresses of a listing', () => {
  const plan = {
    collect: [item('new'), item('old')],
    known: [item('known'), item('tired'), item('rested')],
  } as unknown as PagePlan
  const given = {
    known: ['old', 'known', 'tired', 'rested'],
    notes: [note('tired', { nextAt: minutes(1) }), note('rested', { nextAt: minutes(0) })],
  }

  it('are those that its plan collects', () => {
    const asks = bookOf(given).book.chooseListed(plan, NOW)
    expect(asks.map(({ item: { url }, purpose }) => [url, purpose])).toEqual([
      ['new', 'new'],
      ['old', 'again'],
    ])
  })

  it('are the stored ones too in a second look, but for those that pause', () => {
    const asks = bookOf({ ...given, request: { looksAgain: true } }).book.chooseListed(plan, NOW)
    expect(asks.map(({ item: { url } }) => url)).toEqual(['new', 'old', 'known', 'rested'])
  })
})

it('a hint leads to what is neither known nor listed', () => {
  const { book } = bookOf({ known: ['known'], notes: [note('vain')] })
  book.recordListed([item('listed')])
  const hinted = book.chooseHinted(['known', 'vain', 'listed', 'new'].map(item))
  expect(hinted).toEqual([{ item: item('new'), purpose: 'hinted' }])
})

it.each(['fresh', 'unlisted'] as const)('a stored article that is %s is asked once', (purpose) => {
  const { book } = bookOf({ asked: ['a'] })
  const articles = ['a', 'b'].map((url) => ({ url, title: `T${url}`, category: 'C' }))
  expect(book.chooseStored(articles, purpose)).toEqual([
    { item: { url: 'b', title: 'Tb', stamp: null, category: 'C', tags: [] }, purpose },
  ])
})

describe('the addresses that were asked in vain', () => {
  const urls = (given: Parameters<typeof bookOf>[0], listed: string[] = []) => {
    const { book } = bookOf(given)
    book.recordListed(listed.map(item))
    const due = book.chooseDue(NOW)
    expect(due.every(({ purpose }) => purpose === 'due')).toBe(true)
    return due.map(({ item: { url } }) => url)
  }
  const waiting = { nextAt: minutes(1) }

  it.each<[string, Parameters<typeof bookOf>[0], string[]]>([
    ['whose pause is over', { notes: [note('a', waiting), note('b', { nextAt: minutes(0) })] }, ['b']],
    ['in a second look', { notes: [note('a', waiting)], request: { looksAgain: true } }, ['a']],
    ['in a deep pass', { notes: [note('a', waiting)], request: { isDeep: true } }, ['a']],
    ['but for stored ones', { notes: [note('a'), note('b')], known: ['a'] }, ['b']],
    ['but for those of this run', { notes: [note('a'), note('b')], asked: ['a'] }, ['b']],
    ['nine times', { notes: [note('a', { times: 9 }), note('b', { times: 10 })] }, ['a']],
    [
      'from the one that waits longest',
      {
        notes: [
          note('a', { nextAt: minutes(-1) }),
          note('b', { nextAt: minutes(-3) }),
          note('c', { nextAt: minutes(-2) }),
        ],
      },
      ['b', 'c', 'a'],
    ],
  ])('are asked again %s', (_, given, expected) => {
    expect(urls(given)).toEqual(expected)
  })

  it('are asked more often while a listing shows them, and at most twenty in a run', () => {
    expect(urls({ notes: [note('b', { times: 10 })] }, ['b'])).toEqual(['b'])
    const many = Array.from({ length: 21 }, (_, n) => note(`n${n}`, { nextAt: minutes(-100 + n) }))
    expect(urls({ notes: many })).toEqual(many.slice(0, 20).map(([url]) => url))
  })
})
