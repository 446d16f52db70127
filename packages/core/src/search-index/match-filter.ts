import { parseWindow } from '@pauta/platform/time/time'
import { foldWords } from '../stemming/fold-words.ts'
import { type ArticleFilter, type FilterName } from './article-filter.ts'
import type { IndexDocument } from './collection.ts'
import type { DocumentField } from './search.ts'

/** Returns whether a document passes a filter. */
type Match = (document: Partial<IndexDocument>) => boolean

const always: Match = () => true

/** The form in which the index compares values: without case, accents and symbols. */
const foldValue = (value: string) => foldWords(value).join(' ')

const listOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

/** Reads something of documents once for all filters that they are compared with. */
function once<Value>(read: (document: Partial<IndexDocument>) => Value) {
  const known = new WeakMap<Partial<IndexDocument>, Value>()
  return (document: Partial<IndexDocument>): Value => {
    const value = known.get(document) ?? read(document)
    known.set(document, value)
    return value
  }
}

/** The values of a document by field, as they are compared. */
const valuesOf = once(() => new Map<DocumentField, readonly string[]>())

function listValues(document: Partial<IndexDocument>, field: DocumentField): readonly string[] {
  const values = valuesOf(document)
  const known = values.get(field) ?? listOf(document[field]).map(foldValue)
  values.set(field, known)
  return known
}

/** Matches documents of which one of the fields has one of the values. */
function equals(...fields: readonly DocumentField[]) {
  return (values: readonly string[]): Match => {
    const wanted = new Set(values.map(foldValue).filter((value) => value !== ''))
    return (document) =>
      fields.some((field) => listValues(document, field).some((value) => wanted.has(value)))
  }
}

/** The words of a text with a space before and behind each. */
const spaceWords = (text: string | undefined) => ` ${foldWords(text ?? '').join(' ')} `
const titleWords = once(({ title }) => spaceWords(title))
const summaryWords = once(({ summary }) => spaceWords(summary))
const hasAll = (words: string, keyword: readonly string[]) =>
  keyword.length > 0 && keyword.every((word) => words.includes(` ${word} `))

/** Matches documents with all words of a keyword, which may be spread over title and summary. */
function withKeywords(keywords: readonly string[]): Match {
  const wanted = keywords.map(foldWords)
  return (document) => {
    const words = titleWords(document) + summaryWords(document)
    return wanted.some((keyword) => hasAll(words, keyword))
  }
}

/** Matches documents of which neither title nor summary has all words of a keyword. */
function withoutKeywords(keywords: readonly string[]): Match {
  const unwanted = keywords.map(foldWords)
  return (document) =>
    ![titleWords(document), summaryWords(document)].some((words) =>
      unwanted.some((keyword) => hasAll(words, keyword)),
    )
}

type Reader<Name extends FilterName> = (value: NonNullable<ArticleFilter[Name]>) => Match
const noCondition = () => always

/** How each filter is read for one document: as the index reads it for all. */
const READERS: { [Name in FilterName]: Reader<Name> } = {
  agencies: equals('agency'),
  themes: equals('theme_l1_code', 'theme_l2_code', 'theme_l3_code'),
  themeSource: equals('theme_source'),
  minThemeConfidence:
    (least) =>
    ({ theme_confidence: confidence }) =>
      typeof confidence === 'number' && confidence >= least,
  states: equals('states'),
  tags: equals('tags'),
  entities: equals('entities'),
  entityCanonical: equals('entity_canonical'),
  sentiment: equals('sentiment_label'),
  keywords: withKeywords,
  excludeKeywords: withoutKeywords,
  themeLabel: (label) => equals('theme_l1_label')([label]),
  // Both days are one window: see `matchFilter`.
  startDate: noCondition,
  endDate: noCondition,
  dedup: noCondition,
  oneStoryPer: noCondition,
}

function readOne(name: FilterName, filter: ArticleFilter): Match {
  const value = filter[name]
  // A list without values and a blank text restrict nothing, as in the index.
  const isEmpty =
    value === null ||
    value === undefined ||
    (typeof value === 'object' && value.length === 0) ||
    (typeof value === 'string' && value.trim() === '')
  return isEmpty ? always : (READERS[name] as (value: unknown) => Match)(value)
}

/**
 * Returns whether documents pass an ArticleFilter, as the index decides it. Throws BAD_USER_INPUT naming an invalid day.
 */
export function matchFilter(filter: ArticleFilter | null | undefined): Match {
  if (!filter) return always
  const { from, to } = parseWindow(filter.startDate, filter.endDate, {
    start: 'filter.startDate',
    end: 'filter.endDate',
  })
  const isDuring: Match =
    from === undefined && to === undefined
      ? always
      : ({ published_at: seconds = 0 }) =>
          (from === undefined || seconds * 1000 >= from.getTime()) &&
          (to === undefined || seconds * 1000 < to.getTime())
  const conditions = (Object.keys(READERS) as FilterName[]).map((name) => readOne(name, filter))
  const matches = [isDuring, ...conditions].filter((match) => match !== always)
  return (document) => matches.every((match) => match(document))
}
