import { describe, expect, it } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

const MINUTE = 60_000

describe('a circuit breaker', () => {
  const start = (state: ConstructorParameters<typeof CircuitBreaker>[1] = null) => {
    let now = 1000
    const breaker = new CircuitBreaker({ now: () => now }, state, 2)
    return { breaker, pass: (milliseconds: number) => void (now += milliseconds) }
  }

  it('pauses at the last allowed failure in a row, and doubles each further pause up to an hour', () => {
    const { breaker, pass } = start()
    breaker.failed()
    expect([breaker.remaining, breaker.state.failures]).toEqual([0, 1])
    const pauses = Array.from({ length: 6 }, () => {
      breaker.failed()
      const { remaining } = breaker
      pass(remaining - 1)
      expect(breaker.remaining).toBe(1)
      pass(1)
      expect(breaker.remaining).toBe(0)
      return remaining / MINUTE
    })
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
  })

  it('begins again after a success, and says whether that changed anything', () => {
    const { breaker } = start()
    expect(breaker.succeeded()).toBe(false)
    breaker.failed()
    expect(breaker.succeeded()).toBe(true)
    breaker.failed()
    breaker.failed()
    expect([breaker.succeeded(), breaker.remaining]).toEqual([true, 0])
    breaker.failed()
    expect(breaker.remaining).toBe(0)
    breaker.failed()
    expect(breaker.remaining).toBe(5 * MINUTE)
  })

  it('continues what an earlier run saved', () => {
    const earlier = start()
    earlier.breaker.failed()
    const { breaker } = start(earlier.breaker.state)
    breaker.failed()
    expect(breaker.remaining).toBe(5 * MINUTE)
  })
})
