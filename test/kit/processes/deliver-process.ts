// A separate process for the deliver workers, which a test kills. kill-deliveries.ts bundles and starts it. Its first
// line of input contains the environment, every further line a batch of messages for the worker of a channel. It writes
// one line when the handler is done.
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { applyEnvironment } from '@pauta/platform/config/config'
import { handler as email } from '@pauta/functions/workers/deliver/email-handler'
import { handler as push } from '@pauta/functions/workers/deliver/push-handler'
import { handler as telegram } from '@pauta/functions/workers/deliver/telegram-handler'
import { handler as slack } from '@pauta/functions/workers/deliver/slack-handler'
import { handler as webhook } from '@pauta/functions/workers/deliver/webhook-handler'
import { deliver } from '../workers/delivery.ts'

const HANDLERS = { email, telegram, push, webhook, slack }

/** A batch as the process receives it. */
export interface BatchOrder {
  channel: keyof typeof HANDLERS
  bodies: string[]
}

let isNotified = false
for await (const line of createInterface({ input: process.stdin })) {
  if (isNotified) {
    const { channel, bodies } = JSON.parse(line) as BatchOrder
    const failed = await deliver(
      HANDLERS[channel],
      bodies.map((body) => ({ body })),
    )
    process.stdout.write(`${JSON.stringify(failed)}\n`)
    // Node would write the cache at the exit, and a killed process has none.
    flushCompileCache()
  } else {
    applyEnvironment(JSON.parse(line) as Record<string, string>)
    isNotified = true
  }
}
process.exit()
