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
const AT = String.raw`(?:\u00e0s|as|\u00e0|por volta das?|l\u00e1 pelas|pelas)`
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
/** In a range the days may be short, as "seg a sex" and "2\u00aa a 6\u00aa". */
const SHORT_DAY = String.raw`(?:${DAY}|(?:dom|seg|ter|qua|qui|sex|s\u00e1b|sab)\.?|[2-6][\u00aaa](?:-feira)?)`
const RANGE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:de\s+|da\s+)?(?<from>${SHORT_DAY})\s*(?:\s(?:a|\u00e0|at\u00e9|ate)\s|-)\s*(?<to>${SHORT_DAY})${END}`,
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
  [
    /(?<![\p{L}])(?:em |nos |todo |todos os |s\u00f3 )?(?:dias? (?:\u00fate?(?:is|il)|de semana)|durante a semana)(?![\p{L}])/giu,
    WORK_DAYS,
  ],
  [/(?<![\p{L}])(?:toda semana|todas as semanas|semanalmente|uma vez (?:por|na) semana)(?![\p{L}])/giu, [1]],
  // Editions have a day of the week: what is rarer is sent every Monday, and the form shows it.
  [
    /(?<![\p{L}])(?:quinzenalmente|a cada (?:quinze|15) dias|a cada duas semanas|de (?:quinze|15) em (?:quinze|15) dias|mensalmente|todo m\u00eas|uma vez (?:por|ao) m\u00eas)(?![\p{L}])/giu,
    [1],
  ],
  [/(?<![\p{L}])(?:nos fins|no fim|aos fins|todo fim) de semana(?![\p{L}])/giu, [0, 6]],
]
/** Hours of "duas vezes por dia" and of parts of a day. */
const HOURS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<![\p{L}\d])(?:duas|2) vezes (?:por|ao) dia(?![\p{L}])/giu, ['08:00', '18:00']],
  [/(?<![\p{L}\d])(?:tr\u00eas|tres|3) vezes (?:por|ao) dia(?![\p{L}])/giu, ['08:00', '12:00', '18:00']],
  [/(?<![\p{L}])(?:toda manh\u00e3|todas as manh\u00e3s)(?![\p{L}])/giu, ['08:00']],
  [/(?<![\p{L}])(?:toda tarde|todas as tardes)(?![\p{L}])/giu, ['14:00']],
  [/(?<![\p{L}])(?:toda noite|todas as noites)(?![\p{L}])/giu, ['19:00']],
]
/** "Menos aos domingos", "exceto fim de semana": days that are left out. */
const NOT_DAY = String.raw`(?:(?:(?:aos?|nos?|d?os|\u00e0s|as|nas)\s+)?(?:s\u00e1bados?|sabados?|domingos?|(?:fim|fins|final|finais) de semana)|(?:\u00e0s|as|nas)\s+(?:segundas|ter\u00e7as|tercas|quartas|quintas|sextas)(?:-feiras)?)`
const NOT_DAYS = new RegExp(
  String.raw`(?<![\p{L}])(?:exceto|menos|fora|salvo|sem|tirando|n\u00e3o)\s+(?<list>${NOT_DAY}${END}(?:\s*(?:,|e)\s*${NOT_DAY}${END})*)`,
  'giu',
)
const BEGINNINGS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 's\u00e1b'] as const

function numberOf(day: string): number {
  const ordinal = Number(day[0])
  if (ordinal > 0) return ordinal - 1
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
  const left = new Set<number>()
  const add = (values: Iterable<number>) => {
    for (const value of values) days.add(value)
    return ' '
  }
  // Days go first: "às 7 e às 18 de segunda a sexta" then ends with its hours.
  let rest = sentence.replace(NOT_DAYS, (...args) => {
    const { list = '' } = args.at(-1) as Record<string, string>
    for (const [day] of list.matchAll(new RegExp(DAY, 'giu'))) left.add(numberOf(day))
    if (/de semana/i.test(list)) for (const day of [0, 6]) left.add(day)
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
  for (const [phrase, hours] of HOURS)
    rest = rest.replace(phrase, () => {
      for (const hour of hours) times.add(hour)
      return ' '
    })
  rest = rest.replace(TIMES, (found, ...args) => {
    const { list } = args.at(-1) as { list?: string }
    const [offset, text] = args.filter((value) => typeof value !== 'object').slice(-2) as [number, string]
    const endsPart = /^\s*(?:$|[,.;])/.test(text.slice(offset + found.length))
    if (list !== undefined && !UNIT.test(list) && !(endsPart && !/^as/i.test(found))) return found
    for (const time of list === undefined ? ['12:00'] : readClocks(list)) times.add(time)
    return ' '
  })
  if (left.size > 0 && days.size === 0) add(EVERY_DAY)
  for (const day of left) days.delete(day)
  return {
    times: times.size === 0 ? undefined : [...times].sort(),
    days: days.size === 0 ? undefined : [...days].sort((a, b) => a - b),
    rest: tidy(rest),
  }
}
