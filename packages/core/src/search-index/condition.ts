import type { DateWindow } from '@pauta/platform/time/time'
import type { IndexDocument } from './collection.ts'
import {
  allOf,
  anyOf,
  atLeast,
  atMost,
  equalsAny,
  equalsNone,
  MATCH_NOTHING,
  within,
  type Filter,
} from './filter.ts'
import { withKeywords, withoutKeywords } from './keyword-filter.ts'

type DocumentField = keyof IndexDocument
type NumberField = {
  [Field in DocumentField]-?: NonNullable<IndexDocument[Field]> extends number ? Field : never
}[DocumentField]

/** The ends of a range, which belong to it. A missing one restricts nothing. */
interface Range {
  least?: number
  most?: number
}

/** What a filter asks of an article: `toIndexFilter` asks the index, `matchCondition` one document. */
export type Condition =
  | { kind: 'equality'; fields: readonly DocumentField[]; values: readonly string[] }
  | { kind: 'inequality'; field: DocumentField; values: readonly string[] }
  | { kind: 'range'; field: NumberField; range: Range }
  | { kind: 'keywords' | 'noKeywords'; keywords: readonly string[] }
  | { kind: 'window'; field: NumberField; window: DateWindow }

/** Articles of which one of the fields has one of the values, ignoring case and accents. No values: no article. */
export const equals =
  (...fields: readonly DocumentField[]) =>
  (values: readonly string[]): Condition => ({ kind: 'equality', fields, values })

/** Articles whose field has none of the values, ignoring case and accents, and articles without the field. */
export const differs =
  (field: DocumentField) =>
  (values: readonly string[]): Condition => ({ kind: 'inequality', field, values })

/** Articles whose field has a number in a range. */
export const inRange = (field: NumberField, range: Range): Condition => ({ kind: 'range', field, range })

/** Articles with all words of one of the keywords, which may be spread over title and summary. */
export const hasKeywords = (keywords: readonly string[]): Condition => ({ kind: 'keywords', keywords })

/** Articles of which neither title nor summary has all words of a keyword. */
export const hasNoKeywords = (keywords: readonly string[]): Condition => ({ kind: 'noKeywords', keywords })

/** Articles published in a half-open window. */
export const publishedIn = (window: DateWindow): Condition => ({
  kind: 'window',
  field: 'published_at',
  window,
})

/** Returns a condition as a filter of the index. Throws LIMIT_EXCEEDED naming `argument`. */
export function toIndexFilter(condition: Condition, argument: string): Filter {
  switch (condition.kind) {
    case 'equality': {
      const { fields, values } = condition
      if (values.length === 0) return MATCH_NOTHING
      return anyOf(...fields.map((field) => equalsAny(field, values, argument)))
    }
    case 'inequality':
      return equalsNone(condition.field, condition.values, argument)
    case 'range': {
      const { field, range } = condition
      return allOf(
        range.least === undefined ? undefined : atLeast(field, range.least),
        range.most === undefined ? undefined : atMost(field, range.most),
      )
    }
    case 'keywords':
      return withKeywords(condition.keywords, argument)
    case 'noKeywords':
      return withoutKeywords(condition.keywords)
    case 'window':
    default:
      return within(condition.field, condition.window)
  }
}
