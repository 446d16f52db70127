import type { MailLink } from '@pauta/delivery/ledger/mail-links'
import { mailLinkHandler } from '../mail-link.ts'
import { unsubscribe } from './endpoint.ts'

/** What changes for the reader, by whose mail it is. */
function whatChanges({ clippingName, isOwn, isAlert }: MailLink): string {
  if (isAlert)
    return `O alerta “${clippingName}” termina, e nós apagamos o que guardamos dele, com este endereço. Outros alertas não mudam.`
  return isOwn
    ? `Você não receberá mais por e-mail o clipping “${clippingName}”. Outros canais e outros clippings não mudam.`
    : `Este endereço não receberá mais o clipping “${clippingName}”.`
}

/** How a reader gets the mails again. */
function howToReturn({ isOwn, isAlert }: MailLink): string {
  if (isAlert) return 'Se mudar de ideia, peça o alerta de novo a partir de uma busca.'
  return isOwn
    ? 'Se mudar de ideia, ligue o e-mail de novo nas opções do clipping.'
    : 'Se mudar de ideia, peça a quem indicou o seu endereço que o indique de novo e confirme pela primeira mensagem que recebeu.'
}

/**
 * The unsubscribe page. A subscriber's link disables the e-mail channel of one clipping; an extra address's link
 * removes that address only; the link of an alert ends and erases the alert.
 */
export const handler = mailLinkHandler(unsubscribe, {
  question: (link) => ({
    heading: 'Deixar de receber?',
    paragraphs: [whatChanges(link)],
    button: 'Deixar de receber',
  }),
  done: (link) => ({
    heading: 'Pronto: nada mais será enviado',
    paragraphs: [
      `O ${link.isAlert ? 'alerta' : 'clipping'} “${link.clippingName}” não será mais enviado a este endereço.`,
      howToReturn(link),
    ],
  }),
  gone: () => ({
    heading: 'Pronto: nada mais será enviado',
    paragraphs: ['Este clipping não existe mais. Você não precisa fazer nada.'],
  }),
})
