import { hashContent } from '@pauta/core/articles/identity'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enrichArticle } from './enrich.ts'
import { compileRegistry } from './registry/entity-registry.ts'

const registry = compileRegistry(GAZETTEER)
const LENGTH = 30_000
/** For twice the text, quadratic work takes 4 times as long. */
const RATIO_MAX = 2.5
/** Below this time, timer resolution and garbage collection dominate. */
const NOISE_MS = 15
const TRIES = 2

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const SHAPES: Record<string, (length: number) => string> = {
  'one word': (length) => fill('b', length),
  'words of 16,382 letters': (length) => fill(`${'b'.repeat(16_382)} `, length),
  'acronyms in parentheses': (length) => fill('(ANA)', length),
  'acronyms in parentheses with blanks': (length) => fill('(ANA) ', length),
  'open parentheses': (length) => fill('(', length),
  'nested parentheses': (length) => '('.repeat(length / 2) + ')'.repeat(length / 2),
  'nested links': (length) => '['.repeat(length / 2) + fill('](x)', length / 2),
  'open images': (length) => fill('![a](', length),
  'nested quotes': (length) => fill('> ', length),
  'nested tags': (length) => fill('<div>', length),
  'open tags': (length) => fill('<a ', length),
  'open comments': (length) => fill('<!--', length),
  'alternating marks': (length) => fill('*_', length),
  'one letter with combining marks': (length) => `a${fill('\u0301', length - 1)}`,
  'letters with combining marks': (length) => fill('a\u0301\u0302\u0303 ', length),
  'ligatures of whole phrases': (length) => fill('\uFDFA', length),
  'invisible characters': (length) => fill('a\u00AD', length),
  'half surrogate pairs': (length) => fill('\uD83D', length),
  'kinds of laws': (length) => fill('Lei ', length),
  'laws with issuers': (length) => fill('Portaria GM/MS ', length),
  'closing marks': (length) => fill('."', length),
  numbers: (length) => fill('1.', length),
  ampersands: (length) => fill('&a', length),
  hyphens: (length) => fill('a-', length),
  'full stops': (length) => fill('. ', length),
  'empty lines': (length) => fill('\n \n', length),
  'places with states': (length) => fill('Natal/RN ', length),
  'municipalities with states': (length) => fill('Caruaru/PE ', length),
  'first names': (length) => fill('Maria ', length),
  'full names': (length) => fill('Maria da Silva. ', length),
  'other full names': (length) =>
    Array.from(
      { length: length / 20 },
      (_, at) =>
        `Ana Xu${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}${'uvwxyz'[Math.floor(at / 100) % 6]}. `,
    ).join(''),
  offices: (length) => fill('ministra ', length),
  'kinds of organisations': (length) => fill('Instituto ', length),
  'organisations with acronyms': (length) => fill('Instituto Xavante (IX) e IX. ', length),
}

const article = (content: string) => ({
  title: 'Título',
  content,
  imageUrl: null,
  videoUrl: null,
  publishedAt: new Date('2026-06-01T12:00:00Z'),
  agencyKey: 'saude',
})

/** Returns the thread's processor time in milliseconds, as the minimum of several attempts. */
function measure(work: () => void): number {
  const tries = Array.from({ length: TRIES }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...tries)
}

/** Returns the ratio of processor time for twice the text to that for the text. Measures a doubtful ratio again. */
function growth(shape: (length: number) => string, work: (text: string) => void): number {
  const ratioOf = () => {
    const [text, twice] = [shape(LENGTH), shape(2 * LENGTH)]
    return measure(() => work(twice)) / (measure(() => work(text)) + NOISE_MS)
  }
  const ratio = ratioOf()
  return ratio < RATIO_MAX ? ratio : ratioOf()
}

const enrich = (text: string) => void enrichArticle(article(text), registry)

describe('enrichment takes time linear in the text', () => {
  it.each(Object.entries(SHAPES))('%s', (_, shape) => {
    expect(growth(shape, enrich)).toBeLessThan(RATIO_MAX)
  })

  it('for any repeated piece', () => {
    const pieces = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '(',
            ')',
            '[',
            '](',
            '*',
            '_',
            '<',
            '>',
            '&',
            '!',
            '\\',
            '. ',
            ' ',
            '\n',
            'Lei nº 1',
            'ANA',
            'SUS',
          ),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(pieces, (piece) => {
        expect(growth((length) => fill(piece, length), enrich)).toBeLessThan(RATIO_MAX)
      }),
      { numRuns: 8 },
    )
  })

  it.each(['\uFDFA', '\uFDFB a', 'a\u0301', 'b'])('for the fingerprint of %j repeated', (piece) => {
    expect(
      growth(
        (length) => fill(piece, length),
        (text) => void hashContent('Título', text),
      ),
    ).toBeLessThan(RATIO_MAX)
  })
})

describe('enriching the longest article', () => {
  it.each(['words of 16,382 letters', 'acronyms in parentheses', 'ligatures of whole phrases'])(
    'takes at most four times the processor time of prose: %s',
    (name) => {
      const prose = fill('O Ministério da Saúde anunciou a campanha de vacinação contra a gripe. ', 200_000)
      const hostile = SHAPES[name]?.(200_000) ?? ''
      const ratioOf = () => measure(() => enrich(hostile)) / measure(() => enrich(prose))
      const ratio = ratioOf()
      expect(ratio < 4 ? ratio : ratioOf()).toBeLessThan(4)
    },
  )
})

describe('hashContent', () => {
  it('returns the same hash for phrases in one character and spelled out', () => {
    const spelled = (text: string) => text.normalize('NFKD')
    for (const text of ['a\uFDFAb', '\uFDFB fim', '\uFDFA', 'x \uFDFB'])
      expect(hashContent('t', text)).toBe(hashContent('t', spelled(text)))
  })
})
