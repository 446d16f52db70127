// The script of the widget on a document without a browser. `test/browser/widget.test.ts` shows it in a real one.
import { parseHTML } from 'linkedom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const NEWS = {
  title: 'Vacinação começa',
  url: 'https://www.gov.br/saude/a',
  image: 'https://www.gov.br/foto.jpg',
  authors: [{ name: 'Ministério da Saúde' }, { name: 'Outro' }],
  date_published: '2026-06-01T02:30:00Z',
}
const FEED = { items: [NEWS], home_page_url: 'https://pauta.example/?agencies=saude' }

const { document, customElements, HTMLElement, HTMLScriptElement, CustomEvent } = parseHTML(
  '<html><body></body></html>',
)
/** Answers of the API, in the order of the requests. The last one is that of all further requests. */
let answers: (() => Promise<Response>)[] = []
const requests: { url: URL; signal: AbortSignal; accept: unknown }[] = []

const answer =
  (
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) =>
  () =>
    Promise.resolve(Response.json(body, { status, headers }))

beforeAll(async () => {
  const script = Object.assign(document.createElement('script'), {
    src: 'https://pauta.example/api/widget.js',
  })
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  class CSSStyleSheet {
    replaceSync() {}
  }
  const page = { document, customElements, HTMLElement, HTMLScriptElement, CustomEvent, CSSStyleSheet }
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
  vi.stubGlobal(
    'fetch',
    (url: URL, { signal, headers }: { signal: AbortSignal; headers: { accept: string } }) => {
      requests.push({ url, signal, accept: headers.accept })
      const next = answers.length > 1 ? answers.shift() : answers[0]
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      )
      return Promise.race([aborted, next?.()])
    },
  )
  await import('./pauta-news.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  answers = [answer(FEED)]
  requests.length = 0
})
afterEach(() => document.body.replaceChildren())

/** Puts an element on the page and waits until it shows an answer. */
async function open(attributes: Record<string, string> = {}): Promise<HTMLElement> {
  const element = document.createElement('pauta-news')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  await settle()
  return element
}

const later = setTimeout
/** All promises of an answer have ended when a later task runs. */
const settle = () => new Promise<void>((resolve) => void later(resolve, 0))
const find = (element: HTMLElement, selector: string) =>
  element.shadowRoot?.querySelector(selector) as HTMLElement
const findAll = (element: HTMLElement, selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
const textOf = (element: HTMLElement) => find(element, 'section').textContent
const hear = (name: string) => {
  const heard: unknown[] = []
  document.addEventListener(name, (event) => heard.push((event as CustomEvent).detail), { once: true })
  return heard
}

describe('the address', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'limit=5'],
    [{ limit: '20' }, 'limit=20'],
    [{ limit: '21' }, 'limit=20'],
    [{ limit: '1' }, 'limit=1'],
    [{ limit: '0' }, 'limit=5'],
    [{ limit: '-3' }, 'limit=1'],
    [{ limit: '2.9' }, 'limit=2'],
    [{ limit: 'dez' }, 'limit=5'],
    [{ agencies: ' saude,mec ', themes: '01' }, 'agencies=saude%2Cmec&themes=01&limit=5'],
    [{ agencies: ' ', themes: '' }, 'limit=5'],
    [{ filter: 'q=vacina&agencies=mec&limit=9' }, 'q=vacina&agencies=mec&limit=5'],
    [{ filter: 'q=vacina&agencies=mec', agencies: 'saude' }, 'q=vacina&agencies=saude&limit=5'],
    [{ filter: 'agencies=mec', agencies: '' }, 'agencies=mec&limit=5'],
  ])('with %j is ?%s', async (attributes, query) => {
    await open(attributes)
    expect(requests.map(({ url }) => url.href)).toEqual([
      `https://pauta.example/api/feeds/articles.json?${query}`,
    ])
    expect(requests[0]?.accept).toBe('application/json')
  })
})

