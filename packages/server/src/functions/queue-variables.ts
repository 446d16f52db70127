import { jobQueueName } from '@pauta/platform/jobs/define-job'
import type { QueueName } from '@pauta/platform/workers/define-worker'
import { jobs } from '@pauta/functions/jobs/jobs'
import { workers } from '@pauta/functions/workers/workers'

/** URLs of all queues. */
export interface QueueUrls {
  /** Queues of the workers. */
  queueUrls: Record<QueueName, string>
  /** Dead-letter queues of these queues. */
  deadLetterUrls: Record<QueueName, string>
  /** Queues of the jobs, by job name. */
  jobQueueUrls: Record<string, string>
}

/** Returns the URL of every queue. `queueUrl` makes the URL of a name. */
export function listQueueUrls(queueUrl: (name: string) => string): QueueUrls {
  const urlsOf = (nameOf: (queue: string) => string) =>
    Object.fromEntries(workers.map(({ queue }) => [queue, queueUrl(nameOf(queue))])) as Record<
      QueueName,
      string
    >
  return {
    queueUrls: urlsOf((queue) => queue),
    deadLetterUrls: urlsOf((queue) => `${queue}-dlq`),
    jobQueueUrls: Object.fromEntries(jobs.map((job) => [job.name, queueUrl(jobQueueName(job))])),
  }
}

/** Returns the name of the linked resource: `news-ingest` becomes `NewsIngestQueue`. */
function queueResource(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Queue`
}

/** Returns the linked resources of the queues, by the names that they have in the cloud. */
export function describeQueues({
  queueUrls,
  deadLetterUrls,
  jobQueueUrls,
}: QueueUrls): Record<string, unknown> {
  const entries = Object.entries(queueUrls) as [QueueName, string][]
  return {
    JobQueues: { urls: jobQueueUrls },
    DeadLetters: {
      queues: Object.fromEntries(
        entries.map(([name, url]) => [name, { url, deadLetterUrl: deadLetterUrls[name] }]),
      ),
    },
    ...Object.fromEntries(entries.map(([name, url]) => [queueResource(name), { url }])),
  }
}

/** Writes linked resources as the variables from which functions read them. */
export function writeResources(resources: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, value]) => [`SST_RESOURCE_${name}`, JSON.stringify(value)]),
  )
}
