import { createElement as h, Fragment } from 'react'
import { paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import type { Mail } from './mail.ts'

const SUBJECT = 'O seu Telegram na Pauta mudou'
const WORDS = {
  gained: 'Um chat do Telegram que era de outra conta agora está vinculado à sua e recebe os seus clippings.',
  lost: 'O chat do Telegram que estava vinculado à sua conta passou para outra conta e não recebe mais os seus clippings.',
}
const UNEXPECTED =
  'Se não foi você, envie /stop ao bot nesse chat ou peça um novo link para o Telegram no portal.'

/**
 * Composes the mail that a Telegram chat was linked to the account (`hasChat`) or moved to another. Does not name the
 * other account.
 */
export function telegramMovedMail({ hasChat }: { hasChat: boolean }): Mail {
  const sentence = hasChat ? WORDS.gained : WORDS.lost
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, SUBJECT),
    paragraph(sentence),
    paragraph(UNEXPECTED),
  )
  return {
    subject: SUBJECT,
    html: renderDocument({ title: SUBJECT, preview: sentence, children }),
    text: `${sentence}\n${UNEXPECTED}\n`,
  }
}
