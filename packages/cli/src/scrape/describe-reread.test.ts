import type { Reread } from '@pauta/scraper/raw-pages/reread'
import { describe, expect, it } from 'vitest'
import { describeCounts, describePage, toJson } from './describe-reread.ts'

const PAGE: Reread = {
  outcome: 'changed',
  agencyKey: 'mec',
  url: 'https://www.gov.br/mec/a',
  uniqueId: 'mec_a',
  detail: null,
  fields: [],
  message: null,
}
const page = (changes: Partial<Reread>): Reread => ({ ...PAGE, ...changes })
const field = (before: unknown, after: unknown) => [{ field: 'title' as const, before, after }]

describe('a page that was read again', () => {
  it.each<[Partial<Reread>, string[]]>([
    [{ fields: field('Um', 'Dois') }, ['mec: mec_a', '  title: "Um" → "Dois"']],
    [{ outcome: 'new' }, ['mec: mec_a, is not stored']],
    [{ outcome: 'refused' }, ['mec: mec_a, not sent: its id belongs to another agency']],
    [
      { outcome: 'held', fields: field('Um', 'D') },
      [
        'mec: mec_a, not sent: the new text lacks four fifths of the stored one (--allow-shorter)',
        '  title: "Um" → "D"',
      ],
    ],
    [
      { outcome: 'unreadable', uniqueId: null, detail: 'html_changed: no title' },
      ['mec: https://www.gov.br/mec/a, cannot be read, html_changed: no title'],
    ],
    [{ outcome: 'missing', detail: 'there is no\u001B x' }, ['mec: mec_a, cannot be read, there is no· x']],
    [{ outcome: 'same' }, []],
    [{ outcome: 'older' }, []],
    [{ outcome: 'down' }, []],
    [{ outcome: 'unstored' }, []],
    [{ outcome: 'undated' }, []],
  ])('%j is shown as %j', (changes, lines) => {
    expect(describePage(page(changes))).toEqual(lines)
  })

  it('is shown without characters that control a terminal', () => {
    const lines = describePage(page({ detail: '\u001B[2J', fields: field('\u001B[2J', '') }))
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain('\u001B')
  })

  const a = (length: number) => 'a'.repeat(length)
  it.each<[string, unknown, unknown, string, string]>([
    ['nothing', null, '', '(nothing)', '(nothing)'],
    ['a list', ['a'], [], '"["a"]"', '"[]"'],
    ['70 characters', a(70), 'b', `"${a(70)}"`, '"b"'],
    ['71 characters', a(71), 'b', `"${a(70)}…"`, '"b"'],
    ['a difference at the 21st', `${a(20)}x`, `${a(20)}y`, `"${a(20)}x"`, `"${a(20)}y"`],
    ['a difference at the 22nd', `${a(21)}x`, `${a(21)}y`, `"…${a(20)}x"`, `"…${a(20)}y"`],
    ['a longer text', a(30), `${a(30)}x`, `"…${a(20)}"`, `"…${a(20)}x"`],
    ['an equal text', 'a', 'a', '"a"', '"a"'],
  ])('shows values from a little before their first difference: %s', (_, before, after, old, now) => {
    expect(describePage(page({ fields: field(before, after) })).at(1)).toBe(`  title: ${old} → ${now}`)
  })

  it('has its differences and its fault as JSON', () => {
    const { message: _, detail, ...others } = page({ fields: field(null, 'Um') })
    expect(toJson(page({ fields: field(null, 'Um') }))).toEqual({
      ...others,
      fields: [{ field: 'title', before: '(nothing)', after: '"Um"' }],
    })
    expect([detail, toJson(page({ detail: 'x' }))]).toEqual([null, { ...others, detail: 'x', fields: [] }])
  })
})

it.each([
  [{}, '0 pages read again, 0 articles sent'],
  [{ pages: 3, sent: 1, changed: 1, same: 2 }, '3 pages read again, 1 articles sent: 1 changed, 2 same'],
])('the counts %j are shown as %s', (counts, line) => {
  expect(describeCounts(counts)).toBe(line)
})
