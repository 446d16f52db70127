import { formatMonth } from '@pauta/platform/text/portuguese'
import { DAY_MS } from '@pauta/platform/time/time'
import { stateName } from '../articles/states.ts'
import type { FindEntityNames } from '../entities/kept-names.ts'
import type { DocumentField } from '../search-index/search.ts'
import type { FindVocabulary } from '../vocabulary/vocabulary.ts'

/** Where the names of agencies, themes and entities are. */
export interface NameSources {
  findEntityNames: FindEntityNames
  findVocabulary: FindVocabulary
}

/** Returns the name of a key. A key without a name is its own name. */
type NameOf = (key: string) => string

interface Dimension {
  /** The field whose values the engine counts. */
  field: DocumentField
  /** Returns the key of a value of the field. Several values may have one key. Missing: the value itself. */
  keyOf?: (value: string) => string
  /** Whether keys are days, which are listed in their order. */
  isPeriod?: true
  /** Returns the names of the keys. */
  nameKeys: (sources: NameSources, keys: readonly string[]) => Promise<NameOf>
}

const SENTIMENTS: Partial<Record<string, string>> = {
  positive: 'positivo',
  neutral: 'neutro',
  negative: 'negativo',
}

const DAYS_OF_WEEK = 7
const SUNDAY_TO_MONDAY = 6

/** More days than the news has. */
const DAYS_KEPT = 20_000
// An answer has the days of years, in two counts, and all answers have the same days. Luxon takes 20 µs for the week of a
// day, this arithmetic 1 µs, and the memory 0.05 µs.
const mondays = new Map<string, string>()

/** Returns the Monday of the week of a day, both `YYYY-MM-DD`. */
function mondayOf(day: string): string {
  const known = mondays.get(day)
  if (known !== undefined) return known
  const date = new Date(day)
  const daysAfterMonday = (date.getUTCDay() + SUNDAY_TO_MONDAY) % DAYS_OF_WEEK
  const monday = new Date(date.getTime() - daysAfterMonday * DAY_MS).toISOString().slice(0, day.length)
  if (mondays.size >= DAYS_KEPT) mondays.clear()
  mondays.set(day, monday)
  return monday
}

const firstOfMonth = (day: string) => `${day.slice(0, '2026-06'.length)}-01`

/** Writes `2026-06-01` as `01/06/2026`. */
const writeDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

const byCatalogue =
  (list: 'agencies' | 'themes'): Dimension['nameKeys'] =>
  async ({ findVocabulary }) => {
    const vocabulary = await findVocabulary()
    return (key) => vocabulary?.[list].findByCode(key)?.label ?? key
  }

const byText =
  (write: NameOf): Dimension['nameKeys'] =>
  async () =>
    write

/** The one declaration of what articles can be counted by, under the names of the SDL. */
const COUNT_DIMENSIONS = {
  DAY: {
    field: 'published_day',
    isPeriod: true,
    nameKeys: byText(writeDay),
  },
  WEEK: {
    field: 'published_day',
    keyOf: mondayOf,
    isPeriod: true,
    nameKeys: byText((key) => `semana de ${writeDay(key)}`),
  },
  MONTH: {
    field: 'published_day',
    keyOf: firstOfMonth,
    isPeriod: true,
    nameKeys: byText((key) => formatMonth(new Date(`${key}T12:00:00Z`))),
  },
  AGENCY: { field: 'agency', nameKeys: byCatalogue('agencies') },
  THEME: { field: 'theme_l1_code', nameKeys: byCatalogue('themes') },
  STATE: { field: 'states', nameKeys: byText(stateName) },
  ENTITY: {
    field: 'entity_canonical',
    nameKeys: async ({ findEntityNames }, keys) => {
      const names = await findEntityNames(keys)
      return (key) => names.get(key) ?? key
    },
  },
  SENTIMENT: { field: 'sentiment_label', nameKeys: byText((key) => SENTIMENTS[key] ?? key) },
} as const satisfies Record<string, Dimension>

/** What articles are counted by. */
export type CountDimension = keyof typeof COUNT_DIMENSIONS

/** All dimensions, in the order of the SDL. */
export const COUNT_DIMENSION_NAMES = Object.keys(COUNT_DIMENSIONS) as CountDimension[]

/** Returns the declaration of a dimension. */
export const dimensionOf = (by: CountDimension): Dimension => COUNT_DIMENSIONS[by]
