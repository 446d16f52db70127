import { escapeHtml as e } from './escape-html.ts'
import { findJson, findTexts } from './json-text.ts'
import type { InboxMessage } from './message-store.ts'

const headerTable = ({ headers }: InboxMessage): string =>
  `<table aria-label="Cabeçalhos">${headers
    .map(([name, value]) => `<tr><th scope="row">${e(name)}</th><td>${e(value)}</td></tr>`)
    .join('')}</table>`

const GOOD = /^(signature verified|decrypted|signed by)/
const BAD = /not signed|does not fit|could not|another time/

function noteOf(text: string): string {
  const tone = GOOD.test(text) ? ' good' : BAD.test(text) ? ' bad' : ''
  return `<span class="note${tone}">${e(text)}</span>`
}

/** Formats JSON with indentation. Returns other text unchanged. */
function pretty(text: string): string {
  const value = findJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** Renders Telegram's HTML: escapes everything, then restores bold and links only. */
function telegramMarkup(text: string): string {
  return e(text)
    .replaceAll(/&lt;(\/?b)&gt;/g, '<$1>')
    .replaceAll(
      /&lt;a href=&quot;(https?:[^\s]*?)&quot;&gt;/g,
      (_, url: string) =>
        `<a href="${url.replaceAll('&amp;amp;', '&amp;')}" target="_blank" rel="noreferrer">`,
    )
    .replaceAll('&lt;/a&gt;', '</a>')
    .replaceAll(/&amp;(amp|lt|gt|quot);/g, '&$1;')
}

/** What a browser shows of a push notification. */
function notification(text: string): string {
  const { title = '', body = '', url = '' } = findTexts(text)
  const link = /^https?:/.test(url)
    ? `<br><a href="${e(url)}" target="_blank" rel="noreferrer">${e(url)}</a>`
    : ''
  return `<div class="notice"><strong>${e(title)}</strong>${e(body)}${link}</div>`
}

function mailBody(mail: InboxMessage, view: string): string {
  if (view === 'headers') return headerTable(mail)
  if (view === 'text' || mail.html === null) return `<pre>${e(mail.text)}</pre>`
  return `<iframe title="O HTML do e-mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${mail.id}/html"></iframe>`
}

function viewLinks(
  { id, html }: InboxMessage,
  { view, channel }: { view: string; channel: string | undefined },
): string {
  const query = channel === undefined ? '' : `&amp;channel=${channel}`
  const link = (name: string, label: string) =>
    `<a href="/messages/${id}?view=${name}${query}"${name === view ? ' aria-current="page"' : ''}>${label}</a>`
  return `<div class="views">${html === null ? '' : link('html', 'HTML')}${link('text', 'Texto')}${link('headers', 'Cabeçalhos')}</div>`
}

function bodyOf(message: InboxMessage): string {
  const { channel, text } = message
  if (channel === 'telegram') return `<p class="bubble">${telegramMarkup(text)}</p>`
  const card = channel === 'push' ? notification(text) : ''
  return `${card}<h3>Conteúdo</h3><pre>${e(pretty(text))}</pre>`
}

/** The time of arrival in Brasília, as mails and pages have it. */
export const clock = (iso: string): string =>
  new Date(iso).toLocaleString('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  })

/** Shows one message as its recipients see it, with details for developers. */
export function messageDetail(
  message: InboxMessage,
  context: { view: string; channel: string | undefined },
): string {
  const { title, to, receivedAt, notes, channel } = message
  const content =
    channel === 'email'
      ? viewLinks(message, context) + mailBody(message, context.view)
      : `<div class="told">${bodyOf(message)}</div><h3>Pedido</h3>${headerTable(message)}`
  return `<article><h2>${e(title)}</h2><p class="quiet">Para ${e(to)} · <time datetime="${receivedAt}">${clock(receivedAt)}</time></p>
${notes.map(noteOf).join('')}${content}</article>`
}
