import { mailLinkHandler } from '../mail-link.ts'
import { confirm } from './endpoint.ts'

const named = (isAlert: boolean, name: string) => `o ${isAlert ? 'alerta' : 'clipping'} “${name}”`

/** The confirmation page, where the owner of an extra address agrees to get digests. */
export const handler = mailLinkHandler(confirm, {
  question: ({ clippingName, isAlert }) => ({
    heading: `Quer receber este ${isAlert ? 'alerta' : 'clipping'}?`,
    paragraphs: [
      `Ao confirmar, este endereço passa a receber ${named(isAlert, clippingName)}, com notícias dos órgãos do governo federal.`,
      'Cada mensagem traz um link para deixar de receber. Se você não esperava este convite, feche esta página: nada será enviado.',
    ],
    button: 'Quero receber',
  }),
  done: ({ clippingName, isAlert }) => ({
    heading: 'Endereço confirmado',
    paragraphs: [
      `A próxima edição d${named(isAlert, clippingName)} chega por e-mail.`,
      'Cada mensagem traz um link para deixar de receber.',
    ],
  }),
  gone: () => ({
    heading: 'Este convite não vale mais',
    paragraphs: [
      'O pedido expirou, ou quem indicou o seu endereço mudou a lista ou encerrou o clipping. Nada será enviado e você não precisa fazer nada.',
    ],
  }),
})
