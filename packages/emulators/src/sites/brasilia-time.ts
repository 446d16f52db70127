const OFFSET_MS = -3 * 3_600_000

const local = (at: Date) => new Date(at.getTime() + OFFSET_MS).toISOString()

/** `10/03/2026` at Brasília. */
export function showDay(at: Date): string {
  const [year, month, day] = local(at).slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

/** `14h30` at Brasília. */
export const showHour = (at: Date): string => local(at).slice(11, 16).replace(':', 'h')

/** `14:30` at Brasília. */
export const showClock = (at: Date): string => local(at).slice(11, 16)

/** `2026-03-10T14:30:00-03:00`. */
export const showIso = (at: Date): string => `${local(at).slice(0, 19)}-03:00`

/** `2026-03`, the folder of a month. */
export const showMonth = (at: Date): string => local(at).slice(0, 7)
