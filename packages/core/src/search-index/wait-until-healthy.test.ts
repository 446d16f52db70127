import { unavailable } from '@pauta/platform/errors'
import { expect, it, onTestFinished, vi } from 'vitest'
import { waitUntilHealthy } from './wait-until-healthy.ts'

/** Gives these answers in turn, and repeats the last one. */
function indexThatAnswers(...answers: (boolean | Error)[]) {
  let asked = 0
  return {
    countQuestions: () => asked,
    async isHealthy() {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (answer instanceof Error) throw answer
      return answer ?? false
    },
  }
}

const refused = unavailable('search-index', new Error('connect ECONNREFUSED 10.0.4.9:8108'))

it('waits while the index refuses connections and while it reads its documents', async () => {
  const index = indexThatAnswers(refused, refused, false, true)
  const reasons: string[] = []
  await waitUntilHealthy(index, { limitMs: 60_000, intervalMs: 1, onWait: (reason) => reasons.push(reason) })
  expect(index.countQuestions()).toBe(4)
  expect(reasons).toEqual([
    expect.stringContaining('ECONNREFUSED'),
    expect.stringContaining('ECONNREFUSED'),
    'the index is not ready',
  ])
})

it('gives up after its limit with the last reason', async () => {
  await expect(
    waitUntilHealthy(indexThatAnswers(refused), { limitMs: 20, intervalMs: 5 }),
  ).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: { message: expect.stringContaining('ECONNREFUSED') as string },
  })
})

it('asks once more when the pause ends exactly at the limit', async () => {
  const clock = vi
    .spyOn(performance, 'now')
    .mockReturnValueOnce(0)
    .mockReturnValueOnce(15)
    .mockReturnValue(16)
  onTestFinished(() => clock.mockRestore())
  const index = indexThatAnswers(false)
  await expect(waitUntilHealthy(index, { limitMs: 20, intervalMs: 5 })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  expect(index.countQuestions()).toBe(2)
})
