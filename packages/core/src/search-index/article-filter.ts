import { numberInRange, type NumberRange } from '@pauta/platform/input/number-input'
import { assertTextBounds, assertTextLength, type TextListBounds } from '@pauta/platform/input/text-input'
import { intersectWindows, parseWindow, type DateWindow } from '@pauta/platform/time/time'
import { SENTIMENT_LABELS } from '../articles/features.ts'
import { STATE_CODES } from '../articles/states.ts'
import { THEME_SOURCES, type ThemeSource } from '../themes/theme-source.ts'
import {
  differs,
  equals,
  hasKeywords,
  hasNoKeywords,
  inRange,
  publishedIn,
  toIndexFilter,
  type Condition,
} from './condition.ts'
import { allOf, type Filter } from './filter.ts'

/** The kinds of filters, and the values of each. */
interface FilterValues {
  list: readonly string[]
  keywords: readonly string[]
  text: string
  /** A local day or an instant, as the caller wrote it. */
  day: string
  switch: boolean
  number: number
}
type FilterKind = keyof FilterValues

/** Bounds of the lists: of codes, names and ids, and of keywords. */
export const LIST_BOUNDS = {
  list: { most: 200, characters: 300 },
  keywords: { most: 50, characters: 100 },
} as const satisfies Partial<Record<FilterKind, TextListBounds>>
/** Most characters of a filter that has one text. */
export const FILTER_TEXT_MAX_CHARACTERS = LIST_BOUNDS.list.characters

/**
 * What a filter is: its kind, the condition of a value, and how titles describe it, in Portuguese. Of the filters
 * without a condition, days are one window (see `conditionsOf`), and switches change the request (see `isGrouped`).
 */
export type FilterDeclaration =
  | {
      kind: 'list' | 'keywords'
      condition: (values: readonly string[]) => Condition
      /** What titles say before the values. */
      title: string
      /** The values that exist, if they are few. */
      values?: readonly string[]
      /** What titles say instead of each value. */
      valueTitles?: Readonly<Record<string, string>>
    }
  | { kind: 'text'; condition: (value: string) => Condition; title: string }
  | {
      kind: 'number'
      range: NumberRange
      condition: (value: number) => Condition
      title: (value: number) => string
    }
  | { kind: 'day'; title: string }
  | { kind: 'switch' }

const formatShare = (share: number) =>
  share.toLocaleString('pt-BR', { style: 'percent', maximumFractionDigits: 1 })

/**
 * The one declaration of the filters of article lists, under the names of the SDL. GraphQL, addresses of feeds and
 * exports, their titles, the tools of MCP and streams of changes have all of them. Different filters are combined with
 * AND, values of one filter with OR.
 */
export const ARTICLE_FILTERS = {
  agencies: { kind: 'list', condition: equals('agency'), title: 'órgãos' },
  excludeAgencies: { kind: 'list', condition: differs('agency'), title: 'exceto órgãos' },
  /** Codes of any level. */
  themes: {
    kind: 'list',
    condition: equals('theme_l1_code', 'theme_l2_code', 'theme_l3_code'),
    title: 'temas',
  },
  tags: { kind: 'list', condition: equals('tags'), title: 'etiquetas' },
  /** Names as written in the text. */
  entities: { kind: 'list', condition: equals('entities'), title: 'que citam' },
  /** Ids of the entity registry. */
  entityCanonical: { kind: 'list', condition: equals('entity_canonical'), title: 'entidades' },
  /** Who chose the themes. */
  themeSource: {
    kind: 'list',
    condition: equals('theme_source'),
    title: 'temas',
    values: THEME_SOURCES,
    valueTitles: {
      operator: 'da operação',
      site: 'do site',
      model: 'de modelo de linguagem',
      learned: 'aprendidos',
      rules: 'por regras',
    } satisfies Record<ThemeSource, string>,
  },
  /** Themes of other sources than the classifier have no confidence. */
  minThemeConfidence: {
    kind: 'number',
    range: { least: 0, most: 1 },
    condition: (least: number) => inRange('theme_confidence', { least }),
    title: (least: number) => `temas com probabilidade de ${formatShare(least)} ou mais`,
  },
  sentiment: {
    kind: 'list',
    condition: equals('sentiment_label'),
    title: 'sentimento',
    values: SENTIMENT_LABELS,
    valueTitles: { positive: 'positivo', neutral: 'neutro', negative: 'negativo' } satisfies Record<
      (typeof SENTIMENT_LABELS)[number],
      string
    >,
  },
  /** Codes of states, in capitals or not. */
  states: {
    kind: 'list',
    condition: (codes: readonly string[]) => equals('states')(codes.map((code) => code.toUpperCase())),
    title: 'estados',
    values: STATE_CODES,
  },
  keywords: { kind: 'keywords', condition: hasKeywords, title: 'com' },
  excludeKeywords: { kind: 'keywords', condition: hasNoKeywords, title: 'sem' },
  /** Label of a level-1 theme. */
  themeLabel: {
    kind: 'text',
    condition: (label: string) => equals('theme_l1_label')([label.trim()]),
    title: 'tema',
  },
  /** First day or instant. */
  startDate: { kind: 'day', title: 'desde' },
  /** Last day (included) or last instant (excluded). */
  endDate: { kind: 'day', title: 'até' },
  dedup: { kind: 'switch' },
  oneStoryPer: { kind: 'switch' },
} as const satisfies Record<string, FilterDeclaration>

