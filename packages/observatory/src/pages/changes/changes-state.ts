import type { ArticleEventKind, EditGrade } from '../../api/generated/operations.ts'
import { addDays, countDays, isDay } from '../../charts/periods.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'

/** What the page of changes shows: the query of its address. */
export interface ChangesState {
  /** '' for all. */
  agency: string
  theme: string
  /** '' for edits and removals. */
  kind: ArticleEventKind | ''
  grade: EditGrade | ''
  /** Days, both included. */
  from: string
  to: string
  /** Position after which the list continues; '' for its beginning. */
  after: string
}

const DEFAULT_DAYS = 30
/** The most days of the API's counts. */
const DAYS_MAX = 366

const oneOf = <Value extends string>(values: Readonly<Record<Value, string>>, text: string): Value | '' =>
  Object.hasOwn(values, text) ? (text as Value) : ''

/** Reads the state from the query of the address. Values that the page cannot show count as missing. */
export function readChanges(parameters: URLSearchParams, today: string): ChangesState {
  const get = (name: string) => parameters.get(name) ?? ''
  const [from, to] = [get('startDate'), get('endDate')]
  const isRange = isDay(from) && isDay(to) && from <= to && to <= today && countDays(from, to) <= DAYS_MAX
  return {
    agency: get('agency'),
    theme: get('theme'),
    kind: oneOf(texts.changes.kinds, get('kind')),
    grade: oneOf(texts.grades, get('grade')),
    ...(isRange ? { from, to } : { from: addDays(today, 1 - DEFAULT_DAYS), to: today }),
    after: /^\d{1,18}$/.test(get('after')) ? get('after') : '',
  }
}

/** Returns the path of the page with this state. It always shows the same days. */
export function writeChanges({ from, to, ...values }: ChangesState): string {
  const given = Object.entries({ ...values, startDate: from, endDate: to }).filter(
    ([, value]) => value !== '',
  )
  return `${paths.changes}?${new URLSearchParams(given)}`
}

/** The arguments that the list and the counts share. Edits and removals are shown unless the reader asks for others. */
export function toArguments({ kind, grade, from, to }: ChangesState) {
  const kinds: ArticleEventKind[] = kind === '' ? (grade === '' ? ['EDITED', 'REMOVED'] : ['EDITED']) : [kind]
  return { kinds, grades: grade === '' ? null : [grade], from, to }
}

/** Returns the feed of the same changes, without their days: a feed has what happens from now on. */
export function toFeed({ agency, theme, kind, grade }: ChangesState): string {
  const given = { agencies: agency, themes: theme, kinds: kind.toLowerCase(), grades: grade.toLowerCase() }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString()
  return `/feeds/changes.rss${query === '' ? '' : `?${query}`}`
}
