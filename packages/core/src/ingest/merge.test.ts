import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import fc from 'fast-check'
import type { IncomingArticleInput } from '../articles/article.ts'
import { differs, isLate, mergeArticle, type StoredArticle } from './merge.ts'
import { receiveArticle } from '../articles/receive.ts'

const NOW = new Date('2026-06-02T12:00:00Z')

const base: IncomingArticleInput = {
  agencyKey: 'saude',
  title: 'Campanha de vacinação começa',
  url: 'https://www.gov.br/saude/pt-br/noticias/campanha',
  publishedAt: '2026-06-01T09:00:00-03:00',
  content: 'A campanha começa na segunda.',
}
const incoming = (changes: Partial<IncomingArticleInput> = {}, sentAt?: Date) =>
  receiveArticle({ ...base, ...changes }, { now: NOW, sentAt })
const stored = (changes: Partial<IncomingArticleInput> = {}) =>
  mergeArticle('id_1', undefined, incoming(changes))

it.each([
  [{ themeL1Code: '03' }, '03'],
  [{ themeL1Code: '03', themeL2Code: '03.01' }, '03.01'],
  [{ themeL1Code: '03', themeL2Code: '03.01', themeL3Code: '03.01.02' }, '03.01.02'],
  [{ themeL1Code: '03', themeL2Code: '03.01', mostSpecificThemeCode: '03.02' }, '03.02'],
])('the themes %j have %s as the most specific one', (themes, deepest) => {
  expect(stored(themes)).toMatchObject({ ...themes, mostSpecificThemeCode: deepest })
})

describe('a version of an article', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour))

  it.each([
    [{ versionAt: at(12), extractedAt: at(10), sourceUpdatedAt: at(10) }, true],
    [{ versionAt: at(11), extractedAt: at(12), sourceUpdatedAt: at(12) }, false],
    [{ versionAt: null, extractedAt: at(12), sourceUpdatedAt: at(10) }, true],
    [{ versionAt: null, extractedAt: at(10), sourceUpdatedAt: at(12) }, false],
    [{ versionAt: null, extractedAt: null, sourceUpdatedAt: at(12) }, true],
    [{ versionAt: null, extractedAt: null, sourceUpdatedAt: null }, false],
  ])('of 11 hours is late for a row of %j: %s', (dates, late) => {
    expect(isLate({ ...stored(), ...dates }, { ...incoming(), versionAt: at(11) })).toBe(late)
  })

  it('that is the first one is never late', () => {
    expect(isLate(undefined, incoming())).toBe(false)
  })
})

