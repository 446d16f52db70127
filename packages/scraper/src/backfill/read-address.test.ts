import { describe, expect, it } from 'vitest'
import { ScrapeError, type ErrorKind } from '../errors.ts'
import type { ReadPage } from '../crawl/ports.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { finalOutcome, readAddress, type PastMessage } from './read-address.ts'

const URL = 'https://www.gov.br/pesca/pt-br/noticias/curso'
const TITLE = 'Curso de redes abre inscrições em Manaus'
const TEXT =
  '<p>O instituto abriu as inscrições para o curso gratuito, com aulas em oito estados.</p>'.repeat(4)
const NOW = new Date('2026-06-01T12:00:00Z')

/** Reads a page of a day, `DD/MM/YYYY`, and returns what became of it. */
async function read(
  day: string | null,
  { text = TEXT, title = TITLE, stored = [] as readonly string[], storedId = 'antiga_000001' } = {},
) {
  const date =
    day === null ? '' : `<span class="documentPublished"><span class="value">${day} 10h00</span></span>`
  const html = `<html><head><title>Instituto</title></head><body><div id="content"><h1>${TITLE}</h1>${date}${text}</div></body></html>`
  const page: FetchedPage = {
    url: URL,
    finalUrl: URL,
    text: html,
    answer: { status: 200, headers: new Headers(), bytes: Buffer.from(html) },
    validators: { etag: null, lastModified: null },
  }
  const sent: PastMessage[] = []
  const kept: ReadPage[] = []
  const result = await readAddress(
    { url: URL, title, stamp: null, category: null, tags: [] },
    {
      site: { key: 'mpa', kind: 'plone-html', listingUrls: [] },
      window: { start: '2026-01-10', end: '2026-01-20' },
      stored: new Map(stored.map((url) => [url, { uniqueId: storedId, isOlder: false }])),
      closesPages: false,
    },
    {
      fetcher: { fetchPage: async () => page } as unknown as Parameters<typeof readAddress>[2]['fetcher'],
      send: async (message) => void sent.push(message),
      keepRaw: async (raw) => kept.push(raw) > 0,
      now: () => NOW,
    },
  )
  return { result, sent, kept }
}

describe('an address of history', () => {
  it.each([
    ['09/01/2026', 'older', 0],
    ['10/01/2026', 'stored', 1],
    ['20/01/2026', 'stored', 1],
    ['21/01/2026', 'newer', 0],
  ])('of %s is %s', async (day, outcome, pages) => {
    const { result, sent, kept } = await read(day)
    expect(result).toEqual({ outcome, detail: null })
    expect([sent.length, kept.length]).toEqual([pages, pages])
  })

  it('is sent as news of the past, whose version is as old as the article', async () => {
    const { sent, kept } = await read('15/01/2026')
    expect(sent).toMatchObject([
      {
        title: TITLE,
        agencyKey: 'mpa',
        url: URL,
        publishedAt: '2026-01-15T10:00:00-03:00',
        extractedAt: '2026-01-15T10:00:00-03:00',
        isPast: true,
      },
    ])
    const { uniqueId } = sent[0] ?? {}
    expect(kept).toMatchObject([
      { agencyKey: 'mpa', kind: 'plone-html', url: URL, uniqueId, entry: { title: TITLE }, at: NOW },
    ])
    expect(kept[0]?.page.finalUrl).toBe(URL)
  })

  it('that is stored is kept under its id and not sent', async () => {
    const { result, sent, kept } = await read('15/01/2026', { stored: [URL] })
    expect(result).toEqual({ outcome: 'known', detail: null })
    expect(sent).toEqual([])
    expect(kept).toMatchObject([{ uniqueId: 'antiga_000001' }])
    expect((await read('15/01/2026', { stored: [`${URL}-2`] })).result.outcome).toBe('stored')
  })

  it('without a date is kept and not sent', async () => {
    const { result, sent, kept } = await read(null)
    expect(result).toEqual({ outcome: 'undated', detail: 'the date is missing' })
    expect(sent).toEqual([])
    expect(kept).toMatchObject([{ uniqueId: null }])
  })

  it('with a date of which no article is, is undated instead of newer', async () => {
    const { result, sent, kept } = await read('15/01/2099')
    expect(result).toEqual({ outcome: 'undated', detail: 'the date is 2099-01-15T10:00:00-03:00' })
    expect([sent.length, kept.length]).toEqual([0, 1])
  })

  it('that only a sitemap names is news when it has a text', async () => {
    expect((await read('15/01/2026', { title: '' })).result.outcome).toBe('stored')
    const { result, sent, kept } = await read('15/01/2026', { title: '', text: '<p>Formulário.</p>' })
    expect(result).toEqual({ outcome: 'no_news', detail: null })
    expect([sent.length, kept.length]).toEqual([0, 0])
  })

  it.each<[ErrorKind, { isGone?: boolean; status?: number }, string | null]>([
    ['url_broken', { isGone: true }, 'gone'],
    ['url_broken', {}, 'refused'],
    ['network_error', { status: 403 }, 'refused'],
    ['network_error', { status: 500 }, null],
    ['login_page', {}, 'refused'],
    ['not_a_page', {}, 'refused'],
    ['wrong_page', {}, null],
  ])('that fails with %s %j is %j at once', (kind, options, outcome) => {
    expect(finalOutcome(new ScrapeError(kind, 'm', options))).toBe(outcome)
  })
})
