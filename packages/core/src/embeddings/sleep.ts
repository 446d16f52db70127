import { localHour } from '@pauta/platform/time/time'

/** Hours of the local day, from 0 to 23: `from` belongs to the sleep, `to` does not. */
export interface SleepHours {
  from: number
  to: number
}

/** Whether the embedding service has no container at the moment. Always false for a service that runs all day. */
export function isAsleep(sleep: SleepHours | undefined, now: Date): boolean {
  if (!sleep) return false
  const hour = localHour(now)
  const { from, to } = sleep
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}
