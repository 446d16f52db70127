import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import type { Config } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { fauxqsFile } from '@pauta/server/queues/fauxqs-visibility'
import { expect } from 'vitest'
import { makeClient, type Client } from '../client/client.ts'
import { openCloud, type Cloud } from '../workers/cloud.ts'
import { startScript, type RunningCommand } from '../processes/command.ts'
import { eventually } from '../runner/eventually.ts'

const SCRIPT = 'packages/local/src/start.ts'

/** A stack in its own process group, as `npm start -- --empty` starts it, with connections to its stores. */
export interface KillableStack extends Client {
  db: DbPool
  index: SearchIndex
  cloud: Cloud
  /** Returns the value of a linked resource. */
  linked: (resource: string) => unknown
  /** Logs a person in by name and returns their client. */
  logIn(name: string): Promise<Client>
  /** Makes messages visible again, as after the visibility time-outs of dead receivers. */
  show(messages: readonly HeldMessage[]): Promise<void>
  /** Puts a run of a job into its queue. */
  runJob(job: string, parameters?: Record<string, unknown>): Promise<Date>
  /** Kills every process of the group with SIGKILL. */
  kill(): Promise<void>
}

async function readEnvironment(folder: string): Promise<Record<string, string>> {
  const running = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as {
    environment: Record<string, string>
  }
  return running.environment
}

const startOn = (folder: string, port: number): RunningCommand =>
  startScript(SCRIPT, ['--port', String(port), '--data', folder, '--empty'], {}, { detached: true })

async function killGroup({ child, ended }: RunningCommand): Promise<void> {
  if (child.pid === undefined) throw new Error('The stack has no process')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

/** Starts the stack on a folder and kills it after a wait, ready or not. */
export async function killDuringStart(folder: string, port: number, waitMs: number): Promise<void> {
  const running = startOn(folder, port)
  await delay(waitMs)
  await killGroup(running)
}

/** Starts the stack on a folder and waits until it is ready. */
export async function startKillableStack(folder: string, port: number): Promise<KillableStack> {
  const running = startOn(folder, port)
  const url = `http://localhost:${port}/graphql`
  await Promise.race([
    eventually(() => expect(running.output()).toContain(`ready ${url}`), { interval: 200 }),
    running.ended.then(({ stderr }) => Promise.reject(new Error(`The stack ended: ${stderr}`))),
  ])
  const environment = await readEnvironment(folder)
  const linked = (resource: string): unknown => JSON.parse(environment[`SST_RESOURCE_${resource}`] ?? 'null')
  const db = connectDatabase(linked('Database') as Config<'database'>['database'], { statementTimeoutMs: 0 })
  const cloud = openCloud(environment['AWS_ENDPOINT_URL_SQS'] ?? '')
  return {
    ...makeClient(url),
    db,
    index: connectSearchIndex(linked('SearchIndex') as Config<'index'>['index']),
    cloud,
    linked,
    async logIn(name) {
      const { issuer } = linked('UserIdentity') as { issuer: string }
      const body = new URLSearchParams({
        grant_type: 'password',
        username: name,
        scope: 'openid profile email',
      })
      const answer = await fetch(`${issuer}/token`, { method: 'POST', body })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      return makeClient(url, token)
    },
    async show(messages) {
      const base = (linked('NewsIngestQueue') as { url: string }).url.replace(/news-ingest$/, '')
      for (const { queue, receipt } of messages) await cloud.show(`${base}${queue}`, receipt)
    },
    async runJob(job, parameters = {}) {
      const { urls } = linked('JobQueues') as { urls: Record<string, string> }
      const scheduledTime = new Date()
      await cloud.send(urls[job] ?? '', writeJobMessage({ scheduledTime, parameters, manual: true }))
      return scheduledTime
    },
    async kill() {
      cloud.close()
      await killGroup(running)
      await db.end({ timeout: 0 })
    },
  }
}

/** A message that a dead receiver has received and not deleted. */
export interface HeldMessage {
  queue: string
  receipt: string
}

/** Lists messages in flight. No stack may run on the folder. */
export function listHeldMessages(folder: string): HeldMessage[] {
  const queues = new DatabaseSync(fauxqsFile(join(folder, 'queues')).path, { readOnly: true })
  try {
    const rows = queues
      .prepare(
        'select queue_name as queue, receipt_handle as receipt from sqs_messages where receipt_handle is not null',
      )
      .all()
    return rows as unknown as HeldMessage[]
  } finally {
    queues.close()
  }
}

/** Ends the leases of processes that died before an instant, and runs the sweep, which continues their work. */
export async function endLeases(db: DbPool, diedAt: Date): Promise<void> {
  await db`
    update deliveries set lease_until = now() - interval '1 second', due_at = now() - interval '5 minutes',
      woken_at = null
    where updated_at < ${diedAt} and status in ('pending', 'sending', 'unknown') and due_at is not null`
  await db`
    update pipeline_steps set due_at = now() - interval '1 hour', woken_at = null
    where updated_at < ${diedAt} and status <> 'done'`
  await db`
    update job_runs set lease_until = now() - interval '1 second'
    where updated_at < ${diedAt} and status = 'running'`
}

/** A mail in the inbox of the stack: the row of the ledger that it delivers, its recipient, and its arrival. */
export interface ReceivedMail {
  deliveryId: string
  to: string
  receivedAt: Date
}

/** Reads every mail of the inbox from its file. */
export function listMails(folder: string): ReceivedMail[] {
  const inbox = new DatabaseSync(join(folder, 'inbox', 'inbox.sqlite'), { readOnly: true })
  try {
    const rows = inbox
      .prepare(`select recipient, received_at, content from messages where channel = 'email'`)
      .all() as { recipient: string; received_at: string; content: string }[]
    return rows.map(({ recipient, received_at: receivedAt, content }) => {
      const { headers } = JSON.parse(content) as { headers: [string, string][] }
      const messageId = headers.find(([name]) => name.toLowerCase() === 'message-id')?.[1] ?? ''
      const deliveryId = /<([^@>]+)@/.exec(messageId)?.[1] ?? ''
      return { deliveryId, to: recipient, receivedAt: new Date(receivedAt) }
    })
  } finally {
    inbox.close()
  }
}

/** Ids of every row of a dataset, through the viewer of the hub. */
export async function listExportedIds(stack: KillableStack): Promise<string[]> {
  const { hubUrl, dataset } = stack.linked('DatasetHost') as { hubUrl: string; dataset: string }
  const ids: string[] = []
  for (;;) {
    const search = new URLSearchParams({
      dataset,
      config: 'default',
      split: 'train',
      where: `"unique_id" > ''`,
      offset: String(ids.length),
      length: '100',
    })
    const answer = await fetch(`${hubUrl}/filter?${search}`)
    if (!answer.ok) throw new Error(`The viewer answered ${answer.status}: ${await answer.text()}`)
    const { rows } = (await answer.json()) as { rows: { row: { unique_id: string } }[] }
    if (rows.length === 0) return ids
    ids.push(...rows.map(({ row }) => row.unique_id))
  }
}

/** Repeats a check until it returns true. Throws after the limit, with the work that is still open. */
export async function untilTrue(
  isTrue: () => Promise<boolean>,
  { limitMs, intervalMs, open }: { limitMs: number; intervalMs: number; open: () => Promise<string> },
): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Still open after ${limitMs} ms: ${await open()}`)
    await delay(intervalMs)
  }
}
