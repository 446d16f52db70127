import { numberInRange, type NumberRange } from '@pauta/platform/input/number-input'
import { assertTextBounds, assertTextLength, type TextListBounds } from '@pauta/platform/input/text-input'
import { intersectWindows, parseWindow, type DateWindow } from '@pauta/platform/time/time'
import { SENTIMENT_LABELS } from '../articles/features.ts'
import { STATE_CODES } from '../articles/states.ts'
import { THEME_SOURCES } from '../themes/theme-source.ts'
import { allOf, anyOf, atLeast, equalsAny, within, type Filter } from './filter.ts'
import { withKeywords, withoutKeywords } from './keyword-filter.ts'

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

/** What a filter is: its kind, and the condition of a value. */
export type FilterDeclaration = {
  [Kind in FilterKind]: {
    kind: Kind
    /** Returns the condition of a value. Errors name `argument`. */
    matches: (value: FilterValues[Kind], argument: string) => Filter
    /** The values that exist, if they are few. */
    values?: readonly string[]
  } & (Kind extends 'number' ? { range: NumberRange } : unknown)
}[FilterKind]

/** Returns a filter for theme codes on any level. */
export function themeFilter(codes: readonly string[] | null | undefined, argument: string): Filter {
  return anyOf(
    equalsAny('theme_l1_code', codes, argument),
    equalsAny('theme_l2_code', codes, argument),
    equalsAny('theme_l3_code', codes, argument),
  )
}

const equals = (field: string) => (values: readonly string[], argument: string) =>
  equalsAny(field, values, argument)
const noCondition = () => undefined

/**
 * The one declaration of the filters of article lists, under the names of the SDL. GraphQL, addresses of feeds and
 * exports, and the tools of MCP have all of them. Different filters are combined with AND, values of one filter with OR.
 */
export const ARTICLE_FILTERS = {
  agencies: { kind: 'list', matches: equals('agency') },
  themes: { kind: 'list', matches: themeFilter },
  tags: { kind: 'list', matches: equals('tags') },
  /** Names as written in the text. */
  entities: { kind: 'list', matches: equals('entities') },
  /** Ids of the entity registry. */
  entityCanonical: { kind: 'list', matches: equals('entity_canonical') },
  /** Who chose the themes. */
  themeSource: { kind: 'list', matches: equals('theme_source'), values: THEME_SOURCES },
  /** Themes of other sources than the classifier have no confidence. */
  minThemeConfidence: {
    kind: 'number',
    range: { least: 0, most: 1 },
    matches: (least) => atLeast('theme_confidence', least),
  },
  sentiment: { kind: 'list', matches: equals('sentiment_label'), values: SENTIMENT_LABELS },
  /** Codes of states, in capitals or not. */
  states: {
    kind: 'list',
    matches: (codes: readonly string[], argument: string) =>
      equalsAny(
        'states',
        codes.map((code) => code.toUpperCase()),
        argument,
      ),
    values: STATE_CODES,
  },
  keywords: { kind: 'keywords', matches: withKeywords },
  excludeKeywords: { kind: 'keywords', matches: withoutKeywords },
  /** Label of a level-1 theme. */
  themeLabel: { kind: 'text', matches: (label, argument) => equalsAny('theme_l1_label', [label], argument) },
  /** First day or instant. Both days are one window: see `articleFilter`. */
  startDate: { kind: 'day', matches: noCondition },
  /** Last day (included) or last instant (excluded). */
  endDate: { kind: 'day', matches: noCondition },
  /** The requests of lists and searches group the articles of a story: see `isGrouped`. */
  dedup: { kind: 'switch', matches: noCondition },
  oneStoryPer: { kind: 'switch', matches: noCondition },
} as const satisfies Record<string, FilterDeclaration>

type Filters = typeof ARTICLE_FILTERS
/** The name of a filter. */
export type FilterName = keyof Filters
/** The names of the filters of some kinds. */
export type FilterOfKind<Kind extends FilterKind> = {
  [Name in FilterName]: Filters[Name]['kind'] extends Kind ? Name : never
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

function conditionOf<Name extends FilterName>(name: Name, given: ArticleFilter[Name]): Filter {
  const value = typeof given === 'string' ? given.trim() : given
  if (value === null || value === undefined || value === '') return undefined
  const { matches } = ARTICLE_FILTERS[name] as { matches: (value: unknown, argument: string) => Filter }
  return matches(value, `filter.${name}`)
}

/**
 * Returns the index filter of an ArticleFilter, of the articles published `during` a window only if there is one. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the invalid field.
 */
export function articleFilter(filter: ArticleFilter | null | undefined, during: DateWindow = {}): Filter {
  if (!filter) return within('published_at', during)
  assertFilterBounds(filter, 'filter.')
  const asked = parseWindow(filter.startDate, filter.endDate, {
    start: 'filter.startDate',
    end: 'filter.endDate',
  })
  return allOf(
    ...FILTER_NAMES.map((name) => conditionOf(name, filter[name])),
    within('published_at', intersectWindows(asked, during)),
  )
}
