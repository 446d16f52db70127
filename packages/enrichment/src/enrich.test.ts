import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enrichArticle } from './enrich.ts'
import { compileRegistry } from './registry/entity-registry.ts'

const registry = compileRegistry(GAZETTEER)
// A Monday at 23:30 in São Paulo, which is Tuesday in UTC.
const publishedAt = new Date('2026-06-02T02:30:00Z')
const enrich = (title: string, content: string | null) =>
  enrichArticle({ title, content, imageUrl: null, videoUrl: null, publishedAt, agencyKey: 'saude' }, registry)

/** Random texts of what enrichment reads: names, markup, punctuation, laws, words and other characters. */
const pieces = fc.oneof(
  fc.constantFrom(...GAZETTEER.flatMap((entity) => [entity.canonicalName, ...entity.aliases])),
  fc.constantFrom(
    ' ',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '. ',
    ', ',
    ' (',
    ') ',
    '/',
    '-',
    '**',
    '_',
    '[',
    '](http://a.br) ',
    '![',
    '<p>',
    '</p>',
    '<',
    '&nbsp;',
    '&atilde;',
    '&',
    'Lei nº 13.709/2018',
    'Portaria ',
    ' nº ',
    '5.000',
    ', de ',
    '2024',
    'não ',
    'crise ',
    'sucesso ',
    'a ',
    'o ',
    'em ',
    '\u00AD',
    '\u0301',
    '😀',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''))

function isFiniteDeep(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isFiniteDeep)
}

describe('enrichArticle', () => {
  it('returns every key', () => {
    const content =
      'A Anvisa aprovou nesta segunda uma vacina nova. Ela protege contra a gripe e é gratuita no SUS.'
    expect(enrich('Anvisa aprova vacina', content)).toEqual({
      word_count: 18,
      char_count: content.length,
      paragraph_count: 1,
      readability_flesch: expect.any(Number) as number,
      publication_hour: 23,
      publication_dow: 0,
      has_image: false,
      has_video: false,
      sentiment: { label: 'positive', score: expect.any(Number) as number },
      entities: [
        expect.objectContaining({ text: 'Anvisa', type: 'ORG', count: 2 }),
        expect.objectContaining({ text: 'SUS', type: 'ORG', count: 1 }),
      ],
      content_annotations: [
        expect.objectContaining({ start: 2, end: 8, text: 'Anvisa', type: 'ORG' }),
        expect.objectContaining({ text: 'SUS' }),
      ],
      states: [],
    })
  })

  it('reads acronyms of the agency, and names that were given', () => {
    const read = (agencyKey: string, title: string, text: string) =>
      enrichArticle(
        {
          title,
          content: null,
          imageUrl: null,
          videoUrl: null,
          publishedAt,
          agencyKey,
          modelNames: [{ type: 'LOC', text, office: null }],
        },
        registry,
      ).entities.map((entity) => entity.text)
    expect(read('mec', 'MEC abre', 'Xan')).toEqual(['MEC'])
    expect(read('saude', 'MEC abre', 'Xan')).toEqual([])
    expect(read('saude', 'MEC abre Xan', 'Xan')).toEqual(['Xan'])
  })

  it('returns null instead of zero for an article without text', () => {
    expect(enrich('', null)).toEqual({
      word_count: null,
      char_count: null,
      paragraph_count: null,
      readability_flesch: null,
      publication_hour: 23,
      publication_dow: 0,
      has_image: false,
      has_video: false,
      sentiment: null,
      entities: [],
      content_annotations: [],
      states: [],
    })
  })

  it('returns valid features for any text', () => {
    fc.assert(
      fc.property(texts, texts, (title, content) => {
        const features = enrich(title, content)
        let end = 0
        for (const annotation of features.content_annotations) {
          expect(content.slice(annotation.start, annotation.end)).toBe(annotation.text)
          expect(annotation.start).toBeGreaterThanOrEqual(end)
          expect(annotation.end).toBeGreaterThan(annotation.start)
          end = annotation.end
        }
        expect(isFiniteDeep(features)).toBe(true)
        const { readability_flesch: readability, sentiment, entities } = features
        expect(readability ?? 0).toBeGreaterThanOrEqual(0)
        expect(readability ?? 0).toBeLessThanOrEqual(100)
        expect(Math.abs(sentiment?.score ?? 0)).toBeLessThan(1)
        for (const { count, salience } of entities) {
          expect(count).toBeGreaterThanOrEqual(1)
          expect(salience).toBeGreaterThan(0)
          expect(salience).toBeLessThan(1)
        }
        expect(enrich(title, content)).toEqual(features)
      }),
      { numRuns: 300 },
    )
  })
})
