import { localHour } from '@pauta/platform/time/time'
import { formatCount, formatDay } from '@pauta/platform/text/portuguese'

/** "1º de junho", where the year is clear. */
export const formatDayOfYear = (date: Date): string => formatDay(date).replace(/ de \d{4}$/, '')

/** "1 notícia", "1.200 notícias". */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** "8h", "8h05". Minutes are those of UTC, because the zone differs by whole hours. */
export function formatTime(date: Date): string {
  const minutes = date.getUTCMinutes()
  return `${localHour(date)}h${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`
}

/** "às 8h", "à 1h30": the hour one is singular. */
export const atTime = (date: Date): string => `${localHour(date) === 1 ? 'à' : 'às'} ${formatTime(date)}`

/** "22 de novembro, às 8h". */
export const formatMoment = (date: Date): string => `${formatDayOfYear(date)}, ${atTime(date)}`
