import * as z from 'zod'
import { listedAddress } from './addresses.ts'

const TITLE_MAX_CHARACTERS = 300
const SUMMARY_MAX_CHARACTERS = 500
const IDS_MAX_CHARACTERS = 128

export const textOrNull = z.string().nullable()
export const warningsShape = z
  .array(z.string())
  .describe('Avisos do serviço, por exemplo de que uma parte da resposta falta. Em geral vazio.')

/** The identifier of an article, an entity, a clipping or a release. */
export const idShape = z.string().min(1).max(IDS_MAX_CHARACTERS)

/** An article in a list, as a tool returns it. */
export const listedArticleShape = z.object({
  uniqueId: z.string().describe('Identificador, para get_article'),
  title: z.string(),
  url: textOrNull.describe('Endereço da notícia no site do órgão: cite-o como fonte'),
  page: z.string().describe('Endereço da notícia neste serviço'),
  agency: textOrNull.describe('Chave do órgão, para filtros'),
  agencyName: textOrNull,
  publishedAt: textOrNull.describe('Instante da publicação, ISO 8601'),
  theme: textOrNull.describe('Código do tema mais específico'),
  themeLabel: textOrNull,
  summary: textOrNull.describe('Resumo, no máximo 500 caracteres'),
})
export type ListedArticle = z.output<typeof listedArticleShape>

/** The fields of an article in lists, for documents of GraphQL. */
export const LISTED_FIELDS =
  'uniqueId title url agency agencyName publishedAt mostSpecificThemeCode mostSpecificThemeLabel summary'

/** An article in a list, as GraphQL returns it. */
export const listedArticleData = z.object({
  uniqueId: z.string(),
  title: z.string(),
  url: z.string(),
  agency: textOrNull,
  agencyName: textOrNull,
  publishedAt: textOrNull,
  mostSpecificThemeCode: textOrNull,
  mostSpecificThemeLabel: textOrNull,
  summary: textOrNull,
})

/** Returns at most `most` characters of a text, with an ellipsis where it was cut. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

const cutOrNull = (text: string | null, most: number): string | null =>
  text === null || text.trim() === '' ? null : cutText(text.trim(), most)

/** Returns an article of a list with its addresses. */
export function showListed(
  { mostSpecificThemeCode, mostSpecificThemeLabel, ...article }: z.output<typeof listedArticleData>,
  baseUrl: string,
): ListedArticle {
  return {
    uniqueId: article.uniqueId,
    title: cutText(article.title, TITLE_MAX_CHARACTERS),
    ...listedAddress(article, baseUrl),
    agency: article.agency,
    agencyName: article.agencyName,
    publishedAt: article.publishedAt,
    theme: mostSpecificThemeCode,
    themeLabel: mostSpecificThemeLabel,
    summary: cutOrNull(article.summary, SUMMARY_MAX_CHARACTERS),
  }
}
