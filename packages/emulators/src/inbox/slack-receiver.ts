import { escapeHtml as e } from './escape-html.ts'
import { readFields, type InboxAnswer, type InboxRequest, type UrlReceiver } from './http-exchange.ts'
import type { MessageStore } from './message-store.ts'

/** Slack cuts longer texts. */
const TEXT_MAX_CHARACTERS = 40_000
const BLOCKS_MAX = 50

const plain = (status: number, body: string): InboxAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

/** Receives messages as incoming webhooks of Slack do, under any name: `/slack/<name>`. */
export class SlackReceiver implements UrlReceiver {
  readonly path = '/slack/'
  readonly #store: MessageStore

  constructor(store: MessageStore) {
    this.#store = store
  }

  help(origin: string): string {
    return `<h2>Slack</h2>
<p>Todo endereço da forma <code>${e(origin)}${this.path}NOME</code> recebe mensagens como um webhook de entrada do Slack.</p>`
  }

  answer(request: InboxRequest): InboxAnswer {
    if (request.method !== 'POST') return plain(405, 'method_not_allowed')
    const { text, blocks = [] } = readFields(request)
    if (typeof text !== 'string' || text.length > TEXT_MAX_CHARACTERS || !Array.isArray(blocks))
      return plain(400, 'invalid_payload')
    if (text.trim() === '' && blocks.length === 0) return plain(400, 'no_text')
    if (blocks.length > BLOCKS_MAX) return plain(400, 'invalid_blocks')
    this.#store.add({
      channel: 'slack',
      to: decodeURIComponent(request.url.pathname.slice(this.path.length)),
      title: text.split('\n', 1)[0]?.replaceAll('*', '') ?? '',
      text,
      html: null,
      headers: request.rawHeaders,
      notes: [],
    })
    return plain(200, 'ok')
  }
}
