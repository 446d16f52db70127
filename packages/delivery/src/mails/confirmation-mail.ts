import { CONFIRM_WITHIN_DAYS } from '@pauta/clippings/alerts/alert'
import { createElement as h, Fragment } from 'react'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { link, paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import type { Mail } from './mail.ts'

const NAME_MAX_CHARACTERS = 100
/** Shorter than the name of a clipping, because anybody can ask for an alert. */
const ALERT_NAME_MAX_CHARACTERS = 60

export interface ConfirmationQuestion {
  clippingName: string
  /** Public name of the user who gave the address. */
  authorName: string
  confirmUrl: string
}

/**
 * Removes everything that a mail program would turn into a link, because anyone can choose a name and have it sent to
 * any address.
 */
const withoutLinks = (name: string, maxCharacters = NAME_MAX_CHARACTERS): string =>
  cutAtWord(oneLine(name), maxCharacters)
    .replaceAll(/https?:\/*|www\./gi, '')
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, ' ')

/** The parts of a question by mail. */
interface Question {
  subject: string
  heading: string
  asked: string
  button: string
  /** What follows without an answer. */
  ignore: readonly string[]
  confirmUrl: string
}

function questionMail({ subject, heading, asked, button, ignore, ...question }: Question): Mail {
  const confirmUrl = findSafeUrl(question.confirmUrl)
  if (confirmUrl === undefined) throw new Error('a confirmation needs an http(s) confirmation address')
  const anchor = {
    href: confirmUrl,
    target: '_blank',
    rel: 'noopener noreferrer',
    className: 'b',
    style: STYLE.button,
  }
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, heading),
    paragraph(asked),
    h('p', { style: { margin: '20px 0' } }, h('a', anchor, button)),
    ...ignore.map((sentence) => paragraph(sentence, 'muted')),
    h('p', { className: 'm', style: STYLE.muted }, 'O botão não abre? ', link(confirmUrl, confirmUrl)),
  )
  return {
    subject,
    html: renderDocument({ title: subject, preview: asked, children }),
    text: `${asked}\n\n${button}: ${confirmUrl}\n\n${ignore.join('\n')}\n`,
  }
}

/**
 * Composes the question whether an extra address wants digests. The subject is constant and names contain no addresses,
 * so that nobody can send messages of their own through us.
 */
export function confirmationMail({ authorName, clippingName, confirmUrl }: ConfirmationQuestion): Mail {
  return questionMail({
    subject: 'Confirme que você quer receber este clipping',
    heading: 'Quer receber este clipping?',
    asked: `${withoutLinks(authorName)} pediu que este endereço receba o clipping “${withoutLinks(clippingName)}”, com notícias dos órgãos do governo federal.`,
    button: 'Quero receber',
    ignore: ['Se você não esperava esta mensagem, ignore-a: sem a sua confirmação, nada mais será enviado.'],
    confirmUrl,
  })
}

export interface AlertQuestion {
  alertName: string
  confirmUrl: string
  /** Whether the address leads to the page of alerts, which shows all requests. Otherwise it leads to this one. */
  showsAll: boolean
}

/** Like `confirmationMail`, for an alert that somebody without an account asked for in the name of the address. */
export function alertConfirmationMail({ alertName, confirmUrl, showsAll }: AlertQuestion): Mail {
  const name = withoutLinks(alertName, ALERT_NAME_MAX_CHARACTERS)
  const further = showsAll
    ? ' Outros pedidos deste endereço nas próximas 24 horas aparecem na mesma página, sem outra mensagem.'
    : ''
  const block = showsAll ? ' Na página do pedido você também pode impedir novos pedidos.' : ''
  return questionMail({
    subject: 'Confirme o alerta que você pediu',
    heading: 'Quer receber este alerta?',
    asked: `Alguém pediu que este endereço receba por e-mail o alerta “${name}”, com notícias dos órgãos do governo federal.`,
    button: showsAll ? 'Ver o pedido e confirmar' : 'Quero receber',
    ignore: [
      `O pedido vale por ${CONFIRM_WITHIN_DAYS} dias.${further}`,
      `Se não foi você, ignore esta mensagem: sem a sua confirmação, nada mais será enviado, e o endereço é apagado.${block}`,
    ],
    confirmUrl,
  })
}
