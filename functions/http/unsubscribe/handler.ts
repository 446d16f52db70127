import { mailLinkHandler } from '../mail-link.ts'
import { unsubscribe } from './endpoint.ts'

/**
 * The unsubscribe page. A subscriber's link disables the e-mail channel of one clipping; an extra address's link
 * removes that address only.
 */
export const handler = mailLinkHandler(unsubscribe, {
  question: ({ clippingName, isOwn }) => ({
    heading: 'Deixar de receber?',
    paragraphs: [
      isOwn
        ? `Você não receberá mais por e-mail o clipping “${clippingName}”. Outros canais e outros clippings não mudam.`
        : `Este endereço não receberá mais o clipping “${clippingName}”.`,
    ],
    button: 'Deixar de receber',
  }),
  done: ({ clippingName, isOwn }) => ({
    heading: 'Pronto: nada mais será enviado',
    paragraphs: [
      `O clipping “${clippingName}” não será mais enviado a este endereço.`,
      isOwn
        ? 'Se mudar de ideia, ligue o e-mail de novo nas opções do clipping.'
        : 'Se mudar de ideia, peça a quem indicou o seu endereço que o indique de novo e confirme pela primeira mensagem que recebeu.',
    ],
  }),
  gone: () => ({
    heading: 'Pronto: nada mais será enviado',
    paragraphs: ['Este clipping não existe mais. Você não precisa fazer nada.'],
  }),
})
