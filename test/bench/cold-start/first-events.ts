// The first event of each function: one that the function answers with the least work of stores, such as a message about
// work that is done. So the time is that of the start.
import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import { writeDeliveryMessages } from '@pauta/delivery/queues/messages'
import { jobs } from '@pauta/functions/jobs/jobs'
import { targetOf, type Job } from '@pauta/platform/jobs/define-job'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { tables } from '../../kit/rows/tables.ts'
import type { Db } from '@pauta/platform/database/database'
import { restEvent, toolEvent } from '../rest-request.ts'

export const GRAPHQL = 'functions/graphql/handler.handler'
export const STREAM = 'functions/graphql/stream/handler.handler'
export const MCP = 'functions/mcp/handler.handler'

const QUERY =
  '{ articles(limit: 10) { found articles { uniqueId title url agency agencyName publishedAt } } }'
const PROMPT = 'subscription { generateRecortes(prompt: "vacinas") { __typename } }'
const SCHEDULED_TIME = new Date(0)
const UNKNOWN = 'unknown'

/** The parameters of jobs that do not run without. */
const PARAMETERS: Record<string, Record<string, string>> = {
  scrape: { agency: 'saude' },
  'replay-events': { topic: 'news.scraped', start_date: '2026-01-01', end_date: '2026-01-01' },
}
const parametersOf = ({ name }: Job) => PARAMETERS[name] ?? {}

/** An article that the first start of the worker stores, so that the others find it unchanged. */
const ARTICLE = {
  uniqueId: 'primeira-noticia',
  agencyKey: 'saude',
  title: 'Primeira notícia',
  url: 'https://www.gov.br/saude/primeira-noticia',
  publishedAt: '2026-01-01T12:00:00Z',
  extractedAt: '2026-01-01T12:05:00Z',
}

/** The messages of workers by the name of their folder. */
const MESSAGES: Record<string, string> = {
  ingest: JSON.stringify(ARTICLE),
  'mail-feedback': JSON.stringify({ eventType: 'Send', mail: { tags: { 'delivery-id': [UNKNOWN] } } }),
  release: writeReleaseMessage({ kind: 'due', clippingId: UNKNOWN, nextRunAt: SCHEDULED_TIME }),
}
const STEP_MESSAGE = JSON.stringify({ type: 'news.scraped', subject: UNKNOWN })
const [DELIVERY_MESSAGE = ''] = writeDeliveryMessages([UNKNOWN])

const batchOf = (body: string) => ({
  Records: [
    {
      messageId: 'first',
      receiptHandle: 'first',
      body,
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0' },
      messageAttributes: {},
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:first',
    },
  ],
})

/** Records the runs of all first events as done, so that the jobs do not run. */
export async function finishRuns(db: Db): Promise<void> {
  await tables.jobRuns.add(
    db,
    jobs.map((job) => ({
      job: job.name,
      target: targetOf(job, parametersOf(job)),
      scheduledTime: SCHEDULED_TIME,
      status: 'succeeded',
      attempts: 1,
      parameters: parametersOf(job),
    })),
  )
}

function messageOf(folder: string, name: string): string {
  if (folder === 'workers') return MESSAGES[name] ?? (name === 'deliver' ? DELIVERY_MESSAGE : STEP_MESSAGE)
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  return writeJobMessage({ scheduledTime: SCHEDULED_TIME, parameters: parametersOf(job), manual: true })
}

const getEvent = (path: string) => ({
  ...restEvent(`http://localhost${path}`, {}),
  httpMethod: 'GET',
  body: null,
})

/** Returns the first event of a function by its handler. Null: only the import is timed. */
export function firstEventOf(handler: string): unknown {
  const [, folder = '', name = ''] = handler.split('/')
  if (handler === GRAPHQL) return restEvent('http://localhost/graphql', { query: QUERY })
  if (handler === STREAM) return restEvent('http://localhost/graphql/stream', { query: PROMPT })
  if (handler === MCP) return toolEvent('search_articles', {})
  if (folder === 'http') return getEvent(name === 'ready.handler' ? '/ready' : '/health')
  if (folder === 'jobs' || folder === 'workers') return batchOf(messageOf(folder, name))
  return null
}
