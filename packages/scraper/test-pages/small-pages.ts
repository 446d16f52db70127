import { readCase, type CaseAnswer } from '../src/case-fields.ts'
import type { SiteKind } from '../src/kinds/site-kind.ts'

/** What a case expects: fields of its answer, and texts that its Markdown has, lacks, or has in this order. */
export type Expected = Record<string, unknown> & {
  markdownIncludes?: string[]
  markdownExcludes?: string[]
  markdownOrder?: string[]
  publishedAt?: string | null
  updatedAt?: string | null
}

/** The parts of a short article page that differ from the usual one. A string is a whole page. */
export type PageParts =
  | string
  | {
      /** What the head holds besides the title of the window. */
      head?: string
      windowTitle?: string
      breadcrumbs?: string
      title?: string
      byline?: string
      /** What stands before the paragraphs, and behind them. */
      before?: string
      after?: string
      /** Instead of the paragraphs. */
      text?: string
    }

export type ArticleRow = [
  name: string,
  page: PageParts,
  expected: Expected,
  url?: string | undefined,
  site?: SiteKind,
]
export type ListedRow = [name: string, page: PageParts, entries: string[], expected: Expected]
export type ListingRow = [
  name: string,
  page: string | string[],
  expected: Expected,
  options?: Record<string, unknown>,
]
export type EbcRow = [name: string, site: 'agenciabrasil' | 'tvbrasil', body: string, expected: Expected]
export type ApiRow = [
  name: string,
  answer: unknown,
  expected: Expected,
  options?: { url?: string; total?: number; window?: unknown },
]

const ADDRESS = 'https://www.gov.br/pesca/pt-br/noticias/curso-de-redes'
const LISTING = 'https://www.gov.br/pesca/pt-br/noticias'
const EBC_ADDRESSES = {
  agenciabrasil: 'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio',
  tvbrasil: 'https://tvbrasil.ebc.com.br/caminhos/2026/02/foz',
}
const WINDOW_TITLE = 'Instituto Nacional de Pesca'
const BREADCRUMBS =
  '<nav class="portal-breadcrumbs"><a href="/pt-br">Página Inicial</a> <a href="/pesca/pt-br/assuntos">Assuntos</a> <a href="/pesca/pt-br/assuntos/noticias">Notícias</a></nav>'
const TITLE = '<h1 class="documentFirstHeading">Curso de redes abre inscrições</h1>'
const BYLINE =
  '<div class="documentByLine"><span class="documentPublished"><span>Publicado em</span> <span class="value">04/03/2026 10h00</span></span></div>'
const TEXT = `<p>O Instituto Nacional de Pesca abriu nesta segunda-feira as inscrições para o curso gratuito de manejo de redes, com aulas em oito estados e turmas à noite.</p>
<p>Os interessados podem se inscrever até o dia 30 pela internet, e o resultado sai na primeira semana do mês seguinte, em lista publicada na página do instituto.</p>
<p>“Queremos que quem vive do rio possa estudar perto de casa”, disse a diretora do programa durante o lançamento, em Manaus, diante de associações de pescadores.</p>
`
const API_ITEM = {
  '@id': 'https://www.gov.br/pesca/pt-br/noticias/norma',
  '@type': 'News Item',
  title: 'Norma sobre redes',
  description: 'Resumo',
  effective: '2026-03-15T10:00:00-03:00',
  modified: '2026-03-15T10:05:00-03:00',
  Subject: ['Pesca', 'Rios'],
  text: {
    data: '<p>A norma trata do tamanho das malhas e vale para <a href="/pesca/x">todo o país</a>, com prazo de noventa dias.</p>',
    'content-type': 'text/html',
  },
}

function articlePage(parts: PageParts): string {
  if (typeof parts === 'string') return parts
  const { head = '', windowTitle = WINDOW_TITLE, breadcrumbs = BREADCRUMBS, title = TITLE } = parts
  const { byline = BYLINE, before = '', text = TEXT, after = '' } = parts
  return `<!DOCTYPE html>
<html lang="pt-br"><head><meta charset="utf-8"><title>${windowTitle}</title>${head}</head>
<body><header><a href="/pt-br">GOV.BR</a>${breadcrumbs}</header>
<main id="main-content"><div id="content">
${title}
${byline}
${before}${text}${after}
</div></main>
<footer><p>Todo o conteúdo deste site está publicado sob licença livre.</p></footer></body></html>
`
}

