import * as z from 'zod'
import { defineTool, type ToolContext } from '../define-tool.ts'
import { release as releaseArguments } from '../generated/argument-texts.ts'
import type { Nullable } from '../nulls.ts'
import { OperationError, readOperation } from '../operation.ts'
import { QUOTE_MARKS, quoteText } from '../quoted-text.ts'
import {
  idShape,
  listedArticleData,
  LISTED_FIELDS,
  listedArticleShape,
  showListed,
  optionalText,
  warningsShape,
} from '../tool-schemas.ts'

/** Articles of a release in one answer. */
export const RELEASE_ARTICLES_MAX = 100
const ARTICLES_DEFAULT = 20

const output = z.object({
  id: z.string(),
  clippingId: z.string(),
  clippingName: z.string(),
  page: z
    .string()
    .describe('Página da edição. A de uma edição que não é pública abre para quem tem o endereço'),
  refTime: optionalText.describe('Fim do período da edição'),
  sinceHours: z.number().optional().describe('Horas do período'),
  preview: optionalText.describe(`Início do texto da edição, entre ${QUOTE_MARKS}`),
  articlesCount: z.number(),
  articles: z
    .array(listedArticleShape)
    .describe('As primeiras notícias, na ordem da edição; articlesCount conta todas'),
  warnings: warningsShape,
})
type ReadRelease = Nullable<z.output<typeof output>>

const QUERY = `query McpRelease($id: String!) {
  release(id: $id) {
    id clippingId clippingName page: releaseUrl refTime sinceHours preview: digestPreview articlesCount
  }
  articles: releaseArticles(id: $id) { ${LISTED_FIELDS} }
}`

/** Returns a release with its articles. Throws OperationError NOT_FOUND for one that the caller may not read. */
export async function readRelease(
  { id, limit }: { id: string; limit: number },
  { execute, baseUrl }: Pick<ToolContext, 'execute' | 'baseUrl'>,
): Promise<ReadRelease> {
  const { data, warnings } = await readOperation(execute, {
    query: QUERY,
    variables: { id },
    data: z.object({
      release: output.omit({ articles: true, warnings: true }).optional(),
      articles: z.array(listedArticleData),
    }),
  })
  const { release, articles } = data
  if (!release) throw new OperationError('NOT_FOUND', 'Esta edição não existe ou não é pública.')
  return {
    ...release,
    preview: release.preview === undefined ? null : quoteText(release.preview),
    articles: articles.slice(0, limit).map((article) => showListed(article, baseUrl)),
    warnings,
  }
}

export const getRelease = defineTool({
  name: 'get_release',
  title: 'Ler uma edição',
  description:
    'Devolve uma edição de um clipping com as suas notícias. Edições de clippings públicos abrem para todos; as outras, ' +
    'só com o token de quem criou ou segue o clipping. Cada notícia tem cerca de 600 caracteres.',
  input: z.strictObject({
    id: idShape.describe(releaseArguments.id),
    limit: z
      .int()
      .min(1)
      .max(RELEASE_ARTICLES_MAX)
      .default(ARTICLES_DEFAULT)
      .describe('Notícias na resposta: padrão 20, de 1 a 100.'),
  }),
  output,
  run: readRelease,
})
