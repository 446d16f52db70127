import { ZONE } from '../time/time.ts'

const LANGUAGE = 'pt-BR'

/** Creates a formatter on first use. Node loads language tables for each, which takes milliseconds of a cold start. */
function onFirstUse<T>(make: () => T): () => T {
  let made: { tool: T } | undefined
  return () => (made ??= { tool: make() }).tool
}

const collator = onFirstUse(() => new Intl.Collator(LANGUAGE))
const conjunction = onFirstUse(() => new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }))
const numbers = onFirstUse(() => new Intl.NumberFormat(LANGUAGE))
const days = onFirstUse(
  () => new Intl.DateTimeFormat(LANGUAGE, { timeZone: ZONE, day: 'numeric', month: 'long', year: 'numeric' }),
)
const months = onFirstUse(
  () => new Intl.DateTimeFormat(LANGUAGE, { timeZone: ZONE, month: 'long', year: 'numeric' }),
)

/** Compares names, for `sort`: "Águas" sorts with A. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b)

/** Joins words: "saúde, educação e cultura". */
export const conjoin = (words: readonly string[]): string => conjunction().format(words)

/** Formats a number: "1.200". */
export const formatCount = (count: number): string => numbers().format(count)

/** Formats the local day: "1º de junho de 2026". The first day of a month is an ordinal. */
export const formatDay = (date: Date): string => days().format(date).replace(/^1 /, '1º ')

/** Formats the local month: "junho de 2026". */
export const formatMonth = (date: Date): string => months().format(date)
