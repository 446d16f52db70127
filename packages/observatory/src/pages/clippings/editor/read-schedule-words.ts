import { EVERY_DAY, WORK_DAYS } from './schedule-times.ts'

/** The schedule that a sentence asks for. */
export interface ScheduleWords {
  /** `HH:MM`; undefined where the sentence names no time. */
  times: string[] | undefined
  /** Days of the week, 0 is Sunday; undefined where the sentence names none. */
  days: number[] | undefined
  /** The sentence without the words of the schedule. */
  rest: string
}

// Accented letters are escaped, because the texts of the site have files of their own.
const AT = String.raw`(?:\u00e0s|as|\u00e0)`
const CLOCK = String.raw`(?:[01]?\d|2[0-3])(?:(?:h|:)[0-5]\d|\s?h(?:oras?|rs?)?)?(?:\s+da\s+(?:manh\u00e3|manha|tarde|noite))?`
const EDGE = String.raw`(?![\p{L}\d:])`
const TIMES = new RegExp(
  String.raw`(?<![\p{L}\d])(?<!\bdas\s+\d{1,2}\s?h?\d*\s+)${AT}\s+(?<list>${CLOCK}${EDGE}(?:\s*(?:,|e)\s*(?:${AT}\s+)?${CLOCK}${EDGE})*)|(?<![\p{L}\d])ao meio[- ]dia${EDGE}`,
  'giu',
)
const CLOCK_PARTS = new RegExp(
  String.raw`(?<hour>\d{1,2})(?:(?:h|:)(?<minute>\d{2}))?(?:\s?h(?:oras?|rs?)?)?(?:\s+da\s+(?<part>tarde|noite))?`,
  'giu',
)
const UNIT = /\dh|:|\s?h(?:oras?|rs?)?\b|\sda\s/iu

/** The end of a word. */
const END = String.raw`(?![\p{L}\d])`
const DAY = String.raw`(?:domingo|segunda|ter\u00e7a|terca|quarta|quinta|sexta|s\u00e1bado|sabado)(?:s?-feiras?|s)?`
const RANGE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:de\s+)?(?<from>${DAY})\s+(?:a|\u00e0|at\u00e9|ate)\s+(?<to>${DAY})${END}`,
  'giu',
)
/** "Segunda" alone may be an ordinal, so that a day has "toda", "às", a plural before, or "-feira". */
const LIST = new RegExp(
  String.raw`(?<![\p{L}\d])(?:tod[ao]s?(?:\s+[ao]s)?\s+${DAY}|(?:${AT}|aos|nas|nos)\s+(?:domingos|segundas|ter\u00e7as|tercas|quartas|quintas|sextas|s\u00e1bados|sabados)(?:-feiras)?)${END}(?:\s*(?:,|e)\s*(?:(?:${AT}|aos)\s+)?${DAY}${END})*`,
  'giu',
)
const PHRASES: readonly (readonly [RegExp, readonly number[]])[] = [
  [
    /(?<![\p{L}])(?:todos os dias|todo(?: o)? dia|diariamente|uma vez (?:por|ao) dia)(?![\p{L}])(?! \u00fat)/giu,
    EVERY_DAY,
  ],
  [/(?<![\p{L}])(?:em |nos |todo |todos os )?dias? \u00fate?(?:is|il)(?![\p{L}])/giu, WORK_DAYS],
  [/(?<![\p{L}])(?:toda semana|todas as semanas|semanalmente|uma vez (?:por|na) semana)(?![\p{L}])/giu, [1]],
  [/(?<![\p{L}])(?:nos fins|no fim|aos fins|todo fim) de semana(?![\p{L}])/giu, [0, 6]],
]
const BEGINNINGS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 's\u00e1b'] as const

function numberOf(day: string): number {
  const name = day.toLowerCase().replace('sab', 's\u00e1b')
  return BEGINNINGS.findIndex((beginning) => name.startsWith(beginning))
}

function readClocks(list: string): string[] {
  return [...list.matchAll(CLOCK_PARTS)].map(({ groups = {} }) => {
    const hour = Number(groups['hour'])
    const isLate = groups['part'] !== undefined && hour < 12
    const isMidnight = groups['part'] === 'noite' && hour === 12
    return `${String(isMidnight ? 0 : isLate ? hour + 12 : hour).padStart(2, '0')}:${groups['minute'] ?? '00'}`
  })
}

/** Returns the days of "de sexta a domingo", over the end of the week too. */
function daysBetween(from: number, to: number): number[] {
  const length = ((to - from + 7) % 7) + 1
  return Array.from({ length }, (_, offset) => (from + offset) % 7)
}

/** Returns a text without the blanks and commas that removed words leave. */
export const tidy = (text: string) =>
  text
    .replaceAll(/\s+(?=[,.;])/g, '')
    .replaceAll(/([,;])(?:\s*[,;])+/g, '$1')
    .replaceAll(/\s{2,}/g, ' ')
    .replaceAll(/^[\s,;:]+|[\s,;:]+$/g, '')

/**
 * Returns the times and days that a Portuguese sentence names, such as "às 8h", "de segunda a sexta", "toda semana" (its
 * Monday) and "todo dia", and the sentence without them. A bare number is a time only after "às" at the end of a part.
 */
export function readScheduleWords(sentence: string): ScheduleWords {
  const times = new Set<string>()
  const days = new Set<number>()
  const add = (values: Iterable<number>) => {
    for (const value of values) days.add(value)
    return ' '
  }
  let rest = sentence.replace(TIMES, (found, ...args) => {
    const { list } = args.at(-1) as { list?: string }
    const [offset] = args.filter((value) => typeof value === 'number') as [number]
    const endsPart = /^\s*(?:$|[,.;])/.test(sentence.slice(offset + found.length))
    if (list !== undefined && !UNIT.test(list) && !(endsPart && /^\u00e0/i.test(found))) return found
    for (const time of list === undefined ? ['12:00'] : readClocks(list)) times.add(time)
    return ' '
  })
  rest = rest.replace(RANGE, (...args) => {
    const { from = '', to = '' } = args.at(-1) as Record<string, string>
    return add(daysBetween(numberOf(from), numberOf(to)))
  })
  rest = rest.replace(LIST, (found) =>
    add([...found.matchAll(new RegExp(DAY, 'giu'))].map(([day]) => numberOf(day))),
  )
  for (const [phrase, named] of PHRASES) rest = rest.replace(phrase, () => add(named))
  return {
    times: times.size === 0 ? undefined : [...times].sort(),
    days: days.size === 0 ? undefined : [...days].sort((a, b) => a - b),
    rest: tidy(rest),
  }
}