describe('merging an article into its row', () => {
  it('makes a row of what the first version has', () => {
    const { contentHash, ...row } = stored({ extractedAt: '2026-06-01T16:00:00Z' })
    expect(row).toStrictEqual({
      uniqueId: 'id_1',
      agencyKey: base.agencyKey,
      title: base.title,
      url: base.url,
      publishedAt: new Date('2026-06-01T12:00:00Z'),
      sourceUpdatedAt: null,
      extractedAt: new Date('2026-06-01T16:00:00Z'),
      subtitle: null,
      editorialLead: null,
      content: base.content,
      summary: null,
      summaryModel: null,
      imageUrl: null,
      videoUrl: null,
      category: null,
      tags: [],
      themeL1Code: null,
      themeL2Code: null,
      themeL3Code: null,
      mostSpecificThemeCode: null,
      themeModel: null,
      themeSource: null,
      themeConfidence: null,
      versionAt: new Date('2026-06-01T16:00:00Z'),
      erasedAt: null,
    })
    expect(contentHash).toMatch(/^[0-9a-f]+$/)
    const updatedAt = '2026-06-01T15:00:00Z'
    expect(stored({ updatedAt, extractedAt: undefined, tags: ['vacina'] })).toMatchObject({
      sourceUpdatedAt: new Date(updatedAt),
      tags: ['vacina'],
    })
  })

  it('keeps stored fields that the new version lacks', () => {
    const before = stored({
      summary: 'Resumo',
      tags: ['vacina'],
      imageUrl: 'https://x/1.jpg',
      themeL1Code: '03',
    })
    const after = mergeArticle('id_1', before, { ...incoming({ content: '  ' }), title: '' })
    expect(after).toEqual(before)
    expect(differs(before, after)).toBe(false)
  })

  describe('with fields that the writer has read and found empty', () => {
    const full = {
      subtitle: 'Legenda da foto',
      editorialLead: 'CHAPÉU',
      category: 'Notícias',
      tags: ['vacina'],
      imageUrl: 'https://x/1.jpg',
      videoUrl: 'https://x/1.mp4',
      extractedAt: '2026-06-01T16:00:00Z',
    }
    const at = (extractedAt: string, changes: Partial<IncomingArticleInput> = {}) =>
      incoming({ extractedAt, ...changes })

    it.each([
      ['subtitle', null],
      ['editorialLead', null],
      ['category', null],
      ['tags', []],
      ['imageUrl', null],
      ['videoUrl', null],
    ] as const)('removes %s and no other field', (field, empty) => {
      const before = stored(full)
      const after = mergeArticle('id_1', before, at(full.extractedAt, { clears: [field] }))
      expect(after).toEqual({ ...before, [field]: empty })
    })

    it('takes the value of a field that is cleared and given', () => {
      const given = at(full.extractedAt, { clears: ['subtitle'], subtitle: 'Linha fina' })
      expect(mergeArticle('id_1', stored(full), given).subtitle).toBe('Linha fina')
    })

    it.each([
      ['a second earlier', '2026-06-01T15:59:59Z', full.subtitle],
      ['of the same second', '2026-06-01T16:00:00Z', null],
      ['a second later', '2026-06-01T16:00:01Z', null],
    ])('obeys a version %s', (_, extractedAt, subtitle) => {
      const version = at(extractedAt, { clears: ['subtitle'] })
      expect(mergeArticle('id_1', stored(full), version).subtitle).toBe(subtitle)
    })

    it('refuses a field that no article lacks', () => {
      expect(() => incoming({ clears: ['title' as 'tags'] })).toThrow(z.ZodError)
    })
  })

  it('replaces changed fields and updates the fingerprint', () => {
    const before = stored({ summary: 'Resumo' })
    const after = mergeArticle('id_1', before, incoming({ content: 'A campanha foi adiada.' }))
    expect(after.summary).toBe('Resumo')
    expect(mergeArticle('id_1', before, incoming({ summary: 'Outro' })).summary).toBe('Outro')
    expect(after.contentHash).not.toBe(before.contentHash)
    expect(differs(before, after)).toBe(true)
  })

  it('fills only missing fields from an older version', () => {
    const before = stored({
      extractedAt: '2026-06-01T16:15:00Z',
      tags: ['vacina'],
      themeL1Code: '03',
    })
    const late = incoming({
      extractedAt: '2026-06-01T16:00:00Z',
      agencyKey: 'anvisa',
      title: 'Outro título',
      url: 'https://x/outra',
      publishedAt: '2026-06-02T09:00:00-03:00',
      content: 'Texto antigo.',
      subtitle: 'Só na primeira',
      tags: ['antiga'],
      themeL1Code: '07',
    })
    expect(mergeArticle('id_1', before, late)).toEqual({ ...before, subtitle: 'Só na primeira' })
    const bare = { ...before, title: '', themeL1Code: null, mostSpecificThemeCode: null, themeSource: null }
    expect(mergeArticle('id_1', bare, late)).toMatchObject({
      title: 'Outro título',
      themeL1Code: '07',
      mostSpecificThemeCode: '07',
    })
    const onTime = { ...late, versionAt: new Date('2026-06-01T16:15:00Z') }
    expect(mergeArticle('id_1', before, onTime)).toMatchObject({
      content: 'Texto antigo.',
      themeL1Code: '07',
    })
  })

  it('stores a change of spacing without a change of the fingerprint', () => {
    const before = stored()
    const after = mergeArticle('id_1', before, incoming({ content: 'A campanha  começa na segunda.' }))
    expect(after.contentHash).toBe(before.contentHash)
    expect(differs(before, after)).toBe(true)
  })

  it('distinguishes fields of the agency from fields of a model', () => {
    const derived = {
      ...stored({ summary: 'De um modelo', themeL1Code: '03', extractedAt: '2026-06-01T16:15:00Z' }),
      summaryModel: 'modelo',
      themeModel: 'modelo',
    }
    // A scrape without summary and themes keeps both, even with another text.
    const changed = mergeArticle('id_1', derived, incoming({ content: 'Outro texto.' }))
    expect(changed).toMatchObject({ summary: 'De um modelo', summaryModel: 'modelo', themeModel: 'modelo' })
    // The agency's own values win, even when they are equal or arrive late.
    const own = { summary: 'De um modelo', themeL1Code: '03' }
    const same = mergeArticle('id_1', derived, incoming(own))
    expect(same).toMatchObject({ ...own, summaryModel: null, themeModel: null })
    expect(differs(derived, same)).toBe(true)
    const late = incoming({ summary: 'Do órgão', themeL1Code: '07', extractedAt: '2026-06-01T16:00:00Z' })
    const after = mergeArticle('id_1', derived, late)
    expect(after).toMatchObject({
      summary: 'Do órgão',
      summaryModel: null,
      themeL1Code: '07',
      themeModel: null,
    })
    expect(mergeArticle('id_1', same, late)).toMatchObject({ ...own, summaryModel: null })
  })

  it.each([
    ['site', true],
    ['operator', false],
  ] as const)('with themes of the source %s takes newer themes of the site: %s', (themeSource, takes) => {
    const before = { ...stored({ themeL1Code: '03' }), themeSource }
    expect(mergeArticle('id_1', before, incoming({ themeL1Code: '05' }))).toMatchObject(
      takes ? { themeL1Code: '05', themeSource: 'site' } : { themeL1Code: '03', themeSource },
    )
  })

  it('replaces themes of the classifier by those of the site, with their confidence', () => {
    const chosen = { themeModel: 'rules', themeSource: 'rules', themeConfidence: 0.5 } as const
    const before = { ...stored({ themeL1Code: '03' }), ...chosen }
    expect(mergeArticle('id_1', before, incoming({ content: 'Outro texto.' }))).toMatchObject(chosen)
    const late = incoming({ themeL1Code: '05', extractedAt: '2026-06-01T10:00:00Z' })
    expect(mergeArticle('id_1', before, late)).toMatchObject({
      themeL1Code: '05',
      themeModel: null,
      themeSource: 'site',
      themeConfidence: null,
    })
  })

  it('replaces the theme codes together', () => {
    const before = stored({ themeL1Code: '03', themeL2Code: '03.01', themeL3Code: '03.01.02' })
    const after = mergeArticle('id_1', before, incoming({ themeL1Code: '05', themeL2Code: '05.04' }))
    expect(after).toMatchObject({
      themeL1Code: '05',
      themeL2Code: '05.04',
      themeL3Code: null,
      mostSpecificThemeCode: '05.04',
    })
  })

  it.each([
    ['the update', { updatedAt: '2026-06-01T10:00:00Z' }, { updatedAt: '2026-06-01T09:00:00Z' }],
    ['the sending', {}, {}],
    ['the sending, then the update', {}, { updatedAt: '2026-06-01T09:00:00Z' }],
  ])('finds the older of two versions by %s', (_, newer, older) => {
    const [sentFirst, sentLast] = [new Date('2026-06-02T10:00:00Z'), new Date('2026-06-02T11:00:00Z')]
    const before = mergeArticle('id_1', undefined, incoming({ ...newer, content: 'Novo.' }, sentLast))
    const after = mergeArticle('id_1', before, incoming({ ...older, content: 'Velho.' }, sentFirst))
    expect(after).toMatchObject({ content: 'Novo.', versionAt: before.versionAt })
  })

  it('accepts later versions after a version with a future date', () => {
    const before = stored({ extractedAt: '2099-01-01T00:00:00Z', content: 'Do futuro.' })
    expect(mergeArticle('id_1', before, incoming({ content: 'De agora.' })).content).toBe('De agora.')
  })

  it('keeps the latest version for any order of arrival', () => {
    const day = (offset: number) => new Date(Date.UTC(2026, 4, 1 + offset))
    const version = fc.record({
      by: fc.constantFrom('extractedAt', 'updatedAt', 'sentAt'),
      summary: fc.constantFrom(null, 'Resumo.'),
    })
    fc.assert(
      fc.property(
        fc
          .array(version, { minLength: 2, maxLength: 6 })
          .chain((all) => fc.shuffledSubarray([...all.entries()], { minLength: all.length })),
        (arrived) => {
          let row: StoredArticle | undefined
          for (const [age, { by, summary }] of arrived) {
            const text = { title: `Título ${age}`, content: `Texto ${age}`, summary }
            const dated = by === 'sentAt' ? {} : { [by]: day(age).toISOString() }
            row = mergeArticle('id_1', row, incoming({ ...text, ...dated }, day(age)))
          }
          const newest = arrived.length - 1
          expect(row).toMatchObject({
            title: `Título ${newest}`,
            content: `Texto ${newest}`,
            versionAt: day(newest),
          })
          // A field that the latest version lacks may come from any other version.
          const summaries = arrived.map(([, { summary }]) => summary)
          expect(row?.summary ?? null).toBe(summaries.find((summary) => summary !== null) ?? null)
        },
      ),
    )
  })

  it('keeps the agency of a known article', () => {
    expect(mergeArticle('id_1', stored(), incoming({ agencyKey: 'mec' })).agencyKey).toBe('saude')
  })

  it('does not count the time of the scrape as a change', () => {
    const before = stored({ extractedAt: '2026-06-01T12:00:00Z' })
    expect(
      differs(before, mergeArticle('id_1', before, incoming({ extractedAt: '2026-06-01T12:15:00Z' }))),
    ).toBe(false)
  })
})

