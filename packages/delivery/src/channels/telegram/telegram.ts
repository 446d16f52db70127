import * as z from 'zod'
import { postOnce, type Answered } from '@pauta/platform/outbound/post'
import { trustedAgents } from '@pauta/platform/outbound/outbound-agents'
import { parseJson } from '@pauta/platform/input/parse-json'
import {
  outcomeOf,
  readDelay,
  retryAllLater,
  retryLater,
  type Channel,
  type SendOutcome,
} from '../channel.ts'

const TIMEOUT_MS = 15_000

export interface TelegramMessage {
  chatId: string
  /** Telegram's HTML, at most 4,096 characters. */
  html: string
}

export interface TelegramOptions {
  /** `https://api.telegram.org`, or the local receiver. */
  apiUrl: string
  botToken: string
  /** Time-out of one request; 15 s by default. */
  timeoutMs?: number
}

const replySchema = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  result: z.object({ message_id: z.number() }).optional(),
  parameters: z.object({ retry_after: z.number().nonnegative().optional() }).optional(),
})

/** A proxy may answer in HTML; the status is enough then. */
const readReply = (text: string) => replySchema.safeParse(parseJson(text)).data

/** Chats that cannot be written to again: the reader blocked the bot or left, or the chat was deleted. */
const GONE = /blocked|deactivated|kicked|chat not found|user not found|not a member/i

function readAnswer(answer: Answered): SendOutcome {
  const { status } = answer
  const reply = readReply(answer.text)
  const reason = `telegram answered ${status}${reply?.description ? `: ${reply.description.slice(0, 120)}` : ''}`
  if (status === 200 && reply?.ok === true) {
    return { kind: 'sent', ...(reply.result ? { providerId: String(reply.result.message_id) } : {}) }
  }
  if (status === 429) {
    const seconds = reply?.parameters?.retry_after
    return retryAllLater(reason, seconds ?? readDelay(answer.headers['retry-after'], new Date()))
  }
  // 504: the gateway passed the message on and got no answer. 200 with an unreadable body: the message was probably
  // accepted.
  if (status === 504 || status === 200) return { kind: 'uncertain', reason }
  if (status === 403) return { kind: 'rejected', reason, gone: true }
  // A wrong bot token is our fault, so messages are retried.
  if (status === 401 || status === 404) return retryAllLater(reason, undefined)
  if (status >= 500) return retryLater(reason, undefined)
  return { kind: 'rejected', reason, gone: status === 400 && GONE.test(reason) }
}

/**
 * Sends messages by the Telegram bot (`sendMessage`). Telegram has no idempotency key, so a lost answer is `uncertain`.
 * `retry_after` is passed on. 403 means that the reader blocked the bot.
 */
export function telegramChannel({
  apiUrl,
  botToken,
  timeoutMs = TIMEOUT_MS,
}: TelegramOptions): Channel<TelegramMessage> {
  const agents = trustedAgents()
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/bot${botToken}/sendMessage`)
  return {
    name: 'telegram',
    async send({ chatId, html }, { signal }) {
      const body = JSON.stringify({
        chat_id: chatId,
        text: html,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      })
      const headers = { 'content-type': 'application/json' }
      const answer = await postOnce(url, { headers, body, agents, timeoutMs, signal })
      // All messages go to the same host, so if it is unreachable, all of them wait.
      if (answer.kind === 'unreached') return retryAllLater(answer.reason, undefined)
      return outcomeOf(answer, readAnswer)
    },
    close: () => agents.close(),
  }
}
