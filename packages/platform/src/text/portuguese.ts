import { ZONE } from '../time/time.ts'

const LANGUAGE = 'pt-BR'

/** Node reads tables of the language for each of these, which takes milliseconds of a start that may not need it. */
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

/** Order of names, for `sort`: "Águas" stands among those with A. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b)

/** "saúde, educação e cultura". */
export const conjoin = (words: readonly string[]): string => conjunction().format(words)

/** "1.200". */
export const formatCount = (count: number): string => numbers().format(count)

/** "1º de junho de 2026": the local day, its first of the month as it is said. */
export const formatDay = (date: Date): string => days().format(date).replace(/^1 /, '1º ')
