import { setTimeout as delay } from 'node:timers/promises'
import { openCloud, type Cloud } from './cloud.ts'
import type { TestStack } from '../stack/stack.ts'
import { patient } from '../runner/patience.ts'

/** The pipeline of a stack from the queue of news to the index, and the states that tests check. */
export interface Pipeline {
  cloud: Cloud
  ingestQueue: string
  enrichQueue: string
  embedQueue: string
  indexQueue: string
  /** Sends messages to the queue of news and waits until the queues are empty. */
  ingest(...messages: unknown[]): Promise<void>
  /** Sends messages for articles to the index worker. */
  enqueue(...uniqueIds: string[]): Promise<void>
  /** Waits until the queues are empty. */
  settled(): Promise<void>
  row(uniqueId: string): Promise<Record<string, unknown> | undefined>
  /**
   * The instant at which the article became searchable, or soon will be: a worker records it before it writes the
   * document.
   */
  availableAt(uniqueId: string): Promise<Date | null>
  /** Steps of an article as `status version`. */
  steps(uniqueId: string): Promise<Record<string, string>>
  /** The article as readers get it, or null; null of one that its site removed, which is in no list. */
  document(uniqueId: string): Promise<ReadArticle | null>
  /** Keys of the raw events of an article. */
  rawEvents(uniqueId: string): Promise<string[]>
}

interface ReadArticle {
  title: string
  content: string | null
  summary: string | null
  image: string | null
  mostSpecificThemeCode: string | null
  features: { viewCount: number | null } | null
}

// Messages that always fail are received five times.
const SETTLE_TIMEOUT_MS = 50_000
const SETTLE_PAUSE_MAX_MS = 200

/**
 * Checks again after growing pauses: most queues are empty at once, those with failing messages after half a minute.
 */
async function emptied(cloud: Cloud, queue: string): Promise<void> {
  const deadline = Date.now() + patient(SETTLE_TIMEOUT_MS)
  for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, SETTLE_PAUSE_MAX_MS)) {
    const { waiting, inFlight } = await cloud.depth(queue)
    if (waiting + inFlight === 0) return
    if (Date.now() > deadline) throw new Error(`${queue} has ${waiting} waiting and ${inFlight} in flight`)
    await delay(pauseMs)
  }
}

/**
 * Workers after the one that stores news, in the order in which their queues fill. The one that asks a language model
 * sends an article to the enrichment again when the answer has names.
 */
const LATER_WORKERS = ['enrich', 'classify', 'enrich', 'embed', 'index'] as const

/** Opens the pipeline of a stack. The queues of workers that are idle on it are not waited for. */
export function openPipeline(stack: TestStack, idleWorkers: readonly string[] = []): Pipeline {
  const cloud = openCloud(stack.stack.awsUrl)
  const ingestQueue = stack.stack.queueUrl('news-ingest')
  const enrichQueue = stack.stack.queueUrl('enrich')
  const embedQueue = stack.stack.queueUrl('embed')
  const indexQueue = stack.stack.queueUrl('index')
  const settled = async () => {
    // Each queue fills the ones after it, so a queue stays empty only when the ones before it are empty.
    await emptied(cloud, ingestQueue)
    for (const worker of LATER_WORKERS)
      if (!idleWorkers.includes(worker)) await emptied(cloud, stack.stack.queueUrl(worker))
  }
  return {
    cloud,
    ingestQueue,
    enrichQueue,
    embedQueue,
    indexQueue,
    settled,
    async ingest(...messages) {
      await cloud.send(ingestQueue, ...messages)
      await settled()
    },
    async enqueue(...uniqueIds) {
      await cloud.send(indexQueue, ...uniqueIds.map((subject) => ({ type: 'news.scraped', subject })))
      await settled()
    },
    async row(uniqueId) {
      const [row] = await stack.db<Record<string, unknown>[]>`
        select * from articles left join article_availability using (unique_id) where unique_id = ${uniqueId}`
      return row
    },
    async availableAt(uniqueId) {
      const [row] = await stack.db<{ availableAt: Date }[]>`
        select available_at from article_availability where unique_id = ${uniqueId}`
      return row?.availableAt ?? null
    },
    async steps(uniqueId) {
      const rows = await stack.db<{ step: string; status: string; version: number }[]>`
        select step, status, version::int from pipeline_steps where unique_id = ${uniqueId}`
      return Object.fromEntries(rows.map(({ step, status, version }) => [step, `${status} ${version}`]))
    },
    async document(uniqueId) {
      const { article } = await stack.query<{ article: (ReadArticle & { removedAt: string | null }) | null }>(
        `query ($id: String!) { article(uniqueId: $id) {
          title content summary image mostSpecificThemeCode features { viewCount } removedAt
        } }`,
        { id: uniqueId },
      )
      if (!article) return null
      const { removedAt, ...shown } = article
      return removedAt === null ? shown : null
    },
    async rawEvents(uniqueId) {
      const keys = await cloud.listKeys('bronze/news.scraped/')
      const events = await Promise.all(keys.map(async (key) => ({ key, text: await cloud.read(key) })))
      return events.filter(({ text }) => text.includes(`"${uniqueId}"`)).map(({ key }) => key)
    },
  }
}
