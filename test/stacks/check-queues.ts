import { RESOURCE_OF_SECTION } from '@pauta/platform/config/config'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { STEP_MAX_ATTEMPTS } from '@pauta/core/steps/enqueue'
import { describe, expect, it } from 'vitest'
import { jobs } from '../../functions/jobs/jobs.ts'
import { workers } from '../../functions/workers/workers.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import { getFunction, getOne, listOfType, revealed, type Stages } from './graph.ts'

const QUEUE = 'aws:sqs/queue:Queue'
const MAPPING = 'aws:lambda/eventSourceMapping:EventSourceMapping'
const DAY_SECONDS = 24 * 3600

/** Every queue, and what its definition says of it. */
const QUEUES = [
  ...workers.map(({ name, queue, timeoutSeconds, batch, concurrency }) => ({
    queue: pascalCase(queue),
    fn: name,
    deadSeconds: 14 * DAY_SECONDS,
    tagged: {},
    timeout: timeoutSeconds,
    mapping: {
      batchSize: batch.size,
      maximumBatchingWindowInSeconds: batch.windowSeconds,
      scalingConfig: { maximumConcurrency: concurrency },
    },
  })),
  ...jobs.map(({ name, tags, timeoutSeconds, concurrency }) => ({
    queue: `${pascalCase(name)}Job`,
    fn: `job-${name}`,
    deadSeconds: DAY_SECONDS,
    tagged: { tags: { 'pauta:job': name, 'pauta:tags': tags.join(' ') } },
    timeout: timeoutSeconds,
    mapping: { batchSize: 1, scalingConfig: { maximumConcurrency: Math.max(2, concurrency) } },
  })),
]

export function checkQueues(stages: () => Stages): void {
  describe('the queue of every worker and job', () => {
    it.each(QUEUES)('$queue', ({ queue, fn, deadSeconds, tagged, timeout, mapping }) => {
      const { production } = stages()
      const find = (type: string, name: string) =>
        getOne(production, type, new RegExp(`^${queue}${name}`)).inputs
      expect(find(QUEUE, 'DeadLettersQueue$')).toMatchObject({ messageRetentionSeconds: deadSeconds })
      expect(find(QUEUE, 'QueueQueue$')).toMatchObject(tagged)
      expect(find(MAPPING, 'Queue')).toMatchObject(mapping)
      expect(getFunction(production, fn).inputs).toMatchObject({ timeout, ...tagged })
    })

    it.each([
      ['Release', 4],
      ['DeliverEmail', 3],
    ])('%s runs as often at once as the settings say', (name, maximumConcurrency) => {
      expect(getOne(stages().staging, MAPPING, new RegExp(`^${name}Queue`)).inputs).toMatchObject({
        scalingConfig: { maximumConcurrency },
      })
    })

    it('is described within the limits of SQS, Lambda and the engine of jobs', () => {
      expect(workers.filter(({ batch }) => batch.size > 10 && batch.windowSeconds === 0)).toEqual([])
      expect(workers.filter(({ concurrency }) => concurrency < 2)).toEqual([])
      // Time to record an outcome before Lambda ends a job: the margins of run-job.ts are 30 s and 10 s.
      expect(jobs.filter(({ timeoutSeconds }) => timeoutSeconds <= 40)).toEqual([])
    })

    it('fails a step after as many attempts as the sweep allows', () => {
      const steps = workers.filter(({ name }) => PIPELINE_STEPS.some((step) => step === name))
      expect(steps.map(({ maxReceives }) => maxReceives)).toEqual(PIPELINE_STEPS.map(() => STEP_MAX_ATTEMPTS))
    })

    it('is linked to the workers and jobs that publish to it', () => {
      for (const { name, config, publishes } of [...workers, ...jobs]) {
        const linked = config
          .map((section) => RESOURCE_OF_SECTION[section])
          .filter((link) => link.endsWith('Queue'))
        const published = publishes.map((queue) => `${pascalCase(queue)}Queue`)
        expect({ name, linked: linked.sort() }).toEqual({ name, linked: published.sort() })
      }
    })
  })

  it('exempt every job that continues from the recognition of loops, and no other', () => {
    const type = 'aws:lambda/functionRecursionConfig:FunctionRecursionConfig'
    const exempt = listOfType(stages().production, type).map(({ inputs }) => [
      inputs['recursiveLoop'],
      String(revealed(inputs['functionName'])).split('-job-').at(-1),
    ])
    const continuing = jobs.filter((job) => 'continues' in job).map(({ name }) => ['Allow', name])
    expect(new Set(exempt)).toEqual(new Set(continuing))
  })
}
