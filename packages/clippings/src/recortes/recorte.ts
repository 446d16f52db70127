import { ulid } from 'ulid'
import { LIST_BOUNDS } from '@pauta/core/search-index/article-filter'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { distinctTexts, requiredText } from '@pauta/platform/input/text-input'

/** Filters for articles: one of the themes, of the agencies, of the states and of the entities, and all words of one keyword. */
export interface RecorteFilters {
  /** Codes of any of the three levels; empty: every theme. */
  themes: string[]
  /** Agency keys; empty: every agency. */
  agencies: string[]
  /** Articles of one of these agencies are left out. Missing or empty: none. */
  excludeAgencies?: string[]
  /** Each keyword is a search of its own; empty: every text. */
  keywords: string[]
  /** Articles with all words of one of these in title or summary are left out. Missing or empty: none. */
  excludeKeywords?: string[]
  /** Ids of entities of the registry, of which an article mentions one. Missing or empty: every article. */
  entityCanonical?: string[]
  /** Codes of states of which an article speaks, in capitals. Missing or empty: every article. */
  states?: string[]
}

/** What a recorte brings of the articles that it selects. */
export type RecorteEvent = 'PUBLISHED' | 'EDITED' | 'REMOVED'

/** What a recorte brings that names nothing. */
export const DEFAULT_EVENTS: readonly RecorteEvent[] = ['PUBLISHED']

/** A saved set of filters. A clipping is a list of recortes. */
export interface Recorte extends RecorteFilters {
  id: string
  title: string
  /** What it brings, at least one. Missing: new articles. */
  events?: RecorteEvent[]
}

/** Whether a recorte brings new articles, edits or removals. */
export const brings = ({ events = [...DEFAULT_EVENTS] }: Pick<Recorte, 'events'>, event: RecorteEvent) =>
  events.includes(event)

export const RECORTES_MAX = 20
export const RECORTE_TITLE_MAX_CHARACTERS = 100
const CODE_MAX_CHARACTERS = 128
/** Bounds of each list of a recorte: those of a filter, with codes of at most 128 characters. */
export const RECORTE_BOUNDS = {
  themes: { ...LIST_BOUNDS.list, characters: CODE_MAX_CHARACTERS },
  agencies: { ...LIST_BOUNDS.list, characters: CODE_MAX_CHARACTERS },
  excludeAgencies: { ...LIST_BOUNDS.list, characters: CODE_MAX_CHARACTERS },
  keywords: LIST_BOUNDS.keywords,
  excludeKeywords: LIST_BOUNDS.keywords,
  entityCanonical: { ...LIST_BOUNDS.list, characters: CODE_MAX_CHARACTERS },
  states: { ...LIST_BOUNDS.list, characters: CODE_MAX_CHARACTERS },
} as const

/** Filters that recortes of before lack. */
type LaterFilter = 'excludeAgencies' | 'excludeKeywords' | 'entityCanonical' | 'states'

type FiltersInput = { [Kind in Exclude<keyof RecorteFilters, LaterFilter>]: readonly string[] } & {
  [Kind in LaterFilter]?: readonly string[] | null | undefined
}

/**
 * Checks the filters of a recorte, without comparing codes with the catalogue. `prefix` precedes argument names in
 * errors: `input.recortes[0].`. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the argument.
 */
export function parseFilters(input: FiltersInput, prefix = ''): RecorteFilters {
  const excludeAgencies = distinctTexts(
    input.excludeAgencies ?? [],
    `${prefix}excludeAgencies`,
    RECORTE_BOUNDS.excludeAgencies,
  )
  const excludeKeywords = readKeywords(input.excludeKeywords ?? [], `${prefix}excludeKeywords`)
  const entityCanonical = distinctTexts(
    input.entityCanonical ?? [],
    `${prefix}entityCanonical`,
    RECORTE_BOUNDS.entityCanonical,
  )
  const states = distinctTexts(
    (input.states ?? []).map((code) => code.toUpperCase()),
    `${prefix}states`,
    RECORTE_BOUNDS.states,
  )
  return {
    themes: distinctTexts(input.themes, `${prefix}themes`, RECORTE_BOUNDS.themes),
    agencies: distinctTexts(input.agencies, `${prefix}agencies`, RECORTE_BOUNDS.agencies),
    keywords: readKeywords(input.keywords, `${prefix}keywords`),
    ...(excludeAgencies.length > 0 && { excludeAgencies }),
    ...(excludeKeywords.length > 0 && { excludeKeywords }),
    ...(entityCanonical.length > 0 && { entityCanonical }),
    ...(states.length > 0 && { states }),
  }
}