describe('an article', () => {
  it('has its title, its agency and its day at Brasília', async () => {
    const element = await open()
    expect(findAll(element, 'li')).toHaveLength(1)
    expect(find(element, 'li').getAttribute('part')).toBe('item')
    expect(find(element, 'a')).toMatchObject({
      textContent: NEWS.title,
      href: NEWS.url,
      rel: 'noopener',
      dir: 'auto',
    })
    expect(find(element, '[part=meta]').textContent).toBe('Ministério da Saúde · 31 de mai. de 2026')
    expect(findAll(element, 'img')).toEqual([])
  })

  it.each([
    [{ authors: undefined }, '31 de mai. de 2026'],
    [{ authors: [] }, '31 de mai. de 2026'],
    [{ date_published: undefined }, 'Ministério da Saúde'],
  ])('without a part of it has the other: %j', async (changes, meta) => {
    answers = [answer({ ...FEED, items: [{ ...NEWS, ...changes }] })]
    expect(find(await open(), '[part=meta]').textContent).toBe(meta)
  })

  it.each([
    ['http://www.gov.br/a', true],
    ['javascript:alert(1)', false],
    ['/a', false],
    [undefined, false],
  ])('and its source lead to %s: %j', async (url, isLink) => {
    answers = [answer({ items: [{ ...NEWS, url, image: url }], home_page_url: url })]
    const element = await open({ layout: 'cards' })
    const links = ['[part=link]', '[part=source-link]'].map((selector) =>
      find(element, selector).getAttribute('href'),
    )
    expect(links).toEqual(isLink ? [url, url] : [null, null])
    expect(findAll(element, 'img').map((image) => image.getAttribute('src'))).toEqual(isLink ? [url] : [])
  })

  it('shows its picture in cards, until the picture fails', async () => {
    const element = await open({ layout: 'cards' })
    const image = find(element, 'li img')
    expect(image).toMatchObject({ src: NEWS.image, alt: '', loading: 'lazy', referrerPolicy: 'no-referrer' })
    image.dispatchEvent(new CustomEvent('error'))
    expect(findAll(element, 'img')).toEqual([])
    expect(find(element, 'li').textContent).toContain(NEWS.title)
  })
})

