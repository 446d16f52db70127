import type { IndexDocument } from '@pauta/core/search-index/collection'
import { parseColumns } from '@pauta/syndication/exports/columns'
import { encodeFile } from '@pauta/syndication/exports/encode'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const INVISIBLE = ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u180e', '\u034f', '\u3164', '\u0000']
const BLANKS = [' ', '\t', '\r', '\n', '\r\n', '\u00a0', '\u2028', '\u3000']
const SIGNS = '=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−'.split('')
const COMPUTED = /^[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}"]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u

/** Returns the cells as a reader with this delimiter sees them. `quote: null` splits at each delimiter and line break. */
async function cellsOf(
  texts: readonly Partial<IndexDocument>[],
  { delimiter, quote = '"' }: { delimiter: string; quote?: string | null },
): Promise<string[]> {
  const rows = texts.map((text, at) => ({
    document: { unique_id: `a_${at}`, ...text } as IndexDocument,
    cursor: '',
  }))
  const options = { bom: true, delimiter, quote, relax_quotes: true, relax_column_count: true }
  async function* pages() {
    yield rows
  }
  const columns = parseColumns('unique_id,title,summary,tags')
  const pieces: Uint8Array[] = []
  for await (const piece of encodeFile({ format: 'csv', columns }, pages())) pieces.push(piece)
  return parse(Buffer.concat(pieces), options).flat()
}

describe('cells of a CSV export', () => {
  it.each([
    'foo;=1+1',
    "foo;=cmd|'/C calc'!A0",
    'foo; =1+1',
    'foo;\u200b=1+1',
    'foo;"=1+1"',
    'foo\n=1+1',
    'foo\r=1+1',
    'foo\t=1+1',
    'foo;\t=1+1',
    'foo;+1',
    'foo;-1',
    'foo;@SUM(1)',
    'foo;＝1+1',
    '\u200b=1+1',
    '﹦1+1',
    '−1+1',
    '\u0000=1+1',
  ])('begin with no formula for %j, in a title, in a tag and with either separator', async (text) => {
    for (const delimiter of [';', ',', '\t']) {
      const cells = await cellsOf([{ title: text, summary: `"${text}`, tags: ['a', text] }], { delimiter })
      expect(cells.filter((cell) => COMPUTED.test(cell))).toEqual([])
    }
  })

  it('begin with no formula for any text, and keep every text that has none', async () => {
    const pieces = fc.oneof(
      fc.constantFrom(...SIGNS, ...INVISIBLE, ...BLANKS, ';', ',', '"', "'"),
      fc.constantFrom('a', 'notícia', '1', ';=', '\n-', 'a;'),
    )
    const text = fc.array(pieces, { maxLength: 12 }).map((some) => some.join(''))
    let guarded = 0
    await fc.assert(
      fc.asyncProperty(text, text, fc.array(text, { maxLength: 3 }), async (title, summary, tags) => {
        const readers = [
          { delimiter: ',' },
          { delimiter: ';', quote: null },
          { delimiter: '\t', quote: null },
        ]
        for (const reader of readers)
          for (const cell of await cellsOf([{ title, summary, tags }], reader)) {
            expect(COMPUTED.test(cell)).toBe(false)
            if (cell.includes("'")) guarded += 1
          }
      }),
    )
    expect(guarded).toBeGreaterThan(100)
    const harmless = 'Pré-vestibular: 1+1=2; e-mail a@b.br; fim\nnova linha - com traço'
    expect(await cellsOf([{ title: harmless }], { delimiter: ',' })).toContain(harmless)
  })
})
