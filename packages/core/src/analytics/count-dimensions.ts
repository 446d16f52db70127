import type { Db } from '@pauta/platform/database/database'
import { ZONE } from '@pauta/platform/time/time'
import { DateTime } from 'luxon'
import { stateName } from '../articles/states.ts'
import { listEntityNames } from '../entities/queries.ts'
import type { DocumentField } from '../search-index/search.ts'
import type { FindVocabulary } from '../vocabulary/vocabulary.ts'

/** Where the names of agencies, themes and entities are. */
export interface NameSources {
  db: Db
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

const LANGUAGE = 'pt-BR'
const SENTIMENTS: Partial<Record<string, string>> = {
  positive: 'positivo',
  neutral: 'neutro',
  negative: 'negativo',
}

const dayOf = (key: string) => DateTime.fromISO(key, { zone: ZONE, locale: LANGUAGE })
const startOf = (unit: 'week' | 'month') => (day: string) => dayOf(day).startOf(unit).toISODate() ?? day

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
    nameKeys: byText((key) => dayOf(key).toFormat('dd/MM/yyyy')),
  },
  WEEK: {
    field: 'published_day',
    keyOf: startOf('week'),
    isPeriod: true,
    nameKeys: byText((key) => `semana de ${dayOf(key).toFormat('dd/MM/yyyy')}`),
  },
  MONTH: {
    field: 'published_day',
    keyOf: startOf('month'),
    isPeriod: true,
    nameKeys: byText((key) => dayOf(key).toFormat("LLLL 'de' yyyy")),
  },
  AGENCY: { field: 'agency', nameKeys: byCatalogue('agencies') },
  THEME: { field: 'theme_l1_code', nameKeys: byCatalogue('themes') },
  STATE: { field: 'states', nameKeys: byText(stateName) },
  ENTITY: {
    field: 'entity_canonical',
    nameKeys: async ({ db }, keys) => {
      const names = await listEntityNames(db, keys)
      return (key) => names.get(key)?.canonicalName ?? key
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
