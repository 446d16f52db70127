import { endpoints } from '@pauta/functions/endpoints'
import { jobs } from '@pauta/functions/jobs/jobs'
import { workers } from '@pauta/functions/workers/workers'
import { describe, expect, it } from 'vitest'
import { describeApi, jobQueueDefinitions, listJobSchedules, workerQueueDefinitions } from './invoke.ts'

describe('the routes of the front', () => {
  const { routes } = describeApi({})
  const find = (method: string, path: string) =>
    routes.find((route) => route.method === method && route.path === path)

  it.each<[string, string, Record<string, unknown>]>([
    ['ANY', '/graphql', { timeoutSeconds: 29 }],
    ['HEAD', '/health', {}],
    ['ANY', '/export/{proxy+}', { concurrency: 2 }],
    ['ANY', '/stream/articles', { concurrency: 1000, streaming: true, timeoutSeconds: 240 }],
  ])('%s %s has the settings of its endpoint', (method, path, settings) => {
    expect(find(method, path)).toMatchObject(settings)
  })

  it('have the time-outs, the streams and the place on the site that the endpoints have', () => {
    for (const endpoint of endpoints) {
      const own = endpoint.routes.map((route) => find(...(route.split(' ') as [string, string])))
      for (const route of own)
        expect({
          timeoutSeconds: route?.timeoutSeconds,
          streaming: route?.streaming,
          isOnSite: route?.isOnSite,
        }).toEqual({
          timeoutSeconds: endpoint.timeoutSeconds,
          streaming: endpoint.streaming,
          isOnSite: endpoint.isOnSite,
        })
    }
  })

  it('are bounded by their own numbers for exports and streams of articles alone', () => {
    const bounded = routes.filter(({ concurrency }) => concurrency !== undefined)
    expect(new Set(bounded.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['export', 'stream']))
  })

  it('show the answers of the gateway to the first origin', () => {
    const origins = ['https://portal.exemplo', 'https://outro.exemplo']
    const answer = describeApi({ corsOrigins: origins }).describeAnswer('THROTTLED')
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origins[0] })
  })
})

it('each function says in a sentence what it is for', () => {
  for (const { name, purpose } of [...endpoints, ...jobs, ...workers])
    expect({ name, purpose }).toEqual({ name, purpose: expect.stringMatching(/^[A-Z].+\.$/s) as string })
})

describe('the queues of workers', () => {
  it('have the receives and the visibility of their workers', () => {
    const queues = workerQueueDefinitions(undefined)
    expect(queues.map(({ name }) => name)).toEqual(workers.map(({ queue }) => queue))
    expect(queues.map(({ deadLetter }) => deadLetter.maxReceives)).toEqual(
      workers.map(({ maxReceives }) => maxReceives),
    )
    const enrich = workers.find(({ queue }) => queue === 'enrich')
    expect(queues.find(({ name }) => name === 'enrich')?.visibilityTimeoutSeconds).toBe(
      6 * (enrich?.timeoutSeconds ?? NaN) + (enrich?.batch.windowSeconds ?? NaN),
    )
  })

  it('have another visibility where a stack asks for it', () => {
    const seconds = workerQueueDefinitions(7).map((queue) => queue.visibilityTimeoutSeconds)
    expect(new Set(seconds)).toEqual(new Set([7]))
  })
})

describe('the queues of jobs', () => {
  const purge = jobs.find(({ name }) => name === 'purge')
  if (!purge) throw new Error('There is no job purge')

  it('try a run once and again as often as the job says, and keep dead letters for a day', () => {
    const queues = jobQueueDefinitions(undefined)
    expect(queues).toHaveLength(jobs.length)
    expect(queues.find(({ name }) => name === 'job-purge')).toEqual({
      name: 'job-purge',
      deadLetter: { maxReceives: purge.retries.attempts + 1, retentionSeconds: 86_400 },
      visibilityTimeoutSeconds: purge.timeoutSeconds + 60,
    })
  })

  it('have the settings of the job that takes the place of a listed one', () => {
    const job = { ...purge, retries: { ...purge.retries, attempts: 8 } }
    const queues = jobQueueDefinitions([{ job, handler: async () => undefined }])
    expect(queues.filter(({ deadLetter }) => deadLetter.maxReceives === 9).map(({ name }) => name)).toEqual([
      'job-purge',
    ])
    expect(queues).toHaveLength(jobs.length)
  })

  it('get the messages of the schedules, those of jobs that have one', () => {
    const schedules = listJobSchedules((name) => `arn:${name}`)
    expect(schedules).toHaveLength(jobs.filter(({ schedule }) => schedule !== undefined).length)
    expect(schedules.map(({ queueArn }) => queueArn)).toContain('arn:job-purge')
    expect(schedules.map(({ queueArn }) => queueArn)).not.toContain('arn:job-replay-events')
  })
})
