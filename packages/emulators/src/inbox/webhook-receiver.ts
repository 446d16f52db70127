import { createHmac, timingSafeEqual } from 'node:crypto'
import { escapeHtml as e } from './escape-html.ts'
import {
  jsonAnswer,
  readFields,
  type InboxAnswer,
  type InboxRequest,
  type UrlReceiver,
} from './http-exchange.ts'
import type { MessageStore } from './message-store.ts'

/** Maximum age of a message in seconds, after Standard Webhooks. */
const TOLERANCE_SECONDS = 5 * 60

const secretOf = (name: string) => `webhook-secret-${name}`

/** Describes the result of the signature check, in words. */
function describeSignature({ headers, body }: InboxRequest, secret: string | undefined): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'not signed'
  if (secret === undefined) return 'signed; its secret is not known here'
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    return 'signed for another time'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]))
    .digest()
  const fits = signatures.split(' ').some((versioned) => {
    const [version, signature = ''] = versioned.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fits ? 'signature verified' : 'signature does not fit the secret'
}

/** Receives webhooks under any name, `/webhooks/<name>`. Checks the signature when the secret is known. */
export class WebhookReceiver implements UrlReceiver {
  readonly path = '/webhooks/'
  readonly #store: MessageStore

  constructor(store: MessageStore) {
    this.#store = store
  }

  help(origin: string): string {
    return `<h2>Webhooks</h2>
<p>Todo endereço da forma <code>${e(origin)}${this.path}NOME</code> recebe webhooks. As assinaturas são verificadas quando o segredo é conhecido.</p>
<form method="post" action="/webhooks-trusted">
<label>Nome <input name="name" required pattern="[^/]+"></label>
<label>Segredo da assinatura <input name="secret" placeholder="whsec_…" pattern="whsec_.+" required autocomplete="off"></label>
<button>Verificar assinaturas</button></form>`
  }

  /** Sets the secret (`whsec_…`) of a webhook, as the service shows it to the subscriber. */
  trust(name: string, secret: string): void {
    this.#store.note(secretOf(name), secret)
  }

  answer(request: InboxRequest): InboxAnswer {
    const name = decodeURIComponent(request.url.pathname.slice(this.path.length))
    if (request.method !== 'POST') return { status: 405 }
    const { type, data } = readFields(request)
    const told = (data ?? {}) as Record<string, unknown>
    this.#store.add({
      channel: 'webhook',
      to: name,
      title: [type, told['clippingName']].filter((part) => typeof part === 'string').join(' · '),
      text: request.body.toString('utf8'),
      html: null,
      headers: request.rawHeaders,
      notes: [describeSignature(request, this.#store.recall(secretOf(name)) as string | undefined)],
    })
    return jsonAnswer(200, { received: true })
  }
}
