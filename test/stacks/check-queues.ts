import { RESOURCE_OF_SECTION } from '@pauta/platform/config/config'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { STEP_MAX_ATTEMPTS } from '@pauta/core/steps/enqueue'
import { describe, expect, it } from 'vitest'
import { jobs } from '../../functions/jobs/jobs.ts'
import { workers } from '../../functions/workers/workers.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import { getFunction, getOne, numberOf, type Stages } from './graph.ts'

const QUEUE = 'aws:sqs/queue:Queue'
const TWO_WEEKS_SECONDS = 14 * 24 * 3600

export function checkQueues(stages: () => Stages): void {
  describe('the queue of every worker', () => {
    it.each(workers.map((worker) => [worker.name, worker] as const))('%s', (_, worker) => {
      const { production } = stages()
      const name = pascalCase(worker.queue)
      const deadLetters = getOne(production, QUEUE, new RegExp(`^${name}DeadLettersQueue$`))
      expect(numberOf(deadLetters, 'messageRetentionSeconds')).toBe(TWO_WEEKS_SECONDS)
      expect(numberOf(getFunction(production, worker.name), 'timeout')).toBe(worker.timeoutSeconds)
      const mapping = 'aws:lambda/eventSourceMapping:EventSourceMapping'
      expect(getOne(production, mapping, new RegExp(`^${name}Queue`)).inputs).toMatchObject({
        batchSize: worker.batch.size,
        maximumBatchingWindowInSeconds: worker.batch.windowSeconds,
        scalingConfig: { maximumConcurrency: worker.concurrency },
      })
    })

    it.each([
      ['Release', 4],
      ['DeliverEmail', 3],
    ])('%s runs as often at once as the settings say', (name, expected) => {
      const mapping = 'aws:lambda/eventSourceMapping:EventSourceMapping'
      expect(getOne(stages().staging, mapping, new RegExp(`^${name}Queue`)).inputs).toMatchObject({
        scalingConfig: { maximumConcurrency: expected },
      })
    })

    it('is described within the limits of SQS and Lambda', () => {
      expect(workers.filter(({ batch }) => batch.size > 10 && batch.windowSeconds === 0)).toEqual([])
      expect(workers.filter(({ concurrency }) => concurrency < 2)).toEqual([])
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
}
