// The widget: <script src="…/widget.js"></script> and <pauta-news agencies="saude" themes="03" limit="5">.
import { WIDGET_STYLE } from './widget-style.ts'
import { WIDGET_QUERY } from './widget-query.ts'

/** SHA-256 of the operation, filled in by the build. */
declare const QUERY_HASH: string

interface Article {
  uniqueId: string
  title: string
  url: string
  image: string | null
  agencyName: string | null
  publishedAt: string | null
}

interface Answer {
  data?: { widgetArticles: { articles: Article[] } } | null
  errors?: { message: string; extensions?: { code?: string } }[]
  extensions?: { warnings?: string[] }
}

/** News, and what the API says about agencies and themes that do not exist. */
interface Loaded {
  articles: Article[]
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
}

/** Address of the API: the folder that this script came from. */
const script = document.currentScript
const base = new URL('.', script instanceof HTMLScriptElement ? script.src : location.href)

function listAttribute(element: Element, name: string): string[] {
  const values = (element.getAttribute(name) ?? '').split(',').map((value) => value.trim())
  return values.filter((value) => value !== '')
}

function readConfig(element: Element) {
  const limit = Math.floor(Number(element.getAttribute('limit') ?? LIMIT_DEFAULT)) || LIMIT_DEFAULT
  return {
    agencies: listAttribute(element, 'agencies'),
    themes: listAttribute(element, 'themes'),
    articlesPerPage: Math.min(LIMIT_MAX, Math.max(1, limit)),
  }
}

async function ask(parameters: Record<string, string>, signal: AbortSignal): Promise<Answer> {
  const address = new URL('graphql', base)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
  return (await response.json()) as Answer
}

/** Sends the hash of the operation, and once more its text when the API does not have it yet. */
async function loadArticles(config: object, signal: AbortSignal): Promise<Loaded> {
  const parameters = {
    variables: JSON.stringify({ config }),
    extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: QUERY_HASH } }),
  }
  const known = await ask(parameters, signal)
  const isUnknown = known.errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND')
  const answer = isUnknown ? await ask({ query: WIDGET_QUERY, ...parameters }, signal) : known
  if (!answer.data) throw new Error(answer.errors?.[0]?.message ?? TEXTS.error)
  return { articles: answer.data.widgetArticles.articles, warnings: answer.extensions?.warnings ?? [] }
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
function safeAddress(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

function renderImage(address: string | null): HTMLElement[] {
  const source = address === null ? undefined : safeAddress(address)
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
  const meta = [article.agencyName, article.publishedAt && DAY.format(new Date(article.publishedAt))]
  return make(
    'li',
    'item',
    ...(isCard ? renderImage(article.image) : []),
    link,
    make('p', 'meta', meta.filter(Boolean).join(' · ')),
  )
}

/** A list of news. Attributes: agencies, themes (separated by commas), limit (1 to 20), layout (list or cards), label. */
class PautaNews extends HTMLElement {
  static readonly observedAttributes = ['agencies', 'themes', 'limit', 'layout', 'label']
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
      this.#showArticles(await loadArticles(readConfig(this), request.signal))
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

  #showArticles({ articles, warnings }: Loaded): void {
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
    return this.#show(list)
  }
}

if (!customElements.get('pauta-news')) customElements.define('pauta-news', PautaNews)
