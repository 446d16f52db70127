import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { relatedArticles as related } from '../generated/argument-texts.ts'
import { readOperation } from '../operation.ts'
import {
  idShape,
  listedArticleData,
  LISTED_FIELDS,
  listedArticleShape,
  showListed,
  warningsShape,
} from '../tool-schemas.ts'
import { unknownArticle } from './get-article.ts'

const RELATED_MAX = 20
const RELATED_DEFAULT = 5

export const relatedArticles = defineTool({
  name: 'related_articles',
  title: 'Notícias parecidas',
  description:
    'Devolve notícias de significado parecido com o de uma notícia, a mais parecida primeiro; sem elas, as mais recentes ' +
    'do mesmo tema. Não inclui as cópias dela em outros órgãos. Cada notícia tem cerca de 600 caracteres.',
  input: z.strictObject({
    uniqueId: idShape.describe(`${related.uniqueId} Obtenha-o com search_articles.`),
    limit: z
      .int()
      .min(1)
      .max(RELATED_MAX)
      .default(RELATED_DEFAULT)
      .describe('Notícias: padrão 5, de 1 a 20.'),
  }),
  output: z.object({ articles: z.array(listedArticleShape), warnings: warningsShape }),
  async run({ uniqueId, limit }, { execute, baseUrl }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpRelated($uniqueId: String!, $limit: Int!) {
        article(uniqueId: $uniqueId) { uniqueId }
        relatedArticles(uniqueId: $uniqueId, limit: $limit) { ${LISTED_FIELDS} }
      }`,
      variables: { uniqueId, limit },
      data: z.object({
        article: z.object({ uniqueId: z.string() }).optional(),
        relatedArticles: z.array(listedArticleData),
      }),
    })
    if (!data.article) throw unknownArticle()
    return { articles: data.relatedArticles.map((article) => showListed(article, baseUrl)), warnings }
  },
})
