import { addDays, startOf } from '../../charts/periods.ts'
import { texts } from '../../texts/texts.ts'

/** Days that a reader chooses by one click, both included. */
export interface PeriodPreset {
  label: string
  startDate: string
  endDate: string
}

/**
 * Returns the presets for a day in Brasília, as `2026-06-01`. Rolling ones include the day itself; the last week (Monday
 * to Sunday) and the last month have ended.
 */
export function listPresets(today: string): PeriodPreset[] {
  const monday = startOf(today, 'WEEK')
  const lastOfMonth = addDays(startOf(today, 'MONTH'), -1)
  const words = texts.search.presetNames
  return [
    { label: words.today, startDate: today, endDate: today },
    { label: words.week, startDate: addDays(today, -6), endDate: today },
    { label: words.month, startDate: addDays(today, -29), endDate: today },
    { label: words.lastWeek, startDate: addDays(monday, -7), endDate: addDays(monday, -1) },
    { label: words.lastMonth, startDate: startOf(lastOfMonth, 'MONTH'), endDate: lastOfMonth },
  ]
}
