import { mailLinkHandler } from '../mail-link.ts'
import { confirm } from './endpoint.ts'

/** The confirmation page, where the owner of an extra address agrees to get digests. */
export const handler = mailLinkHandler(confirm, {
  question: ({ clippingName }) => ({
    heading: 'Quer receber este clipping?',
    paragraphs: [
      `Ao confirmar, este endereço passa a receber o clipping “${clippingName}”, com notícias dos órgãos do governo federal.`,
      'Cada mensagem traz um link para deixar de receber. Se você não esperava este convite, feche esta página: nada será enviado.',
    ],
    button: 'Quero receber',
  }),
  done: ({ clippingName }) => ({
    heading: 'Endereço confirmado',
    paragraphs: [
      `A próxima edição do clipping “${clippingName}” chega por e-mail.`,
      'Cada mensagem traz um link para deixar de receber.',
    ],
  }),
  gone: () => ({
    heading: 'Este convite não vale mais',
    paragraphs: [
      'Quem indicou o seu endereço mudou a lista ou encerrou o clipping. Nada será enviado e você não precisa fazer nada.',
    ],
  }),
})
