import { createElement as h, Fragment } from 'react'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { link, paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import type { Mail } from './mail.ts'

const NAME_MAX_CHARACTERS = 100

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
const withoutLinks = (name: string): string =>
  cutAtWord(oneLine(name), NAME_MAX_CHARACTERS)
    .replaceAll(/https?:\/*|www\./gi, '')
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, ' ')

/**
 * Composes the question whether an extra address wants digests. The subject is constant and names contain no addresses,
 * so that nobody can send messages of their own through us.
 */
export function confirmationMail(question: ConfirmationQuestion): Mail {
  const confirmUrl = findSafeUrl(question.confirmUrl)
  if (confirmUrl === undefined) throw new Error('a confirmation needs an http(s) confirmation address')
  const subject = 'Confirme que você quer receber este clipping'
  const asked = `${withoutLinks(question.authorName)} pediu que este endereço receba o clipping “${withoutLinks(question.clippingName)}”, com notícias dos órgãos do governo federal.`
  const ignore =
    'Se você não esperava esta mensagem, ignore-a: sem a sua confirmação, nada mais será enviado.'
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, 'Quer receber este clipping?'),
    paragraph(asked),
    h(
      'p',
      { style: { margin: '20px 0' } },
      h(
        'a',
        {
          href: confirmUrl,
          target: '_blank',
          rel: 'noopener noreferrer',
          className: 'b',
          style: STYLE.button,
        },
        'Quero receber',
      ),
    ),
    paragraph(ignore, 'muted'),
    h('p', { className: 'm', style: STYLE.muted }, 'O botão não abre? ', link(confirmUrl, confirmUrl)),
  )
  return {
    subject,
    html: renderDocument({ title: subject, preview: asked, children }),
    text: `${asked}\n\nPara confirmar, abra: ${confirmUrl}\n\n${ignore}\n`,
  }
}
