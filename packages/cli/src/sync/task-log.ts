import type { OutputLogEvent } from '@aws-sdk/client-cloudwatch-logs'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import { orExplain, regionOf, type SyncTaskConfig } from './task-client.ts'

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 20_000 }),
}
/** A page has at most 1 MB, and a sync writes one line every 2 s: no log reaches this number of pages. */
const PAGES_MAX = 1000

/** The log of one run of the task. */
export interface TaskLog {
  /** Returns the lines since the last call. The first call returns the log from its start. */
  readNew(): Promise<string[]>
}

/** Opens the log of the run whose task has this id. */
export async function openTaskLog(config: SyncTaskConfig, id: string): Promise<TaskLog> {
  const sdk = await import('@aws-sdk/client-cloudwatch-logs')
  const client = new sdk.CloudWatchLogsClient({ ...CLIENT, region: regionOf(config.cluster) })
  let token: string | undefined

  /** Returns undefined until the task has written its first line. */
  async function findPage(): Promise<{ events: OutputLogEvent[]; next: string | undefined } | undefined> {
    const command = new sdk.GetLogEventsCommand({
      logGroupName: config.logGroup,
      logStreamName: `${config.logStreamPrefix}/${config.container}/${id}`,
      startFromHead: true,
      nextToken: token,
    })
    try {
      const { events = [], nextForwardToken } = await client.send(command)
      return { events, next: nextForwardToken }
    } catch (error) {
      if (error instanceof sdk.ResourceNotFoundException) return undefined
      throw error
    }
  }

  return {
    async readNew() {
      const lines: string[] = []
      for (let pages = 0; pages < PAGES_MAX; pages++) {
        const page = await orExplain('Reading the log (logs:GetLogEvents)', findPage())
        if (!page) return lines
        for (const { message = '' } of page.events) lines.push(message)
        // At the end of the log, CloudWatch returns the token of the request. An empty page may be followed by others.
        if (page.next === token) return lines
        token = page.next
      }
      return lines
    },
  }
}
