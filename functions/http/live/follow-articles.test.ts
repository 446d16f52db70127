import type { ArticleEvent } from '@pauta/core/history/queries'
import type { Tail } from '@pauta/core/history/tail'
import { expect, it } from 'vitest'
import { followArticles } from './follow-articles.ts'

const eventOf = (position: string, agencyKey: string, title = 'Vacina'): ArticleEvent => ({
  position,
  at: new Date('2026-03-02T12:00:00Z'),
  uniqueId: 'mec-1',
  agencyKey,
  kind: 'edited',
  seenBy: 'scraper',
  contentHash: 'ab',
  version: 2,
  grade: 'meaning',
  reason: null,
  title,
  url: 'https://www.gov.br/mec/1',
})

const frameOf = (position: string, agency: string, title = 'Vacina') =>
  `id: ${position}\nevent: edited\ndata: {"position":"${position}","uniqueId":"mec-1","kind":"edited","seenBy":"scraper",` +
  `"contentHash":"ab","version":2,"grade":"meaning","reason":null,"title":"${title}",` +
  `"url":"https://www.gov.br/mec/1","agency":"${agency}","at":"2026-03-02T12:00:00+00:00"}\n\n`

/** Follows a log of some pages to its end, with a filter by the agency mec. */
async function follow(...pages: [position: string, events: ArticleEvent[]][]) {
  const waits: number[] = []
  const tail: Tail = {
    findEnd: async () => '7',
    read: async (after, { waitMs }) => {
      waits.push(waitMs)
      const [position, events] = pages[waits.length - 1] ?? [after, []]
      return { position, events: events.map((event) => ({ event, article: { agency: event.agencyKey } })) }
    },
  }
  const stream = followArticles(tail, {
    after: '7',
    filter: { agencies: ['mec'] },
    signal: new AbortController().signal,
    isLate: () => waits.length === pages.length,
  })
  const pieces: string[] = []
  for (;;) {
    const { done, value } = await stream.next()
    if (done === true) return { pieces, result: value, waits }
    pieces.push(Buffer.from(value).toString())
  }
}

const START = 'retry: 2000\nid: 7\n\n'

it('starts with the pause of a client and its position', async () => {
  expect(await follow()).toEqual({ pieces: [START], result: { events: 0 }, waits: [] })
})

it('has all of an event in its frame, and counts what passes the filter', async () => {
  const { pieces, result, waits } = await follow(
    ['9', [eventOf('8', 'saude'), eventOf('9', 'mec')]],
    ['11', [eventOf('10', 'mec'), eventOf('11', 'mec')]],
  )
  expect(pieces).toEqual([START, frameOf('9', 'mec'), frameOf('10', 'mec') + frameOf('11', 'mec')])
  expect(result).toEqual({ events: 3 })
  expect(waits).toEqual([12_000, 12_000])
})

it.each<[string, [string, ArticleEvent[]], string]>([
  ['without events', ['7', []], ': ping\nid: 7\n\n'],
  ['whose events the filter leaves out', ['8', [eventOf('8', 'saude')]], ': ping\nid: 8\n\n'],
  [
    'whose last event the filter leaves out',
    ['9', [eventOf('8', 'mec'), eventOf('9', 'saude')]],
    `${frameOf('8', 'mec')}: ping\nid: 9\n\n`,
  ],
])('moves the position of a client over a page %s', async (_, page, frames) => {
  expect((await follow(page)).pieces).toEqual([START, frames])
})

it('writes a piece as soon as it has 32768 bytes', async () => {
  const long = 'x'.repeat(32_768 - frameOf('8', 'mec', '').length)
  const full = await follow(['9', [eventOf('8', 'mec', long), eventOf('9', 'mec')]])
  expect(full.pieces.map((piece) => piece.length)).toEqual([START.length, 32_768, frameOf('9', 'mec').length])
  expect((await follow(['8', [eventOf('8', 'mec', long)]])).pieces).toHaveLength(2)
  const short = await follow(['9', [eventOf('8', 'mec', long.slice(1)), eventOf('9', 'mec')]])
  expect(short.pieces.map((piece) => piece.length)).toEqual([
    START.length,
    32_767 + frameOf('9', 'mec').length,
  ])
})
