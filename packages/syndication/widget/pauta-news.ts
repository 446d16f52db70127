// The widget: <script src="…/widget.js"></script> and <pauta-news agencies="saude" filter="q=vacina" limit="5">.
import { WIDGET_STYLE } from './widget-style.ts'

/** Name of the body that publishes. The function that serves this script puts it around the script. */
declare const PAUTA_PUBLISHER: string | undefined

/** An item of the JSON Feed, as far as the widget reads it. */
interface Article {
  title: string
  url?: string
  image?: string
  authors?: { name: string }[]
  date_published?: string
}

interface Answer {
  items?: Article[]
  home_page_url?: string
  errors?: { message: string }[]
}

/** News, the page that they come from, and what the API says about agencies and themes that do not exist. */
interface Loaded {
  articles: Article[]
  home: string | undefined
  warnings: string[]
}

const TIMEOUT_MS = 15_000
const TIMED_OUT = 'timeout'
const LIMIT_DEFAULT = 5
const LIMIT_MAX = 20
const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'medium', timeZone: 'America/Sao_Paulo' })
const TEXTS = {
  label: 'Notícias do governo federal',
  loading: 'Carregando notícias…',
  empty: 'Nenhuma notícia para este filtro.',
  error: 'As notícias não puderam ser carregadas.',
  retry: 'Tentar de novo',
  source: 'Fonte: ',
  service: typeof PAUTA_PUBLISHER === 'undefined' ? 'Pauta' : PAUTA_PUBLISHER,
}

/** Address of the API: the folder that this script came from. */
const script = document.currentScript
const base = new URL('.', script instanceof HTMLScriptElement ? script.src : location.href)

const LISTS = ['agencies', 'themes'] as const

/** Returns the address of the feed with the news of an element: its filter in the form of addresses, and its lists. */
function readAddress(element: Element): URL {
  const limit = Math.floor(Number(element.getAttribute('limit') ?? LIMIT_DEFAULT)) || LIMIT_DEFAULT
  const parameters = new URLSearchParams(element.getAttribute('filter') ?? '')
  for (const name of LISTS) {
    const list = (element.getAttribute(name) ?? '').trim()
    if (list !== '') parameters.set(name, list)
  }
  parameters.set('limit', String(Math.min(LIMIT_MAX, Math.max(1, limit))))
  return new URL(`feeds/articles.json?${parameters}`, base)
}

async function loadArticles(address: URL, signal: AbortSignal): Promise<Loaded> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
  const { items, home_page_url: home, errors } = (await response.json()) as Answer
  if (!response.ok || !items) throw new Error(errors?.[0]?.message ?? TEXTS.error)
  const warnings = JSON.parse(response.headers.get('x-warnings') ?? '[]') as string[]
  return { articles: items, home, warnings }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  part: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.setAttribute('part', part)
  element.append(...children)
  return element
}

/** Only http(s) addresses become links. Browsers before 2024 have no `URL.parse`. */
function safeAddress(address: string | undefined): string | undefined {
  try {
    const { protocol, href } = new URL(address ?? '')
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

function renderImage(address: string | undefined): HTMLElement[] {
  const source = safeAddress(address)
  if (source === undefined) return []
  const image = make('img', 'image')
  image.alt = ''
  image.loading = 'lazy'
  image.referrerPolicy = 'no-referrer'
  // A page whose policy forbids pictures of other hosts shows the cards without them.
  image.addEventListener('error', () => image.remove())
  image.src = source
  return [image]
}

function renderArticle(article: Article, isCard: boolean): HTMLElement {
  const link = make('a', 'link', article.title)
  link.dir = 'auto'
  const address = safeAddress(article.url)
  if (address !== undefined) link.href = address
  link.rel = 'noopener'
  const day = article.date_published && DAY.format(new Date(article.date_published))
  const meta = [article.authors?.[0]?.name, day]
  return make(
    'li',
    'item',
    ...(isCard ? renderImage(article.image) : []),
    link,
    make('p', 'meta', meta.filter(Boolean).join(' · ')),
  )
}

/** Names where the news come from, for readers of the page around. */
function renderSource(home: string | undefined): HTMLElement {
  const address = safeAddress(home)
  const link = make('a', 'source-link', TEXTS.service)
  link.rel = 'noopener'
  if (address !== undefined) link.href = address
  return make('p', 'source', TEXTS.source, link)
}

/**
 * A list of news. Attributes: agencies, themes (separated by commas), filter (any filter, as addresses of feeds have it),
 * limit (1 to 20), layout (list or cards), label.
 */
class PautaNews extends HTMLElement {
  static readonly observedAttributes = ['agencies', 'themes', 'filter', 'limit', 'layout', 'label']
  readonly #root = this.attachShadow({ mode: 'open' })
  #request: AbortController | undefined
  #isPlanned = false

  connectedCallback(): void {
    const style = new CSSStyleSheet()
    style.replaceSync(WIDGET_STYLE)
    this.#root.adoptedStyleSheets = [style]
    this.#plan()
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.#plan()
  }

  disconnectedCallback(): void {
    this.#request?.abort()
  }

  /** Loads once after all attributes of this turn: an element that the script finds on the page gets them one by one. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      if (this.isConnected) void this.#load()
    })
  }

  #show(...children: HTMLElement[]): void {
    const section = make('section', 'widget', ...children)
    section.setAttribute('aria-label', this.getAttribute('label') ?? TEXTS.label)
    // The page around the widget may have another language and direction.
    section.lang = 'pt-BR'
    section.dir = 'ltr'
    this.#root.replaceChildren(section)
  }

  #showStatus(role: 'status' | 'alert', ...children: (HTMLElement | string)[]): void {
    const status = make('div', role, ...children)
    status.setAttribute('role', role)
    this.#show(status)
  }

  async #load(): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    const timer = setTimeout(() => request.abort(TIMED_OUT), TIMEOUT_MS)
    this.#showStatus('status', TEXTS.loading)
    try {
      this.#showArticles(await loadArticles(readAddress(this), request.signal))
    } catch (error) {
      if (request.signal.aborted && request.signal.reason !== TIMED_OUT) return
      // The reason is for the author of the page, such as a theme that does not exist.
      this.dispatchEvent(new CustomEvent('pauta-error', { bubbles: true, detail: error }))
      const retry = make('button', 'retry', TEXTS.retry)
      retry.type = 'button'
      retry.addEventListener('click', () => void this.#load())
      this.#showStatus('alert', make('p', 'message', TEXTS.error), retry)
    } finally {
      clearTimeout(timer)
    }
  }

  #showArticles({ articles, home, warnings }: Loaded): void {
    if (warnings.length > 0)
      this.dispatchEvent(new CustomEvent('pauta-warning', { bubbles: true, detail: warnings }))
    // Readers see a warning only where it explains why there is no news.
    if (articles.length === 0)
      return this.#showStatus(
        'status',
        ...[TEXTS.empty, ...warnings].map((text) => make('p', 'message', text)),
      )
    const isCard = this.getAttribute('layout') === 'cards'
    const items = articles.map((article) => renderArticle(article, isCard))
    const list = make('ul', isCard ? 'cards' : 'list', ...items)
    list.className = isCard ? 'cards' : 'list'
    // Safari takes the role from a list whose bullets are hidden.
    list.setAttribute('role', 'list')
    return this.#show(list, renderSource(home))
  }
}

if (!customElements.get('pauta-news')) customElements.define('pauta-news', PautaNews)
