import { readRows, type Db } from '@pauta/platform/database/database'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { foldName } from '@pauta/platform/text/fold-text'
import { listMerges } from '../entities/merges.ts'
import { listEntityNames } from '../entities/queries.ts'
import { STATE_CODES, stateName } from '../articles/states.ts'
import {
  ARTICLE_FILTERS,
  type ArticleFilter,
  type FilterOfFewValues,
} from '../search-index/article-filter.ts'
import type { Term } from './term-list.ts'
import type { FindVocabulary, Vocabulary } from './vocabulary.ts'

/** The filters whose values are checked. */
export type CheckedFilter = Pick<
  ArticleFilter,
  'agencies' | 'excludeAgencies' | 'themes' | 'themeLabel' | 'entityCanonical' | FilterOfFewValues
>

/** What the check reads. */
export interface CheckSources {
  db: Db
  findVocabulary: FindVocabulary
  logger: Pick<Logger, 'warn'>
}

/** Values of one list that have a warning of their own. One more warning counts the others. */
const NAMED_MAX = 3
const VALUE_MAX_CHARACTERS = 64
/** Entities of one filter, as many as the search index takes. */
const ENTITIES_MAX = 200

/** Quotes a value for a message: its beginning, without control characters. */
function quoteValue(value: string): string {
  const shown = value.replace(/\p{C}/gu, ' ').trim()
  return `“${shown.length > VALUE_MAX_CHARACTERS ? `${shown.slice(0, VALUE_MAX_CHARACTERS).toWellFormed()}…` : shown}”`
}

/** Returns one warning for each of the first unknown values, and one that counts the others. */
function describeValues(
  argument: string,
  unknown: readonly string[],
  describe: (value: string) => string,
): string[] {
  const rest = unknown.length - NAMED_MAX
  const named = unknown.slice(0, NAMED_MAX).map((value) => `${argument}: ${describe(value)}`)
  if (rest <= 0) return named
  return [
    ...named,
    `${argument}: ${rest === 1 ? 'mais 1 valor não existe' : `mais ${rest} valores não existem`}.`,
  ]
}

const listDistinct = (values: readonly string[] | null | undefined): string[] => [...new Set(values ?? [])]

/** The filters whose values are keys of agencies. */
const AGENCY_FILTERS = ['agencies', 'excludeAgencies'] as const

/** Describes the agencies of an argument that do not exist. `isKnown` compares as the reader of the list does. */
export function describeUnknownAgencies(
  { agencies }: Vocabulary,
  keys: readonly string[] | null | undefined,
  { argument, isKnown }: { argument: string; isKnown: (key: string) => boolean },
): string[] {
  const unknown = listDistinct(keys).filter((key) => !isKnown(key))
  return describeValues(argument, unknown, (key) => {
    const nearest = agencies.findNearest(key)
    const hint = nearest && `; a mais próxima é ${quoteValue(nearest.code)} (${nearest.label})`
    return `não existe órgão com a chave ${quoteValue(key)}${hint ?? ''}.`
  })
}

/** Describes the themes of a filter that do not exist: codes of all levels, and the label of a level-1 theme. */
function describeUnknownThemes(
  { themes, level1Themes }: Vocabulary,
  { themes: codes, themeLabel }: Pick<CheckedFilter, 'themes' | 'themeLabel'>,
  prefix: string,
): string[] {
  const suggest = (nearest: Term | undefined, text: (term: Term) => string) =>
    nearest ? `; o mais próximo é ${text(nearest)}` : ''
  const unknown = listDistinct(codes).filter((code) => !themes.findByCode(code))
  const warnings = describeValues(`${prefix}themes`, unknown, (code) => {
    const hint = suggest(themes.findNearest(code), ({ code, label }) => `${quoteValue(code)} (${label})`)
    return `não existe tema com o código ${quoteValue(code)}${hint}.`
  })
  const label = themeLabel?.trim()
  if (!label || level1Themes.findByLabel(label)) return warnings
  const hint = suggest(level1Themes.findNearest(label), (term) => quoteValue(term.label))
  return [
    ...warnings,
    `${prefix}themeLabel: não existe tema de nível 1 com o nome ${quoteValue(label)}${hint}.`,
  ]
}

