import { formatCount } from '../format.ts'
import { texts } from '../texts/texts.ts'
import type { Days } from './periods.ts'

const CHARACTER_PX = 6.6
const MAX_MARGIN_PX = 260
const MAX_SHARE = 0.45

const MONTH = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const YEAR = new Intl.DateTimeFormat('pt-BR', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** Names beside rows: the space that they take, and their texts cut to it. */
export interface RowLabels {
  marginLeft: number
  tickFormat: (name: string) => string
}

/** Fits the names of rows into at most 45 % of a width in CSS pixels. Longer names end with an ellipsis. */
export function fitRowLabels(names: readonly string[], width: number): RowLabels {
  const longest = Math.max(0, ...names.map((name) => abbreviate(name).length))
  const marginLeft = Math.min(longest * CHARACTER_PX + 14, MAX_MARGIN_PX, width * MAX_SHARE)
  const characters = Math.max(6, Math.floor((marginLeft - 14) / CHARACTER_PX))
  const labels = shortenApart(names, characters)
  return { marginLeft, tickFormat: (name) => labels.get(name) ?? shorten(abbreviate(name), characters) }
}

/** The number of characters at the start that all texts have in common, up to the end of a word. */
function countCommon(texts: readonly string[]): number {
  const [first = '', ...others] = texts
  let common = 0
  while (common < first.length && others.every((text) => text[common] === first[common])) common++
  return first.lastIndexOf(' ', common - 1) + 1
}

/** Shortens names to a number of characters. Those that would look the same lose what they begin with in common instead. */
export function shortenApart(names: readonly string[], characters: number): Map<string, string> {
  const groups = Map.groupBy(new Set(names), (name) => shorten(abbreviate(name), characters))
  const labels = new Map<string, string>()
  for (const [label, alike] of groups) {
    if (alike.length === 1) labels.set(alike[0]!, label)
    else {
      const short = alike.map(abbreviate)
      const common = countCommon(short)
      for (const [at, name] of alike.entries())
        labels.set(name, shorten(`…${short[at]!.slice(common)}`, characters))
    }
  }
  return labels
}

/** Shortens the words with which most names of agencies begin. */
export function abbreviate(name: string): string {
  const known = texts.abbreviations.find(([words]) => name.startsWith(words))
  return known ? known[1] + name.slice(known[0].length) : name
}

export function shorten(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1).trimEnd()}…`
}

/** Space for the name of a day or month under an axis. */
const TICK_PX = 76

/** Returns how many days or months have a name under an axis, so that none covers the next one. At least 2. */
export const fitTicks = (width: number): number => Math.max(2, Math.floor(width / TICK_PX))

/** Leaves out the names under an axis for which a width in CSS pixels has no place: every second one, or more. */
export function fitTickLabels<Value>(width: number, write: (value: Value) => string) {
  // Plot passes all values too, which its types leave out.
  return (value: Value, position: number, all: readonly Value[] = [value]): string =>
    position % Math.ceil(all.length / fitTicks(width)) === 0 ? write(value) : ''
}

/** Writes a day under a time axis, with the year when the axis spans more than 200 days. */
export const formatAxisDay = (days: number) => (date: Date) => (days > 200 ? YEAR : MONTH).format(date)

/** Returns the ends of an axis of days, short of the midnight after them, which would get a tick with the name of another day. */
export const spanOf = ({ from, to }: Days): [Date, Date] => [
  new Date(`${from}T00:00:00Z`),
  new Date(`${to}T23:59:59.999Z`),
]

/** Below this an axis of Plot has ticks between whole numbers. */
const FEW = 6

interface CountAxis {
  ticks?: number
  tickFormat: (count: number) => string
}

/** The ticks of an axis of counts up to `most`. Counts have no fractions, so neither has their axis. */
export const countAxis = (most: number): CountAxis => ({
  ...(most < FEW && { ticks: Math.max(1, Math.floor(most)) }),
  tickFormat: (count) => (Number.isInteger(count) ? formatCount(count) : ''),
})
