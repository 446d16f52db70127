import { beforeEach, describe, expect, it } from 'vitest'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { createAddressMemory } from '../../../../test/kit/services/address-memory.ts'
import type { NewsMessage } from './news-message.ts'
import type { ReadPage, RunPorts } from './ports.ts'
import { usualWindow } from '../runs/run-window.ts'
import { scrapeSite } from './scrape-site.ts'

const BASE = 'https://www.gov.br/pesca/pt-br/noticias'
const NOW = new Date('2026-03-10T12:00:00.250Z')
const TEXT = 'Texto da notícia com palavras bastantes para não parecer uma página vazia.'
const tile = (slug: string) =>
  `<article class="tileItem"><a class="summary url" href="${BASE}/${slug}">Título ${slug}</a></article>`
const DATE = '<span class="documentPublished"><span class="value">10/03/2026 08h30</span></span>'
const page = (date: string) =>
  `<html><body><div id="content"><h1>Título a</h1>${date}<p>${TEXT}</p></div></body></html>`

let texts: Map<string, string>
let kept: ReadPage[]
let sent: NewsMessage[]
let keepRaw: RunPorts['keepRaw']
beforeEach(() => {
  texts = new Map([
    [BASE, `<div id="content">${tile('a')}</div>`],
    [`${BASE}/a`, page(DATE)],
  ])
  kept = []
  sent = []
  keepRaw = async (read) => kept.push(read) > 0
})

async function run() {
  const fetchPage = async (url: string): Promise<FetchedPage> => {
    const text = texts.get(url) ?? '<div id="content"></div>'
    const answer = { status: 200, headers: new Headers(), bytes: Buffer.from(text) }
    return { url, finalUrl: url, text, answer, validators: { etag: null, lastModified: null } }
  }
  const ports: RunPorts = {
    fetcher: { fetchPage, remember: async () => {} },
    now: () => NOW,
    addresses: createAddressMemory(),
    findKnown: async () => new Map(),
    emit: async (message) => void sent.push(message),
    ...(keepRaw && { keepRaw }),
    loadProgress: async () => null,
    saveProgress: async () => {},
  }
  const request = {
    window: usualWindow(NOW),
    allowUpdate: false,
    isDeep: false,
    looksAgain: false,
    deadline: null,
  }
  return await scrapeSite({ key: 'pesca', kind: 'plone-html', listingUrls: [BASE] }, request, ports)
}

describe('the pages that a run keeps', () => {
  it('are those of articles, with what a later reading needs', async () => {
    await run()
    expect(kept).toMatchObject([
      {
        agencyKey: 'pesca',
        url: `${BASE}/a`,
        kind: 'plone-html',
        uniqueId: sent[0]?.uniqueId,
        entry: { url: `${BASE}/a`, title: 'Título a' },
        page: { finalUrl: `${BASE}/a`, text: page(DATE) },
        at: NOW,
      },
    ])
    // A version of the page is as old as the version of its message, or a reading again would come too late.
    expect(sent.map(({ extractedAt }) => extractedAt)).toEqual([NOW.toISOString()])
  })

  it('include those that cannot be sent', async () => {
    texts.set(`${BASE}/a`, page(''))
    expect(await run()).toMatchObject({ sent: 0, undated: 1 })
    expect(kept).toMatchObject([{ url: `${BASE}/a`, uniqueId: null }])
  })

  it.each([
    ['kept', true, 0],
    ['not kept', false, 1],
    ['of a run that keeps none', null, 0],
  ] as const)('are sent when they are %s', async (_, isKept, unkept) => {
    keepRaw = isKept === null ? undefined : () => Promise.resolve(isKept)
    expect(await run()).toMatchObject({ status: 'success', sent: 1, unkept })
  })
})
