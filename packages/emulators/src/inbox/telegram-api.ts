import { jsonAnswer, readFields, type InboxAnswer, type InboxRequest } from './http-exchange.ts'
import type { MessageStore } from './message-store.ts'

const TEXT_MAX_CHARACTERS = 4096
const UPDATE_TIMEOUT_MS = 30_000

/** Address of updates, and the secret token that proves their sender. */
interface UpdatesWebhook {
  url: string
  secretToken: string
}

export interface TelegramApiOptions {
  store: MessageStore
  botToken: string
}

const refuse = (status: number, description: string, parameters?: { retry_after: number }): InboxAnswer => ({
  ...jsonAnswer(status, { ok: false, error_code: status, description, parameters }),
})

/** The part of Telegram's Bot API that the bot uses, with the people in its chats. */
export class TelegramApi {
  readonly #store: MessageStore
  readonly #botToken: string
  readonly #blocked = new Set<string>()
  #refusals = 0
  #retryAfterSeconds = 0
  #updates = 0

  constructor({ store, botToken }: TelegramApiOptions) {
    this.#store = store
    this.#botToken = botToken
  }

  /** Returns true when a path belongs to the API: `/bot<token>/<method>`. */
  serves(path: string): boolean {
    return path.startsWith('/bot')
  }

  answer(request: InboxRequest): InboxAnswer {
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url.pathname) ?? []
    if (token !== this.#botToken) return refuse(401, 'Unauthorized')
    const fields = request.method === 'POST' ? readFields(request) : {}
    if (method === 'sendMessage') return this.#sendMessage(fields, request)
    if (method === 'setWebhook') return this.#setWebhook(fields)
    return refuse(404, 'Not Found')
  }

  #setWebhook({ url, secret_token: secretToken }: Record<string, unknown>): InboxAnswer {
    if (typeof url !== 'string' || !URL.canParse(url)) return refuse(400, 'Bad Request: bad webhook')
    this.#store.note('telegram-webhook', {
      url,
      secretToken: typeof secretToken === 'string' ? secretToken : '',
    } satisfies UpdatesWebhook)
    return jsonAnswer(200, { ok: true, result: true, description: 'Webhook was set' })
  }

  #sendMessage(
    fields: Record<string, unknown>,
    { rawHeaders }: Pick<InboxRequest, 'rawHeaders'>,
  ): InboxAnswer {
    const { chat_id: chat, text } = fields
    const chatId = typeof chat === 'number' || typeof chat === 'string' ? String(chat) : ''
    if (this.#refusals > 0) {
      this.#refusals--
      const seconds = this.#retryAfterSeconds
      return refuse(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
    }
    if (chatId === '') return refuse(400, 'Bad Request: chat not found')
    if (this.#blocked.has(chatId)) return refuse(403, 'Forbidden: bot was blocked by the user')
    if (typeof text !== 'string' || text === '') return refuse(400, 'Bad Request: message text is empty')
    const plain = plainText(text)
    if (plain.length > TEXT_MAX_CHARACTERS) return refuse(400, 'Bad Request: message is too long')
    const id = this.#store.add({
      channel: 'telegram',
      to: chatId,
      title: plain.split('\n')[0] ?? '',
      text,
      html: null,
      headers: rawHeaders,
      notes: [],
    })
    return jsonAnswer(200, { ok: true, result: { message_id: id, chat: { id: chat }, text: plain } })
  }

  /** Refuses the next messages with 429, as Telegram does above its rate limit. */
  slowDown({ messages, retryAfterSeconds }: { messages: number; retryAfterSeconds: number }): void {
    this.#refusals = messages
    this.#retryAfterSeconds = retryAfterSeconds
  }

  /** Blocks the bot in a chat: sends to the chat get 403 from now on. */
  block(chatId: number): void {
    this.#blocked.add(String(chatId))
  }

  /**
   * Sends a person's message to the bot in a private chat, through the bot's webhook. Adds the bot's reply to the chat
   * and returns it, or null without a reply. Throws when no webhook is set or the webhook does not answer 200.
   */
  async write(chatId: number, text: string): Promise<string | null> {
    const webhook = this.#store.recall('telegram-webhook') as UpdatesWebhook | undefined
    if (!webhook) throw new Error('No webhook for updates is set for the bot')
    this.#blocked.delete(String(chatId))
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': webhook.secretToken,
      },
      body: JSON.stringify({
        update_id: ++this.#updates,
        message: {
          message_id: this.#updates,
          date: Math.floor(Date.now() / 1000),
          from: { id: chatId, is_bot: false, first_name: 'Pessoa' },
          chat: { id: chatId, type: 'private', first_name: 'Pessoa' },
          text,
        },
      }),
      signal: AbortSignal.timeout(UPDATE_TIMEOUT_MS),
    })
    if (response.status !== 200) throw new Error(`${webhook.url} answered ${response.status} to an update`)
    const reply = (await response.json()) as Record<string, unknown>
    if (reply['method'] !== 'sendMessage' || typeof reply['text'] !== 'string') return null
    this.#sendMessage(reply, { rawHeaders: [] })
    return reply['text']
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Converts Telegram's HTML to plain text. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
}
