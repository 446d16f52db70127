import { addDays, chooseGranularity, countDays, listPeriods, type Days } from '../../charts/periods.ts'
import type { Granularity } from '../../api/generated/operations.ts'
import { paths } from '../../paths.ts'
import { isComparable, writeQuestion } from '../search/compare-search.ts'
import { readState, type SearchState } from '../search/selection.ts'

/** More lines than this cannot be told apart, and each is a request. */
export const QUESTIONS_MAX = 5
const DEFAULT_DAYS = 30
/** What is drawn: the number of articles, or their part of all articles of the same days. */
export type Measure = 'count' | 'share'

/** What the page compares. */
export interface CompareState {
  /** From one to five. A question without days of its own has those of the page. */
  questions: SearchState[]
  days: Days
  measure: Measure
}

/** Days up to yesterday: today has not ended, which would make every comparison with the past too low. */
const lastWholeDays = (today: string): Days => ({
  from: addDays(today, -DEFAULT_DAYS),
  to: addDays(today, -1),
})

/** A question is what its words and filters are: no page, no order, no meaning, which the API does not count. */
const readQuestion = (text: string): SearchState => ({
  ...readState(new URLSearchParams(text)),
  semantic: false,
  sort: undefined,
  page: 1,
})

/** Returns the question of all articles. */
export const anyQuestion = (): SearchState => readQuestion('')

/** Reads the state from the query of the page. Without a question, that of all articles; without days, the last 30. */
export function readCompare(parameters: URLSearchParams, today: string): CompareState {
  const questions = parameters.getAll('question').slice(0, QUESTIONS_MAX).map(readQuestion)
  const days = { from: parameters.get('startDate') ?? '', to: parameters.get('endDate') ?? '' }
  return {
    questions: questions.length === 0 ? [anyQuestion()] : questions,
    days: isComparable(days, today) ? days : lastWholeDays(today),
    measure: parameters.get('measure') === 'share' ? 'share' : 'count',
  }
}

/** Returns the path of a page that always shows the same. */
export function writeCompare({ questions, days, measure }: CompareState): string {
  const parameters = new URLSearchParams()
  for (const question of questions) parameters.append('question', writeQuestion(question))
  parameters.set('startDate', days.from)
  parameters.set('endDate', days.to)
  if (measure === 'share') parameters.set('measure', measure)
  return `${paths.compare}?${parameters}`
}

/** Returns the days of a question: its own, where both ends make a range, else those of the page. */
export function daysOf({ startDate, endDate }: SearchState, common: Days, today: string): Days {
  const own = { from: startDate || common.from, to: endDate || common.to }
  return isComparable(own, today) ? own : common
}

/** Returns as many days as the given ones, just before them. */
export const daysBeforeThese = ({ from, to }: Days): Days => ({
  from: addDays(from, -countDays(from, to)),
  to: addDays(from, -1),
})

/** How the pictures lay questions over each other. */
export interface Layout {
  granularity: Granularity
  /** Whether questions have different days, so that their first periods stand over each other. */
  isAligned: boolean
  /** The days that the axis of time shows. */
  axis: Days
}

/** Returns the layout for the days of all questions. The axis is that of the question with most periods. */
export function layOut(all: readonly Days[]): Layout {
  const granularity = chooseGranularity(Math.max(...all.map(({ from, to }) => countDays(from, to))))
  const sizeOf = ({ from, to }: Days) => listPeriods(from, to, granularity).length
  const axis = all.reduce((longest, days) => (sizeOf(days) > sizeOf(longest) ? days : longest))
  return {
    granularity,
    isAligned: all.some(({ from, to }) => from !== axis.from || to !== axis.to),
    axis,
  }
}
