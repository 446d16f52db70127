import {
  RECORTE_AGENCIES_MAX,
  RECORTE_KEYWORDS_MAX,
  RECORTE_THEMES_MAX,
} from '@pauta/clippings/recortes/recorte'
import * as z from 'zod'

const code = z.string().trim().min(1).max(128)
const keyword = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u)

/** The filters of a recorte in the arguments of a model. */
export const filtersSchema = z.object({
  themes: z
    .array(code)
    .max(RECORTE_THEMES_MAX)
    .default([])
    .describe('Theme codes of any level; any of them.'),
  agencies: z.array(code).max(RECORTE_AGENCIES_MAX).default([]).describe('Agency codes; any of them.'),
  keywords: z
    .array(keyword)
    .max(RECORTE_KEYWORDS_MAX)
    .default([])
    .describe(
      'Alternatives; an article needs all words of one of them, exactly as written, in title or summary.',
    ),
  excludeKeywords: z
    .array(keyword)
    .max(RECORTE_KEYWORDS_MAX)
    .exactOptional()
    .describe(
      'Only when the reader wants something left out: articles with all words of one of these are left out.',
    ),
})

/** A recorte in the arguments of a model: title and filters. */
export const recorteSchema = z.object({
  recorte: z.string().trim().min(1).max(100).describe('Title of the recorte, in Portuguese.'),
  filters: filtersSchema,
})
