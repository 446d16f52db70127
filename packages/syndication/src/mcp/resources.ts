import {
  ProtocolErrorCode,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server'
import { decodePathPart } from '@pauta/platform/input/decode-path-part'
import { agencyFeed } from './addresses.ts'
import { describeToolFailure, type ToolContext } from './define-tool.ts'
import { OperationError } from './operation.ts'
import { quoteText } from './quoted-text.ts'
import type { ListedArticle } from './tool-schemas.ts'
import { matchNames, readAgencies } from './tools/catalogue.ts'
import { readArticle } from './tools/get-article.ts'
import { readRelease, RELEASE_ARTICLES_MAX } from './tools/get-release.ts'
import { searchArticles } from './tools/search-articles.ts'

/** Media type of every resource. */
const MARKDOWN = 'text/markdown'
const AGENCY_ARTICLES = 20
/** About 5,000 words, which few articles exceed. */
const CONTENT_MAX_CHARACTERS = 30_000
/** Most completions that the protocol allows in one answer. */
const COMPLETIONS_MAX = 100

const linkArticle = ({ title, url, page, agencyName, publishedAt }: ListedArticle): string =>
  `- [${title.replace(/[[\]]/g, '\\$&')}](${url ?? page}) · ${agencyName ?? ''} · ${publishedAt ?? ''}`

async function articleText(uniqueId: string, context: ToolContext): Promise<string> {
  const article = await readArticle({ uniqueId, contentOffset: 0, most: CONTENT_MAX_CHARACTERS }, context)
  const { title, subtitle, agencyName, publishedAt, url, page, content, nextContentOffset } = article
  const text = [`# ${title}`, ...(subtitle ? [`**${subtitle}**`] : []), content].join('\n\n')
  return [
    `${agencyName ?? ''} · ${publishedAt ?? ''} · Fonte: ${url ?? page}`,
    quoteText(text),
    ...(nextContentOffset ? [`(O texto continua em ${page}.)`] : []),
  ].join('\n\n')
}

async function releaseText(id: string, context: ToolContext): Promise<string> {
  const { clippingName, refTime, articles, articlesCount, page } = await readRelease(
    { id, limit: RELEASE_ARTICLES_MAX },
    context,
  )
  return [
    `Edição até ${refTime ?? ''} · ${articlesCount} notícias · ${page}`,
    quoteText([`# ${clippingName}`, articles.map(linkArticle).join('\n')].join('\n\n')),
  ].join('\n\n')
}

async function agencyText(key: string, context: ToolContext): Promise<string> {
  const agency = (await readAgencies(context)).find(({ code }) => code === key)
  if (!agency) throw new OperationError('NOT_FOUND', `Não existe órgão com a chave "${key}".`)
  const found = await searchArticles.call({ agencies: [key], limit: AGENCY_ARTICLES }, context)
  return [
    `# ${agency.label}`,
    `Chave: ${agency.code} · ${String(found['found'])} notícias · Feed: ${agencyFeed(key, context.baseUrl)}`,
    quoteText((found['articles'] as ListedArticle[]).map(linkArticle).join('\n')),
  ].join('\n\n')
}

/** Returns the error of the protocol for a failed read, with the code of the API in its data. */
function protocolError(error: unknown, uri: string): unknown {
  const known = describeToolFailure(error)
  if (!known) return error
  if (known.code === 'NOT_FOUND') return new ResourceNotFoundError(uri, known.message)
  const isOurs = known.code === 'INTERNAL' || known.code === 'SERVICE_UNAVAILABLE'
  return new ProtocolError(
    isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    known.message,
    { code: known.code },
  )
}

interface Template {
  name: string
  /** With one variable, `id`. */
  uri: string
  title: string
  description: string
  read: (id: string, context: ToolContext) => Promise<string>
  /** Returns ids that begin like the given text. */
  complete?: (text: string, context: ToolContext) => Promise<string[]>
}

const completeAgency: Template['complete'] = async (text, context) =>
  completeKeys(text, await readAgencies(context))

/** Returns keys of agencies that begin with the text, then those whose name has its words. */
function completeKeys(text: string, agencies: Awaited<ReturnType<typeof readAgencies>>): string[] {
  const beginning = agencies.filter(({ code }) => code.startsWith(text.toLowerCase()))
  const keys = [...beginning, ...matchNames(agencies, text)].map(({ code }) => code)
  return [...new Set(keys)].slice(0, COMPLETIONS_MAX)
}

const TEMPLATES: readonly Template[] = [
  {
    name: 'noticia',
    uri: 'pauta://artigos/{id}',
    title: 'Notícia',
    description: 'O texto de uma notícia em Markdown, como material citado. O id é o uniqueId.',
    read: articleText,
  },
  {
    name: 'edicao',
    uri: 'pauta://edicoes/{id}',
    title: 'Edição de um clipping',
    description: 'As notícias de uma edição pública, ou de um clipping da pessoa com o token dela.',
    read: releaseText,
  },
  {
    name: 'orgao',
    uri: 'pauta://orgaos/{id}',
    title: 'Órgão',
    description: 'Um órgão e as suas 20 notícias mais recentes. O id é a chave, por exemplo saude.',
    read: agencyText,
    complete: completeAgency,
  },
]

function decode(text: string, uri: string): string {
  const id = decodePathPart(text)
  if (id === undefined) throw new ResourceNotFoundError(uri)
  return id
}

/** Adds the resources: texts of articles, releases and agencies by their ids. */
export function registerResources(server: McpServer, context: () => ToolContext): void {
  for (const { name, uri: pattern, title, description, read, complete } of TEMPLATES) {
    const template = new ResourceTemplate(pattern, {
      list: undefined,
      ...(complete && { complete: { id: (text: string) => complete(text, context()) } }),
    })
    server.registerResource(
      name,
      template,
      { title, description, mimeType: MARKDOWN },
      async (uri, { id }) => {
        try {
          const text = await read(decode(String(id), uri.href), context())
          return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] }
        } catch (error) {
          throw protocolError(error, uri.href)
        }
      },
    )
  }
}
