import { countDays, isDay, type Days } from '../../charts/periods.ts'
import { paths } from '../../paths.ts'
import { writeFilter, type SearchState } from './selection.ts'

/** The most days of one question: ten years of months. */
const DAYS_MAX = 3653

/** Returns whether the page that compares can have these days. */
export const isComparable = ({ from, to }: Days, today: string): boolean =>
  isDay(from) && isDay(to) && to <= today && from <= to && countDays(from, to) <= DAYS_MAX

/** Returns a question as its value in the address of that page: the API's form of a filter. */
export function writeQuestion(question: SearchState): string {
  const parameters = writeFilter({ ...question, semantic: false })
  parameters.delete('sort')
  return parameters.toString()
}

/**
 * Returns the path that compares a search. Its days are those of the page, which change all questions at once; days that the
 * page cannot have stay those of the question.
 */
export function compareSearch(search: SearchState, today: string): string {
  const { startDate, endDate } = search
  const parameters = isComparable({ from: startDate, to: endDate }, today)
    ? { question: writeQuestion({ ...search, startDate: '', endDate: '' }), startDate, endDate }
    : { question: writeQuestion(search) }
  return `${paths.compare}?${new URLSearchParams(parameters)}`
}
