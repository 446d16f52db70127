import { describe, expect, it } from 'vitest'
import { receiveArticle } from './receive.ts'
import { isRemoval, receiveRemoval } from '../removals/removal.ts'
import { readWebAddress } from './web-address.ts'

const long = (characters: number) => `https://a.br/${'a'.repeat(characters - 13)}`

describe('an address that pages may link to', () => {
  it.each([
    ['HTTP://A.br', 'http://a.br/'],
    ['https://a.br/ç', 'https://a.br/%C3%A7'],
    [long(5000), long(5000)],
    [long(5001), undefined],
    [`https://a.br/${'ç'.repeat(900)}`, undefined],
    ['https://a.br/\nb', undefined],
    ['https://a.br\\b', undefined],
    ['https://a.br/\ud800', undefined],
    ['https:a.br', undefined],
    ['ftp://a.br', undefined],
    ['javascript:alert(1)', undefined],
    ['https://u@a.br', undefined],
    ['https://:p@a.br', undefined],
    ['https://@a.br', undefined],
    ['https://a.br/@b', 'https://a.br/@b'],
    ['https://', undefined],
    ['a.br', undefined],
  ])('%s is %s', (text, address) => {
    expect(readWebAddress(text)).toBe(address)
  })
})

describe('an article that arrives', () => {
  const now = new Date('2026-06-02T12:00:00Z')
  const base = { agencyKey: 'mec', title: 'T', url: 'https://a.br/', publishedAt: '2026-06-03T12:00:00Z' }
  const receive = (changes: object = {}, sentAt?: Date) =>
    receiveArticle({ ...base, ...changes }, { now, sentAt })
  const [early, late] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-06-09T00:00:00Z')]

  it('is announced by at most 24 hours', () => {
    expect(receive().publishedAt).toEqual(new Date('2026-06-03T12:00:00Z'))
    expect(() => receive({ publishedAt: '2026-06-03T12:00:01Z' })).toThrow(/24 h ahead/)
  })

  it.each([
    [{ publishedAt: '1990-01-01T00:00:00Z' }, { publishedAt: '1989-12-31T23:59:59Z' }],
    [{ extractedAt: '1900-01-01T00:00:00Z' }, { extractedAt: '1899-12-31T23:59:59Z' }],
    [{ updatedAt: '2099-12-31T23:59:59Z' }, { updatedAt: '2100-01-01T00:00:00Z' }],
  ])('may have %j and not %j', (allowed, refused) => {
    expect(receive(allowed)).toMatchObject({ title: 'T' })
    expect(() => receive(refused)).toThrow(/must (?:not )?lie/)
  })

  it.each([
    [{}, undefined, now],
    [{}, early, early],
    [{}, late, now],
    [{ updatedAt: early }, late, early],
    [{ updatedAt: late, extractedAt: early }, undefined, early],
    [{ extractedAt: late }, early, now],
  ])('with %j has its version', (changes, sentAt, version) => {
    expect(receive(changes, sentAt).versionAt).toEqual(version)
  })

  it.each([
    [{}, []],
    [{ imageUrl: 'https://a.br/a.png', videoUrl: ' ' }, []],
    [{ imageUrl: 'a.png', videoUrl: 'b.mp4' }, ['imageUrl', 'videoUrl']],
    [{ videoUrl: null }, []],
  ])('with %j drops %j', (changes, dropped) => {
    expect(receive(changes).dropped).toEqual(dropped)
  })
})

describe('a removal', () => {
  const removal = {
    uniqueId: ' a_1 ',
    agencyKey: 'mec',
    url: 'https://a.br/',
    removedAt: '2026-06-01T12:00:00.700Z',
  }

  it.each([
    [removal, true],
    [{ removedAt: null }, true],
    [{ uniqueId: 'a_1' }, false],
    [null, false],
    ['removedAt', false],
  ])('is %j: %s', (value, is) => {
    expect(isRemoval(value)).toBe(is)
  })

  it('counts from a whole second, and from now at the latest', () => {
    const removedAt = (now: string) => receiveRemoval(removal, new Date(now)).removedAt
    expect(receiveRemoval(removal, new Date('2026-06-02T00:00:00Z'))).toMatchObject({
      uniqueId: 'a_1',
      agencyKey: 'mec',
    })
    expect(removedAt('2026-06-02T00:00:00Z')).toEqual(new Date('2026-06-01T12:00:00Z'))
    expect(removedAt('2026-06-01T11:00:00.300Z')).toEqual(new Date('2026-06-01T11:00:00Z'))
  })

  it.each([{ uniqueId: 'a b' }, { agencyKey: 'MEC' }, { url: 'a' }, { removedAt: 'now' }])(
    'with %j is refused',
    (changes) => {
      expect(() => receiveRemoval({ ...removal, ...changes }, new Date())).toThrow(Object.keys(changes)[0])
    },
  )
})
