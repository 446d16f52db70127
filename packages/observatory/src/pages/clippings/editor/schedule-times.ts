/** When editions are sent, in local time. */
export interface ScheduleTimes {
  /** `HH:MM`, without repetitions. */
  times: readonly string[]
  /** Days of the week, 0 is Sunday; all seven for every day. */
  days: readonly number[]
}

export const EVERY_DAY: readonly number[] = [0, 1, 2, 3, 4, 5, 6]
export const WORK_DAYS: readonly number[] = [1, 2, 3, 4, 5]

const ascending = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b)

function writeDays(days: readonly number[]): string {
  const sorted = ascending(days)
  if (sorted.length === EVERY_DAY.length) return '*'
  const text = sorted.join(',')
  return text === WORK_DAYS.join(',') ? '1-5' : text
}

/**
 * Returns the cron expression of the times, or undefined where one expression cannot have them: no time, no day, or times
 * whose minutes differ from hour to hour, as 08:00 and 18:30.
 */
export function writeSchedule({ times, days }: ScheduleTimes): string | undefined {
  const parts = [...new Set(times)].map((time) => time.split(':').map(Number))
  const hours = ascending(parts.map(([hour = 0]) => hour))
  const minutes = ascending(parts.map(([, minute = 0]) => minute))
  if (days.length === 0 || parts.length === 0 || parts.length !== hours.length * minutes.length)
    return undefined
  return `${minutes.join(',')} ${hours.join(',')} * * ${writeDays(days)}`
}

/** Returns the numbers of a cron field, or undefined for another form than numbers, lists and ranges. */
function readField(field: string): number[] | undefined {
  const ranges = field.split(',').map((item) => /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(item))
  if (ranges.some((range) => range === null)) return undefined
  return ascending(
    ranges.flatMap((range) => {
      const [first, last] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])]
      return Array.from({ length: Math.max(last - first + 1, 0) }, (_, offset) => first + offset)
    }),
  )
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns the times of a cron expression, or undefined for one that the form cannot show. */
export function readSchedule(schedule: string): ScheduleTimes | undefined {
  const [minute = '', hour = '', ofMonth, month, ofWeek = '', ...rest] = schedule.trim().split(/\s+/)
  if (ofMonth !== '*' || month !== '*' || rest.length > 0) return undefined
  const [minutes, hours] = [readField(minute), readField(hour)]
  const days = ofWeek === '*' ? [...EVERY_DAY] : readField(ofWeek)?.map((day) => day % 7)
  if (!minutes || !hours || !days) return undefined
  const times = hours.flatMap((of) => minutes.map((at) => `${twoDigits(of)}:${twoDigits(at)}`))
  return { times, days: ascending(days) }
}
