import { hasWord, RECORTE_BOUNDS, RECORTE_TITLE_MAX_CHARACTERS } from '@pauta/clippings/recortes/recorte'
import { STATE_CODES } from '@pauta/core/articles/states'
import * as z from 'zod'

/** A text of 1 to `max` characters in the arguments of a model. */
export const boundedText = (max: number) => z.string().trim().min(1).max(max)

const listOf = (name: keyof typeof RECORTE_BOUNDS, check: (value: string) => boolean = () => true) =>
  z
    .array(boundedText(RECORTE_BOUNDS[name].characters).refine(check, 'needs a letter or a digit'))
    .max(RECORTE_BOUNDS[name].most)

/** The filters of a recorte in the arguments of a model, within the bounds of a clipping. */
export const filtersSchema = z.object({
  themes: listOf('themes').default([]).describe('Theme codes of any level; any of them.'),
  agencies: listOf('agencies').default([]).describe('Agency codes; any of them.'),
  excludeAgencies: listOf('excludeAgencies')
    .exactOptional()
    .describe(
      'Only when the reader wants an agency left out: codes of agencies whose articles are left out.',
    ),
  keywords: listOf('keywords', hasWord)
    .default([])
    .describe(
      'Alternatives; an article needs all words of one of them, exactly as written, in title or summary.',
    ),
  excludeKeywords: listOf('excludeKeywords', hasWord)
    .exactOptional()
    .describe(
      'Only when the reader wants something left out: articles with all words of one of these are left out.',
    ),
  states: z
    .array(z.enum(STATE_CODES))
    .max(STATE_CODES.length)
    .exactOptional()
    .describe(
      'Only when the reader names states or regions: articles that mention one of these states, or a city in it.',
    ),
})

export const titleSchema = boundedText(RECORTE_TITLE_MAX_CHARACTERS)

/** A recorte in the arguments of a model: title and filters. */
export const recorteSchema = z.object({
  recorte: titleSchema.describe('Title of the recorte, in Portuguese.'),
  filters: filtersSchema,
})
