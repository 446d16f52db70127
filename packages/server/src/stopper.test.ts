import { expect, it } from 'vitest'
import { makeStopper } from './stopper.ts'

it('stops in reverse order, each part once, although one fails', async () => {
  const stopped: string[] = []
  const parts = makeStopper()
  const part = (name: string, failure?: Error) => ({
    async stop() {
      stopped.push(name)
      if (failure) throw failure
    },
  })
  const first = part('first')
  expect(parts.add(first)).toBe(first)
  const fault = new Error('hangs')
  parts.add(part('second', fault))
  parts.add(part('third'))
  const [one, other] = await Promise.allSettled([parts.stop(), parts.stop()])
  expect(stopped).toEqual(['third', 'second', 'first'])
  expect([one.status, other.status]).toEqual(['rejected', 'rejected'])
  expect(one).toMatchObject({ reason: { errors: [fault] } })
})
