import { cutAtWord } from '@pauta/platform/text/cut-text'
import type { NumberRange } from '@pauta/platform/input/number-input'
import type { TextListBounds } from '@pauta/platform/input/text-input'
import * as z from 'zod'
import { listedAddress } from './addresses.ts'
import type { Nullable } from './nulls.ts'

const TITLE_MAX_CHARACTERS = 300
const SUMMARY_MAX_CHARACTERS = 300
const IDS_MAX_CHARACTERS = 128

/** A text of a tool's answer, or of GraphQL's, which is left out if it has no value. */
export const optionalText = z.string().optional()
export const warningsShape = z
  .array(z.string())
  .describe('Avisos do serviço, por exemplo de que uma parte da resposta falta. Em geral vazio.')

/** A list of texts within bounds. */
export const boundedTexts = ({ most, characters }: TextListBounds) =>
  z.array(z.string().max(characters)).max(most)

/** A number of a range. */
export const numberShape = ({ least, most, isWhole }: NumberRange) =>
  (isWhole ? z.int() : z.number()).min(least).max(most)

/** The identifier of an article, an entity, a clipping or a release. */
export const idShape = z.string().min(1).max(IDS_MAX_CHARACTERS)

/** Limit of a day or an instant. */
export const DAY_MAX_CHARACTERS = 40
/** A local day. */
export const dayShape = z.string().max(DAY_MAX_CHARACTERS)

const ROWS_MAX = 300
const ROWS_DEFAULT = 60
/** How many rows of a series a tool returns. */
export const rowsShape = z
  .int()
  .min(1)
  .max(ROWS_MAX)
  .default(ROWS_DEFAULT)
  .describe('Linhas na resposta, as mais recentes: padrão 60, de 1 a 300.')

/** An article in a list, as a tool returns it. */
export const listedArticleShape = z.object({
  uniqueId: z.string().describe('Identificador, para get_article'),
  title: z.string(),
  url: optionalText.describe('Endereço da notícia no site do órgão: cite-o como fonte'),
  page: z.string().describe('Endereço da notícia neste serviço'),
  agency: optionalText.describe('Chave do órgão, para filtros'),
  agencyName: optionalText,
  publishedAt: optionalText.describe('Instante da publicação, ISO 8601'),
  theme: optionalText.describe('Código do tema mais específico'),
  themeLabel: optionalText,
  summary: optionalText.describe('Resumo, no máximo 300 caracteres'),
})
export type ListedArticle = Nullable<z.output<typeof listedArticleShape>>

/** The fields of an article in lists, for documents of GraphQL: each has the name that tools give it. */
export const LISTED_FIELDS =
  'uniqueId title url agency agencyName publishedAt theme: mostSpecificThemeCode themeLabel: mostSpecificThemeLabel summary'

/** An article in a list, as GraphQL returns it. */
export const listedArticleData = listedArticleShape.omit({ page: true })

const cutOrNull = (text = '', most: number): string | null =>
  text.trim() === '' ? null : cutAtWord(text.trim(), most)

/** Returns an article of a list with its addresses. */
export function showListed(
  { uniqueId, title, url, ...rest }: z.output<typeof listedArticleData>,
  baseUrl: string,
): ListedArticle {
  return {
    uniqueId,
    title: cutAtWord(title, TITLE_MAX_CHARACTERS),
    ...listedAddress({ uniqueId, url }, baseUrl),
    ...rest,
    summary: cutOrNull(rest.summary, SUMMARY_MAX_CHARACTERS),
  }
}