describe('receiveArticle', () => {
  it.each([
    ['a date without a zone', { publishedAt: '2026-06-01T09:00:00' }],
    ['a date that does not exist', { publishedAt: '2026-13-40T00:00:00Z' }],
    ['a blank agency', { agencyKey: ' ' }],
    ['an agency key of the language', { agencyKey: '__proto__' }],
    ['an agency key with other characters', { agencyKey: '`]||<b>\u200b' }],
    ['an agency key with capitals', { agencyKey: 'MEC' }],
    ['an agency key that is too long', { agencyKey: 'a'.repeat(65) }],
    ['no address', { url: '' }],
    ['an address that is none of the web', { url: 'javascript:alert(1)' }],
    ['an address without a host', { url: 'https:noticia' }],
    ['a date before the web', { publishedAt: '1989-12-31T23:59:59Z' }],
    ['a date more than a day ahead', { publishedAt: '2026-06-03T12:00:01Z' }],
    ['an id with a line break', { uniqueId: 'x\r\ny' }],
    ['an id with a backtick', { uniqueId: 'a`b' }],
    ['an id with a quote', { uniqueId: "a'b" }],
    ['an id with an invisible character', { uniqueId: 'a\u200bb' }],
    ['an id of symbols alone', { uniqueId: '--' }],
    ['an id that is too long', { uniqueId: 'a'.repeat(129) }],
  ])('refuses %s', (_, changes) => {
    expect(() => incoming(changes)).toThrow(z.ZodError)
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//x/1.jpg',
    `https://x/${'a'.repeat(5000)}`,
  ])('drops the picture %s with a note', (address) => {
    expect(incoming({ imageUrl: address, videoUrl: ' ' })).toMatchObject({
      imageUrl: null,
      videoUrl: null,
      dropped: ['imageUrl'],
    })
  })

  it('accepts dates up to 24 h ahead and web addresses, which it writes as the URL parser does', () => {
    const article = incoming({ publishedAt: '2026-06-03T12:00:00Z', imageUrl: ' HTTP://x.gov.br/á b.jpg ' })
    expect(article).toMatchObject({ imageUrl: 'http://x.gov.br/%C3%A1%20b.jpg', dropped: [] })
  })

  it('accepts an id of 128 characters', () => {
    expect(incoming({ uniqueId: 'a'.repeat(128) }).uniqueId).toHaveLength(128)
  })

  it('trims texts, removes blank and repeated tags, and rounds instants to seconds', () => {
    const article = incoming({
      tags: [' a ', 'a', ''],
      subtitle: ' ',
      publishedAt: '2026-06-01T12:00:00.750Z',
    })
    expect(article).toMatchObject({
      tags: ['a'],
      subtitle: null,
      publishedAt: new Date('2026-06-01T12:00:00Z'),
    })
  })
})