/** An entry of a summary view. */
export function tile(name: string, title: string, day = '10/03/2026', kicker?: string): string {
  const subtitle = kicker === undefined ? '' : `<span class="subtitle">${kicker}</span>`
  return `<article class="tileItem visualIEFloatFix tile-collective-nitf-content"><div class="tileContent">${subtitle}<h2 class="tileHeadline"><a class="summary url" href="${LISTING}/${name}">${title}</a></h2><p class="tileBody">Resumo.</p></div><span class="documentByLine"><span class="hiddenStructure">publicado</span> <span class="summary-view-icon"><i class="icon-day"></i> ${day}</span> <span class="summary-view-icon"><i class="icon-hour"></i> 14h30</span> <span class="summary-view-icon">Notícia</span></span></article>`
}

const listingPage = (entries: string | string[]) =>
  typeof entries === 'string'
    ? entries
    : `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Notícias</title></head><body><div id="content"><h1>Notícias</h1><div id="content-core">
${entries.join('\n')}
</div></div></body></html>
`

/** Whether `value` has all that `wanted` has: the same items of lists, the named fields of objects. */
function has(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, at) => has(value[at], item))
    )
  }
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(wanted).every(([key, item]) => has((value as Record<string, unknown>)[key], item))
}

const asInstant = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : value)

/** What is wrong with an answer, one line for each field or text; times are compared as instants. */
export function differences(answer: CaseAnswer, expected: Expected): string[] {
  const { markdownIncludes = [], markdownExcludes = [], markdownOrder = [], ...fields } = expected
  const markdown = String(answer['markdown'])
  const places = markdownOrder.map((text) => markdown.indexOf(text))
  const isTime = (field: string) => field === 'publishedAt' || field === 'updatedAt'
  const isRight = ([field, wanted]: [string, unknown]) =>
    isTime(field) ? asInstant(answer[field]) === asInstant(wanted) : has(answer[field], wanted)
  return [
    ...Object.entries(fields)
      .filter((entry) => !isRight(entry))
      .map(([field, wanted]) => `${field}: ${JSON.stringify(answer[field])}, not ${JSON.stringify(wanted)}`),
    ...markdownIncludes.filter((text) => !markdown.includes(text)).map((text) => `without "${text}"`),
    ...markdownExcludes.filter((text) => markdown.includes(text)).map((text) => `with "${text}"`),
    ...markdownOrder
      .filter((_, at) => places[at] === -1 || (at > 0 && places[at]! < places[at - 1]!))
      .map((text) => `not in its place: "${text}"`),
  ]
}

/** What is wrong with a short article page, of a classic site unless `site` is another. */
export function wrongInArticle(
  page: PageParts,
  expected: Expected,
  url = ADDRESS,
  site: SiteKind = 'plone-html',
): string[] {
  return differences(readCase({ site, url, article: articlePage(page) }), expected)
}

/** What is wrong with an article page to which an entry of a listing leads. */
export function wrongInListed(page: PageParts, entries: string[], expected: Expected): string[] {
  const listing = listingPage(entries)
  return differences(
    readCase({ site: 'plone-html', url: ADDRESS, listing, article: articlePage(page) }),
    expected,
  )
}

/** What is wrong with a listing page of these entries. `options` are further fields of the case. */
export function wrongInListing(
  page: string | string[],
  expected: Expected,
  options: Record<string, unknown> = {},
): string[] {
  return differences(
    readCase({ site: 'plone-html', url: LISTING, listing: listingPage(page), ...options }),
    expected,
  )
}

/** What is wrong with a page of Agência Brasil or TV Brasil, given by its body. */
export function wrongInEbc(site: 'agenciabrasil' | 'tvbrasil', body: string, expected: Expected): string[] {
  const article = `<html><head><meta charset="utf-8"></head><body>${body}</body></html>`
  return differences(readCase({ site, url: EBC_ADDRESSES[site], article }), expected)
}

/** What is wrong with an answer of the API. A list holds what its items have besides the usual fields. */
export function wrongInApi(
  answer: unknown,
  expected: Expected,
  { url = LISTING, total, window }: { url?: string; total?: number; window?: unknown } = {},
): string[] {
  const json = Array.isArray(answer)
    ? {
        items: answer.map((changes) => ({ ...API_ITEM, ...(changes as object) })),
        items_total: total ?? answer.length,
      }
    : answer
  return differences(readCase({ site: 'plone6-api', url, json, window }), expected)
}