function readKeywords(values: readonly string[], argument: string): string[] {
  const keywords = distinctTexts(values, argument, RECORTE_BOUNDS.keywords)
  const wordless = keywords.find((keyword) => !hasWord(keyword))
  if (wordless !== undefined)
    throw badInput(argument, `"${wordless}" não tem letra nem número para procurar.`)
  return keywords
}

/** Whether a keyword contains a letter or digit. The index would match every article for symbols alone. */
export function hasWord(keyword: string): boolean {
  return /[\p{L}\p{N}]/u.test(keyword)
}

/** Whether a recorte selects nothing. Agencies and words to exclude alone select nothing. */
export function isEmpty({ themes, agencies, keywords, entityCanonical, states }: FiltersInput): boolean {
  return [themes, agencies, keywords, entityCanonical, states].every((values) => (values?.length ?? 0) === 0)
}

/** A recorte without its id, as the API receives it. */
export type RecorteInput = FiltersInput & {
  title: string
  events?: readonly RecorteEvent[] | null | undefined
}

/** Returns the events of a recorte; nothing for the default, as in recortes of before. Throws BAD_USER_INPUT. */
function readEvents(
  events: readonly RecorteEvent[] | null | undefined,
  argument: string,
): Pick<Recorte, 'events'> {
  const distinct = [...new Set(events ?? DEFAULT_EVENTS)]
  if (distinct.length === 0) throw badInput(argument, 'escolha ao menos um acontecimento.')
  return distinct.length === 1 && distinct[0] === 'PUBLISHED' ? {} : { events: distinct }
}

/** Checks a recorte. One without filters is valid. `place` precedes argument names in errors. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. */
function parseRecorte(input: RecorteInput, place: string): Omit<Recorte, 'id'> {
  const title = requiredText(input.title, `${place}.title`, RECORTE_TITLE_MAX_CHARACTERS)
  return { title, ...parseFilters(input, `${place}.`), ...readEvents(input.events, `${place}.events`) }
}

/** Like `parseRecorte`, for a recorte that needs a filter. */
export function parseFilledRecorte(input: RecorteInput, place: string): Omit<Recorte, 'id'> {
  const recorte = parseRecorte(input, place)
  if (isEmpty(recorte))
    throw badInput(place, 'informe ao menos um tema, órgão, estado, entidade ou palavra-chave.')
  return recorte
}

/** Checks the recortes of a clipping. One without filters is valid and captures nothing. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. */
export function parseRecortes(
  inputs: readonly RecorteInput[],
  argument = 'input.recortes',
): Omit<Recorte, 'id'>[] {
  if (inputs.length > RECORTES_MAX) throw limitExceeded(argument, `no máximo ${RECORTES_MAX} recortes.`)
  return inputs.map((input, position) => parseRecorte(input, `${argument}[${position}]`))
}

/** Like `parseRecortes`, for recortes that a program proposes: each needs a filter. */
export function parseFilledRecortes(
  inputs: readonly RecorteInput[],
  argument = 'input.recortes',
): Omit<Recorte, 'id'>[] {
  const recortes = parseRecortes(inputs, argument)
  const empty = recortes.findIndex(isEmpty)
  if (empty >= 0)
    throw badInput(
      `${argument}[${empty}]`,
      'informe ao menos um tema, órgão, estado, entidade ou palavra-chave.',
    )
  return recortes
}

/** Gives each recorte the id of the first unused previous recorte with the same title, or a new id. */
export function identifyRecortes(
  recortes: readonly Omit<Recorte, 'id'>[],
  before: readonly Pick<Recorte, 'id' | 'title'>[] = [],
): Recorte[] {
  const unused = [...before]
  return recortes.map((recorte) => {
    const match = unused.findIndex(({ title }) => title === recorte.title)
    const [kept] = match < 0 ? [] : unused.splice(match, 1)
    return { id: kept?.id ?? ulid(), ...recorte }
  })
}
