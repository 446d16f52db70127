import * as z from 'zod'
import { releasePage } from '../addresses.ts'
import { defineTool, type ToolContext } from '../define-tool.ts'
import { OperationError, readOperation } from '../operation.ts'
import {
  idShape,
  listedArticleData,
  LISTED_FIELDS,
  listedArticleShape,
  showListed,
  textOrNull,
  warningsShape,
} from '../shapes.ts'

/** Articles of a release in one answer. */
const ARTICLES_MAX = 100

const output = z.object({
  id: z.string(),
  clippingId: z.string(),
  clippingName: z.string(),
  page: z.string().describe('Página da edição; só abre para edições públicas'),
  refTime: textOrNull.describe('Fim do período da edição'),
  sinceHours: z.number().nullable().describe('Horas do período'),
  preview: textOrNull,
  articlesCount: z.number(),
  articles: z.array(listedArticleShape).describe('No máximo 100 notícias, na ordem da edição'),
  warnings: warningsShape,
})
export type ReadRelease = z.output<typeof output>

const QUERY = `query McpRelease($id: String!) {
  release(id: $id) { id clippingId clippingName refTime sinceHours digestPreview articlesCount }
  releaseArticles(id: $id) { ${LISTED_FIELDS} }
}`

/** Returns a release with its articles. Throws OperationError NOT_FOUND for one that the caller may not read. */
export async function readRelease(
  { id }: { id: string },
  { execute, baseUrl }: Pick<ToolContext, 'execute' | 'baseUrl'>,
): Promise<ReadRelease> {
  const { data, warnings } = await readOperation(execute, {
    query: QUERY,
    variables: { id },
    data: z.object({
      release: z
        .object({
          id: z.string(),
          clippingId: z.string(),
          clippingName: z.string(),
          refTime: textOrNull,
          sinceHours: z.number().nullable(),
          digestPreview: textOrNull,
          articlesCount: z.number(),
        })
        .nullable(),
      releaseArticles: z.array(listedArticleData),
    }),
  })
  if (!data.release) throw new OperationError('NOT_FOUND', 'Esta edição não existe ou não é pública.')
  const { digestPreview, ...release } = data.release
  return {
    ...release,
    page: releasePage(release.id, baseUrl),
    preview: digestPreview,
    articles: data.releaseArticles.slice(0, ARTICLES_MAX).map((article) => showListed(article, baseUrl)),
    warnings,
  }
}

export const getRelease = defineTool({
  name: 'get_release',
  title: 'Ler uma edição',
  description:
    'Devolve uma edição de um clipping com as suas notícias. Edições de clippings públicos abrem para todos; as outras, ' +
    'só com o token de quem criou ou segue o clipping.',
  input: z.strictObject({ id: idShape.describe('Identificador da edição') }),
  output,
  run: readRelease,
})
