import { texts } from '../../texts/texts.ts'

const words = texts.schedule

const LIST = /^\d{1,2}(,\d{1,2})*$/
const twoDigits = (value: string) => value.padStart(2, '0')

function describeDays(field: string): string | undefined {
  if (field === '*') return words.everyDay
  if (field === '1-5') return words.workDays
  const days = field.split(',')
  if (!days.every((day) => /^[0-7]$/.test(day))) return undefined
  return days.map((day) => words.days[Number(day) % 7]).join(', ')
}

/** Returns a cron schedule in words where it lists its times, else the schedule itself. Times are in Brasília. */
export function describeSchedule(schedule: string): string {
  const [minutes = '', hours = '', ofMonth, month, ofWeek = '', ...rest] = schedule.trim().split(/\s+/)
  const days = describeDays(ofWeek)
  const isSimple = LIST.test(minutes) && LIST.test(hours)
  if (!isSimple || ofMonth !== '*' || month !== '*' || days === undefined || rest.length > 0) return schedule
  const times = hours
    .split(',')
    .flatMap((hour) => minutes.split(',').map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`))
  return words.at(days, times)
}
