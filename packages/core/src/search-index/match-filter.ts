import { foldWords } from '../stemming/fold-words.ts'
import { conditionsOf, type ArticleFilter } from './article-filter.ts'
import type { IndexDocument } from './collection.ts'
import type { Condition } from './condition.ts'
import type { DocumentField } from './search.ts'

/** Returns whether a document passes a filter. */
type Match = (document: Partial<IndexDocument>) => boolean

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

function matchValues(fields: readonly DocumentField[], values: readonly string[]): Match {
  const wanted = new Set(values.map(foldValue).filter((value) => value !== ''))
  return (document) => fields.some((field) => listValues(document, field).some((value) => wanted.has(value)))
}

/** The words of a text with a space before and behind each. */
const spaceWords = (text: string | undefined) => ` ${foldWords(text ?? '').join(' ')} `
const titleWords = once(({ title }) => spaceWords(title))
const summaryWords = once(({ summary }) => spaceWords(summary))
const hasAll = (words: string, keyword: readonly string[]) =>
  keyword.length > 0 && keyword.every((word) => words.includes(` ${word} `))

function matchKeywords(keywords: readonly string[]): Match {
  const wanted = keywords.map(foldWords)
  return (document) => {
    const words = titleWords(document) + summaryWords(document)
    return wanted.some((keyword) => hasAll(words, keyword))
  }
}

function matchNoKeywords(keywords: readonly string[]): Match {
  const unwanted = keywords.map(foldWords)
  return (document) =>
    ![titleWords(document), summaryWords(document)].some((words) =>
      unwanted.some((keyword) => hasAll(words, keyword)),
    )
}

/** What a document without a number has: no comparison with it is true. */
const NO_NUMBER = Number.NaN

/** Decides a condition for one document as `toIndexFilter` lets the index decide it. */
export function matchCondition(condition: Condition): Match {
  switch (condition.kind) {
    case 'equality':
      return matchValues(condition.fields, condition.values)
    case 'inequality': {
      const hasValue = matchValues([condition.field], condition.values)
      return (document) => !hasValue(document)
    }
    case 'range': {
      const { field, range } = condition
      const { least, most } = range
      return ({ [field]: value = NO_NUMBER }) =>
        (least === undefined || value >= least) && (most === undefined || value <= most)
    }
    case 'keywords':
      return matchKeywords(condition.keywords)
    case 'noKeywords':
      return matchNoKeywords(condition.keywords)
    case 'window':
    default: {
      const { field, window } = condition
      const { from, to } = window
      return ({ [field]: seconds = NO_NUMBER }) =>
        (from === undefined || seconds * 1000 >= from.getTime()) &&
        (to === undefined || seconds * 1000 < to.getTime())
    }
  }
}

/**
 * Returns whether documents pass an ArticleFilter, as the index decides it. Throws BAD_USER_INPUT or LIMIT_EXCEEDED
 * naming the invalid field.
 */
export function matchFilter(filter: ArticleFilter | null | undefined): Match {
  const matches = conditionsOf(filter ?? {}).map(({ condition }) => matchCondition(condition))
  return (document) => matches.every((match) => match(document))
}