type Filters = typeof ARTICLE_FILTERS
/** The name of a filter. */
export type FilterName = keyof Filters
/** The names of the filters of some kinds. */
export type FilterOfKind<Kind extends FilterKind> = {
  [Name in FilterName]: Filters[Name]['kind'] extends Kind ? Name : never
}[FilterName]

/** The name of a filter with few values, which its declaration lists. */
export type FilterOfFewValues = {
  [Name in FilterName]: Filters[Name] extends { values: readonly string[] } ? Name : never
}[FilterName]

/** The name of a filter that has several values. */
export type ListFilter = FilterOfKind<'list' | 'keywords'>

/** Filters of article lists. Null restricts nothing. */
export type ArticleFilter = { [Name in FilterName]?: FilterValues[Filters[Name]['kind']] | null | undefined }

/** Whether a filter asks for one article of each story. */
export const isGrouped = (filter: Pick<ArticleFilter, 'dedup' | 'oneStoryPer'> | null | undefined): boolean =>
  (filter?.dedup ?? false) || (filter?.oneStoryPer ?? false)

/** The names of all filters, in the order in which addresses have them. */
export const FILTER_NAMES = Object.keys(ARTICLE_FILTERS) as FilterName[]
/** Returns the names of the filters of some kinds. */
export const filtersOfKind = <Kind extends FilterKind>(...kinds: readonly Kind[]) =>
  FILTER_NAMES.filter((name): name is FilterOfKind<Kind> =>
    (kinds as readonly FilterKind[]).includes(ARTICLE_FILTERS[name].kind),
  )
/** The names of the filters that have lists of texts. */
export const LIST_FILTERS = filtersOfKind('list', 'keywords')

/** Throws LIMIT_EXCEEDED or BAD_USER_INPUT naming `argument` for a value beyond the bounds of its kind of filter. */
export function assertFilterValue(
  filter: FilterDeclaration,
  value: FilterValues[FilterKind],
  argument: string,
): void {
  if (filter.kind === 'list' || filter.kind === 'keywords')
    assertTextBounds(value as FilterValues['list'], argument, LIST_BOUNDS[filter.kind])
  if (filter.kind === 'text' || filter.kind === 'day')
    assertTextLength(value as FilterValues['text'], argument, FILTER_TEXT_MAX_CHARACTERS)
  if (filter.kind === 'number') numberInRange(value as FilterValues['number'], argument, filter.range)
}

/**
 * Throws LIMIT_EXCEEDED for a list with too many values and BAD_USER_INPUT for a value that is too long, or for a number
 * out of its range. Both name the field after `prefix`, such as `filter.tags[3]`.
 */
export function assertFilterBounds(filter: ArticleFilter, prefix: string): void {
  for (const name of FILTER_NAMES) {
    const value = filter[name]
    if (value !== null && value !== undefined)
      assertFilterValue(ARTICLE_FILTERS[name], value, `${prefix}${name}`)
  }
}

/** A condition and the field of the filter that asks for it, for errors. */
interface AskedCondition {
  argument: string
  condition: Condition
}

/** The window beside the days of a filter, and what stands before the names of its fields in errors. */
interface Asking {
  during?: DateWindow | undefined
  prefix?: string
}

/** Whether a value restricts nothing: a list without values, a blank text. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '')

/**
 * Returns what an ArticleFilter asks of articles, of those published `during` a window only if there is one. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the invalid field after `prefix`.
 */
export function conditionsOf(
  filter: ArticleFilter,
  { during = {}, prefix = 'filter.' }: Asking = {},
): AskedCondition[] {
  assertFilterBounds(filter, prefix)
  const days = { start: `${prefix}startDate`, end: `${prefix}endDate` }
  const asked = parseWindow(filter.startDate, filter.endDate, days)
  const conditions = FILTER_NAMES.flatMap((name) => {
    const { condition } = ARTICLE_FILTERS[name] as { condition?: (value: unknown) => Condition }
    return condition === undefined || isEmpty(filter[name])
      ? []
      : [{ argument: `${prefix}${name}`, condition: condition(filter[name]) }]
  })
  return [...conditions, { argument: days.start, condition: publishedIn(intersectWindows(asked, during)) }]
}

/** Returns the filter of the index for an ArticleFilter. Window and errors are those of `conditionsOf`. */
export const articleFilter = (filter: ArticleFilter | null | undefined, asking?: Asking): Filter =>
  allOf(
    ...conditionsOf(filter ?? {}, asking).map(({ argument, condition }) =>
      toIndexFilter(condition, argument),
    ),
  )
