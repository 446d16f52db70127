import { describe, expect, it } from 'vitest'
import { WarningQuota } from './warning-quota.ts'

const MINUTE = 60_000

describe('warnings about expected failures', () => {
  it('are three in a quarter of an hour, and the next one counts those that were left out', () => {
    const quota = new WarningQuota()
    const at = (minutes: number) => quota.take(1_000 * MINUTE + minutes * MINUTE)
    const logged = { isLogged: true, suppressed: 0 }
    expect([at(0), at(1), at(2)]).toEqual([logged, logged, logged])
    expect([at(3), at(14)]).toEqual([
      { isLogged: false, suppressed: 0 },
      { isLogged: false, suppressed: 0 },
    ])
    expect([at(15), at(16)]).toEqual([{ isLogged: true, suppressed: 2 }, logged])
  })
})