describe('the widget', () => {
  it.each([
    [{}, 'list'],
    [{ layout: 'grade' }, 'list'],
    [{ layout: 'cards' }, 'cards'],
  ])('with %j shows %s, and their source', async (attributes, layout) => {
    const element = await open(attributes)
    const list = find(element, 'ul')
    const names = ['class', 'part', 'role'].map((name) => list.getAttribute(name))
    expect(names).toEqual([layout, layout, 'list'])
    expect(find(element, '[part=source]').textContent).toBe('Fonte: Pauta')
    const link = find(element, '[part=source-link]')
    expect(link).toMatchObject({ href: FEED.home_page_url, rel: 'noopener' })
  })

  it.each([
    [{}, 'Notícias do governo federal'],
    [{ label: 'Saúde' }, 'Saúde'],
  ])('with %j has the label %s, in Portuguese', async (attributes, label) => {
    const section = find(await open(attributes), 'section')
    expect(section).toMatchObject({ lang: 'pt-BR', dir: 'ltr' })
    expect(section.getAttribute('aria-label')).toBe(label)
  })

  it('says that it loads, and that nothing was found', async () => {
    answers = [answer({ ...FEED, items: [] })]
    const element = document.createElement('pauta-news')
    document.body.append(element)
    expect(requests).toHaveLength(0)
    await Promise.resolve()
    expect(find(element, '[role=status]').textContent).toBe('Carregando notícias…')
    await settle()
    expect(find(element, '[role=status]').textContent).toBe('Nenhuma notícia para este filtro.')
  })

  it.each([
    [[], ''],
    [FEED.items, NEWS.title],
  ])('tells the page of warnings, and readers where there is no news: %j', async (items, title) => {
    const heard = hear('pauta-warning')
    const headers = { 'x-warnings': JSON.stringify(['não existe x']) }
    answers = [answer({ ...FEED, items }, { headers })]
    const element = await open()
    expect(heard).toEqual([['não existe x']])
    expect(textOf(element).includes('não existe x')).toBe(title === '')
    expect(textOf(element)).toContain(title)
  })

  it('tells the page of no warnings', async () => {
    const heard = hear('pauta-warning')
    await open()
    expect(heard).toEqual([])
  })

  it.each([
    ['an error', answer({ errors: [{ message: 'tema' }, { message: 'b' }] }, { status: 400 }), 'tema'],
    ['an error with news', answer({ ...FEED, errors: [{ message: 'x' }] }, { status: 500 }), 'x'],
    ['an error without words', answer({}, { status: 500 }), 'As notícias não puderam ser carregadas.'],
    ['no news', answer({ errors: [{ message: 'y' }] }), 'y'],
    ['no connection', () => Promise.reject(new Error('z')), 'z'],
  ])('offers another try after %s', async (_, failure, reason) => {
    const heard = hear('pauta-error')
    answers = [failure, answer(FEED)]
    const element = await open()
    expect(heard).toMatchObject([{ message: reason }])
    const alert = find(element, '[role=alert]')
    expect(alert.textContent).toBe('As notícias não puderam ser carregadas.Tentar de novo')
    const retry = find(element, 'button')
    expect(retry).toMatchObject({ type: 'button' })
    retry.click()
    await settle()
    expect(findAll(element, '[role=alert]')).toEqual([])
    expect(find(element, 'a').textContent).toBe(NEWS.title)
  })

  it('gives up after 15 seconds, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      answers = [() => new Promise(() => {})]
      const heard = hear('pauta-error')
      const element = await open()
      await vi.advanceTimersByTimeAsync(14_999)
      expect(requests[0]?.signal.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await settle()
      expect(find(element, '[role=alert]').textContent).toContain('Tentar de novo')
      expect(heard).toHaveLength(1)
      answers = [answer(FEED)]
      await open()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends the request of an element that leaves the page, and shows nothing more', async () => {
    answers = [() => new Promise(() => {})]
    const heard = hear('pauta-error')
    const element = await open()
    element.remove()
    await settle()
    expect(requests[0]?.signal.aborted).toBe(true)
    expect([heard, textOf(element)]).toEqual([[], 'Carregando notícias…'])
    // One that leaves the page before it asks, never asks.
    const other = document.createElement('pauta-news')
    document.body.append(other)
    other.remove()
    await settle()
    expect(requests).toHaveLength(1)
  })

  it('loads once for the changes of a moment, in place of what it asked before', async () => {
    answers = [() => new Promise(() => {}), answer(FEED)]
    const heard = hear('pauta-error')
    const element = await open()
    for (const [name, value] of [
      ['agencies', 'mec'],
      ['agencies', 'saude'],
      ['label', 'Saúde'],
    ] as const)
      element.setAttribute(name, value)
    await settle()
    expect(requests.map(({ url }) => url.search)).toEqual(['?limit=5', '?agencies=saude&limit=5'])
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
    expect([heard, find(element, 'a').textContent]).toEqual([[], NEWS.title])
    element.setAttribute('themes', '01')
    await settle()
    expect(requests).toHaveLength(3)
  })

  it('loads for no change of nothing, and not before it is on the page', async () => {
    const element = await open({ agencies: 'mec' })
    const changeable = element as HTMLElement & {
      attributeChangedCallback: (name: string, before: string | null, after: string | null) => void
    }
    changeable.attributeChangedCallback('agencies', 'mec', 'mec')
    await settle()
    expect(requests).toHaveLength(1)
    element.remove()
    changeable.attributeChangedCallback('agencies', 'mec', 'saude')
    document.body.append(element)
    await settle()
    expect(requests.map(({ url }) => url.search)).toEqual(['?agencies=mec&limit=5', '?agencies=mec&limit=5'])
  })

  it.each(['agencies', 'themes', 'filter', 'limit', 'layout', 'label'])('follows its %s', async (name) => {
    const element = await open()
    element.setAttribute(name, 'x=1')
    await settle()
    expect(requests).toHaveLength(2)
  })
})
