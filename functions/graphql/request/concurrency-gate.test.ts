import { describe, expect, it } from 'vitest'
import { makeConcurrencyGate, withGate, type ConcurrencyGate } from './concurrency-gate.ts'

/** Returns functions that end on demand, and the list of those that started. */
function makeWorks() {
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const work = (id: number) => () => {
    begun.push(id)
    return new Promise<number>((resolve) => ends.set(id, () => resolve(id)))
  }
  return { begun, work, end: (id: number) => ends.get(id)?.() }
}

describe('makeConcurrencyGate', () => {
  it('runs a limited number at once, and the next ones in order', async () => {
    const { begun, work, end } = makeWorks()
    const gate = makeConcurrencyGate({ atOnce: 2 })
    const results = [1, 2, 3, 4].map(async (id) => await gate.take(work(id)))
    expect(begun).toEqual([1, 2])
    end(2)
    expect(await results[1]).toBe(2)
    await expect.poll(() => begun).toEqual([1, 2, 3])
    end(1)
    await expect.poll(() => begun).toEqual([1, 2, 3, 4])
    end(3)
    end(4)
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4])
  })

  it('starts nothing after the answer was sent', async () => {
    const { begun, work, end } = makeWorks()
    const gate = makeConcurrencyGate({ atOnce: 1 })
    const results = [1, 2, 3].map(async (id) => await gate.take(work(id)))
    const refused = Promise.allSettled(results.slice(1))
    expect(gate.signal.aborted).toBe(false)
    gate.end()
    expect(gate.signal.aborted).toBe(true)
    end(1)
    expect(await results[0]).toBe(1)
    for (const { status, reason } of (await refused) as PromiseRejectedResult[])
      expect([status, reason]).toMatchObject(['rejected', { code: 'SERVICE_UNAVAILABLE' }])
    expect(begun).toEqual([1])
  })

  it('ends every waiting work when the answer was sent, also after one that was free to start', async () => {
    const { begun, work, end } = makeWorks()
    const gate = makeConcurrencyGate({ atOnce: 2 })
    const results = [1, 2, 3, 4, 5].map(async (id) => await gate.take(work(id)))
    const refused = Promise.allSettled(results.slice(2))
    // Both running works continue, so only the end of the gate can refuse the waiting ones.
    gate.end()
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(begun).toEqual([1, 2])
    end(1)
    end(2)
  })

  it('starts nothing after the time limit of the request', () => {
    const { begun, work } = makeWorks()
    expect(() => makeConcurrencyGate({ seconds: 0 }).take(work(1))).toThrow('demorou demais')
    expect(begun).toEqual([])
  })

  it('continues after work that fails, at once or later', async () => {
    const gate = makeConcurrencyGate({ atOnce: 1 })
    const fail = () => {
      throw new Error('no')
    }
    expect(() => gate.take(fail)).toThrow('no')
    await expect(gate.take(() => Promise.reject(new Error('later')))).rejects.toThrow('later')
    const take = async (job: () => unknown) => await gate.take(job)
    const [first, second, third] = await Promise.allSettled([take(() => 1), take(fail), take(() => 3)])
    expect([first?.status, second?.status, third]).toEqual([
      'fulfilled',
      'rejected',
      { status: 'fulfilled', value: 3 },
    ])
  })
})

describe('withGate', () => {
  it.each([
    ['succeeds', () => Promise.resolve('yes')],
    ['fails', () => Promise.reject(new Error('no'))],
  ])('ends the gate of a request that %s', async (_, end) => {
    let given: ConcurrencyGate | undefined
    const running = withGate((gate) => {
      given = gate
      return end()
    })
    expect(given?.signal.aborted).toBe(false)
    expect(await running.catch((error: Error) => error.message)).toMatch(/^(yes|no)$/)
    expect(given?.signal.aborted).toBe(true)
  })
})
