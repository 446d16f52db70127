// One environment of a worker, as on Lambda: a process with its own connections that handles one event at a time.
import type { Context, SQSEvent } from 'aws-lambda'

type Handler = (event: SQSEvent, context: Context) => Promise<unknown>

const HANDLERS: Record<string, () => Promise<{ handler: Handler }>> = {
  release: () => import('@pauta/functions/workers/release/handler'),
  'deliver-email': () => import('@pauta/functions/workers/deliver/email-handler'),
}

const load = HANDLERS[process.argv[2] ?? '']
if (load === undefined) throw new Error(`usage: environment-process.ts ${Object.keys(HANDLERS).join('|')}`)
const { handler } = await load()

process.on('message', (event: SQSEvent) => {
  handler(event, { awsRequestId: 'bench', functionName: 'bench' } as Context).then(
    (answer) => process.send?.({ answer, usage: usageNow() }),
    (error: unknown) => process.send?.({ error: String(error), usage: usageNow() }),
  )
})

function usageNow(): { busyMs: number; rssBytes: number } {
  const { user, system } = process.cpuUsage()
  return { busyMs: (user + system) / 1000, rssBytes: process.memoryUsage().rss }
}

process.once('SIGTERM', () => process.exit(0))
process.send?.({ usage: usageNow() })
