import type { Days } from '../../charts/periods.ts'
import { formatDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { Option } from '../../frame/codes-field.tsx'
import type { SearchState } from '../search/selection.ts'

/** Where the names of codes are. */
export interface QuestionNames {
  agencies: readonly Option[]
  themes: readonly Option[]
  states: readonly Option[]
  /** Of the first entity. */
  entity: string | null | undefined
}

const findLabel = (options: readonly Option[], code: string) =>
  options.find((option) => option.code === code)?.label ?? code

/** Returns the name of a question: its words and the names of its filters, or that it has none, and what it leaves out. */
export function nameQuestion(question: SearchState, names: QuestionNames): string {
  const { q, entityCanonical } = question
  const tones: Record<string, string> = texts.search.sentiments
  const [first, ...others] = entityCanonical
  const parts = [
    ...(q === '' ? [] : [`“${q}”`]),
    ...question.agencies.map((code) => findLabel(names.agencies, code)),
    ...question.themes.map((code) => findLabel(names.themes, code)),
    ...question.states.map((code) => findLabel(names.states, code)),
    ...(first === undefined ? [] : [names.entity ?? first, ...others]),
    ...question.sentiment.map((tone) => tones[tone] ?? tone),
  ]
  const exclusions = [
    ...question.excludeAgencies.map((code) => texts.search.exceptAgency(findLabel(names.agencies, code))),
    ...question.excludeKeywords.map(texts.search.withoutWords),
  ]
  return [...(parts.length === 0 ? [texts.compare.any] : parts), ...exclusions].join(' · ')
}

/** Returns days as a text: "1 de jun. de 2026 a 30 de jun. de 2026". */
export const nameDays = ({ from, to }: Days): string => texts.compare.fromTo(formatDay(from), formatDay(to))

/** Returns days in few characters: "01/06/2026–30/06/2026", with the year once when it is one. */
function writeShortDays({ from, to }: Days): string {
  const write = (day: string) => day.split('-').toReversed().join('/')
  const start = from.slice(0, 4) === to.slice(0, 4) ? write(from).slice(0, 5) : write(from)
  return `${start}–${write(to)}`
}

/**
 * Returns names that all differ: questions of one name get their days, in front, because pictures cut the ends of names;
 * those of the same days a number.
 */
export function tellApart(named: readonly { name: string; days: Days }[]): string[] {
  const byName = Map.groupBy(named, ({ name }) => name)
  const taken = new Map<string, number>()
  return named.map(({ name, days }) => {
    const full = (byName.get(name)?.length ?? 0) > 1 ? `${writeShortDays(days)} ${name}` : name
    const times = (taken.get(full) ?? 0) + 1
    taken.set(full, times)
    return times === 1 ? full : `${full} (${times})`
  })
}
