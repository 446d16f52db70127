import { createHash } from 'node:crypto'
import {
  CHANNEL_NAMES,
  DELIVERY_CHANNELS,
  type DeliveryChannel,
} from '@pauta/platform/config/delivery-channels'
import type { InboxAnswer } from './http-exchange.ts'
import { clock, messageDetail } from './message-detail.ts'
import type { InboxMessage } from './message-store.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-style.ts'
import { escapeHtml as e } from './escape-html.ts'

/** What the page shows, and how programs reach the inbox. */
export interface InboxView {
  messages: readonly InboxMessage[]
  channel: DeliveryChannel | undefined
  selected: InboxMessage | undefined
  /** Part of a mail: `html`, `text` or `headers`. */
  view: string
  origin: string
  smtp: string
  /** What the receiver of the channel's URLs says about itself: HTML; undefined for other channels. */
  help: string | undefined
  /** A notice shown once at the top, such as the result of a form. */
  told?: string | undefined
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = `default-src 'none'; style-src ${hash(PAGE_STYLE)}; script-src ${hash(PAGE_SCRIPT)}; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const current = (is: boolean) => (is ? ' aria-current="page"' : '')

function navigation({ messages, channel }: InboxView): string {
  const tab = (path: string, name: string, count: number, is: boolean) =>
    `<li><a href="${path}"${current(is)}>${name} <span>${count}</span></a></li>`
  const tabs = DELIVERY_CHANNELS.map((key) =>
    tab(
      `/?channel=${key}`,
      CHANNEL_NAMES[key],
      messages.filter((one) => one.channel === key).length,
      channel === key,
    ),
  )
  return `<nav aria-label="Canais"><ul>${tab('/', 'Tudo', messages.length, channel === undefined)}${tabs.join('')}</ul></nav>`
}

function list({ messages, channel, selected }: InboxView): string {
  const shown = messages.filter((one) => channel === undefined || one.channel === channel)
  if (shown.length === 0) return '<p class="empty quiet">Nada chegou ainda.</p>'
  const query = channel === undefined ? '' : `?channel=${channel}`
  const items = shown.map(
    (one) => `<li><a href="/messages/${one.id}${query}"${current(one.id === selected?.id)}>
      <span class="row quiet"><span>${CHANNEL_NAMES[one.channel]}</span><time datetime="${one.receivedAt}">${clock(one.receivedAt)}</time></span>
      <strong>${e(one.title)}</strong><span class="quiet">${e(one.to)}</span></a></li>`,
  )
  return `<ol>${items.join('')}</ol>`
}

const telegramForm = `<h2>Telegram</h2>
<p>Faça o papel de uma pessoa que escreve ao bot. Para abrir um link (<code>https://t.me/…?start=…</code>), cole-o.</p>
<form method="post" action="/telegram/people">
<label>Conversa <input name="chat" inputmode="numeric" pattern="[0-9]+" value="1001" required></label>
<label>Mensagem ou link <input name="text" placeholder="/start …" required autocomplete="off"></label>
<button>Enviar</button></form>`

const pushForm = `<h2>Push</h2>
<p>Crie um navegador que recebe notificações. Passe o que ele responde a <code>syncPushSubscription</code>; ele decifra o que lhe é enviado.</p>
<form method="post" action="/browsers"><button>Criar um navegador</button></form>`

function welcome({ origin, smtp, channel, help }: InboxView): string {
  if (channel === 'telegram') return telegramForm
  if (help !== undefined) return help
  if (channel === 'push') return pushForm
  return `<h2>O que a Pauta envia chega aqui</h2>
<p>E-mails por SMTP em <code>${e(smtp)}</code>; mensagens do Telegram, notificações e webhooks em <code>${e(origin)}</code>. Nada sai deste computador. As últimas 500 mensagens de cada canal ficam guardadas.</p>
<p>Em JSON: <a href="/api/messages">/api/messages</a>; com <code>?channel=email&amp;to=…</code>, só algumas.</p>`
}

/** Returns the whole page: the list beside one message, or beside the actions of the channel's receiver. */
export function inboxPage(view: InboxView): InboxAnswer {
  const { messages, selected, told } = view
  const detail = selected ? messageDetail(selected, view) : welcome(view)
  const body = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${selected ? `${e(selected.title)} · ` : ''}Caixa de entrada · Pauta</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>${PAGE_STYLE}</style></head>
<body data-latest="${messages[0]?.id ?? 0}">
<header><h1>Caixa de entrada</h1>${navigation(view)}</header>
<div class="columns"><section class="list" aria-label="Mensagens">${list(view)}</section>
<main tabindex="0">${told === undefined ? '' : `<pre role="status">${e(told)}</pre>`}${detail}</main></div>
<script>${PAGE_SCRIPT}</script></body></html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    },
    body,
  }
}