/** The filters that have few values: what a warning calls one, and the name of each. */
const FEW_VALUES: Readonly<
  Record<FilterOfFewValues, { noun: string; names: Readonly<Record<string, string>> }>
> = {
  themeSource: { noun: 'origem de temas', names: ARTICLE_FILTERS.themeSource.valueTitles },
  sentiment: { noun: 'sentimento', names: ARTICLE_FILTERS.sentiment.valueTitles },
  states: {
    noun: 'estado com a sigla',
    names: Object.fromEntries(STATE_CODES.map((code) => [code, stateName(code)])),
  },
}

/** Describes the unknown values of the filters that have few values. Names the value whose name was given instead. */
function describeFewValues(filter: CheckedFilter, prefix: string): string[] {
  return (Object.keys(FEW_VALUES) as FilterOfFewValues[]).flatMap((name) => {
    const { noun, names } = FEW_VALUES[name]
    const known = new Set(Object.keys(names).map(foldName))
    const unknown = listDistinct(filter[name]).filter((value) => !known.has(foldName(value)))
    return describeValues(`${prefix}${name}`, unknown, (value) => {
      const meant = Object.entries(names).find(([, label]) => foldName(label) === foldName(value))
      const hint = meant && `; o valor mais próximo é ${quoteValue(meant[0])} (${meant[1]})`
      return `não existe ${noun} ${quoteValue(value)}${hint ?? ''}.`
    })
  })
}

/** Describes the entities of an argument that do not exist, in one statement. Throws nothing. */
export async function describeUnknownEntities(
  { db, logger }: CheckSources,
  ids: readonly string[],
  argument: string,
): Promise<string[]> {
  try {
    const known = await readRows(() => listEntityNames(db, ids))
    const unknown = ids.filter((id) => !known.has(id))
    const merges = await readRows(() => listMerges(db, unknown))
    return describeValues(argument, unknown, (id) => {
      const into = merges.get(id)
      return into === undefined
        ? `não existe entidade com o identificador ${quoteValue(id)}.`
        : `a entidade ${quoteValue(id)} foi unida a ${quoteValue(into)}: use este identificador.`
    })
  } catch (error) {
    logger.warn({ error }, 'entities of an argument are not checked, because they could not be read')
    return []
  }
}

/** Returns true if a filter names values that can be unknown. */
const isChecked = ({ agencies, excludeAgencies, themes, themeLabel }: CheckedFilter): boolean =>
  Boolean(agencies?.length) ||
  Boolean(excludeAgencies?.length) ||
  Boolean(themes?.length) ||
  Boolean(themeLabel?.trim())

/**
 * Describes the values of a filter that do not exist, in Portuguese: each with the nearest value that exists, if one is
 * similar. Entities are read only if the filter found nothing, because an unknown one restricts no other. `prefix` goes
 * before the names of the filters.
 */
export async function listUnknownValues(
  sources: CheckSources,
  filter: CheckedFilter | null | undefined,
  { found, prefix = '' }: { found: number; prefix?: string },
): Promise<string[]> {
  if (!filter) return []
  const vocabulary = isChecked(filter) ? await sources.findVocabulary() : undefined
  const fewValues = describeFewValues(filter, prefix)
  const warnings = vocabulary
    ? [
        ...AGENCY_FILTERS.flatMap((name) =>
          describeUnknownAgencies(vocabulary, filter[name], {
            argument: `${prefix}${name}`,
            isKnown: (key) => vocabulary.agencies.findByCode(key) !== undefined,
          }),
        ),
        ...describeUnknownThemes(vocabulary, filter, prefix),
        ...fewValues,
      ]
    : fewValues
  // PostgreSQL allows no NUL in a text.
  const ids = listDistinct(filter.entityCanonical)
    .filter((id) => !id.includes('\0'))
    .slice(0, ENTITIES_MAX)
  if (found > 0 || ids.length === 0) return warnings
  return [...warnings, ...(await describeUnknownEntities(sources, ids, `${prefix}entityCanonical`))]
}
