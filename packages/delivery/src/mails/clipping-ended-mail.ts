import { createElement as h, Fragment } from 'react'
import { oneLine } from '../digest/plain-text.ts'
import { link, paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import type { Mail } from './mail.ts'

/** What a follower is told when a clipping ends, in one sentence. */
export const endedSentence = (clippingName: string): string =>
  `O clipping “${oneLine(clippingName)}” foi encerrado por quem o criou e não terá novas edições.`

/** Tells a follower, once, that nothing more will come. `portalUrl` leads to other clippings, where it is known. */
export function clippingEndedMail(ended: { clippingName: string; portalUrl: string | null }): Mail {
  const name = oneLine(ended.clippingName)
  const portalUrl = findSafeUrl(ended.portalUrl)
  const subject = `${name}: clipping encerrado`
  const sentence = endedSentence(name)
  const nothing = 'Você não precisa fazer nada.'
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, 'Clipping encerrado'),
    paragraph(sentence),
    paragraph(nothing),
    portalUrl !== undefined &&
      h('p', { className: 't', style: STYLE.text }, link(portalUrl, 'Encontrar outros clippings')),
  )
  const more = portalUrl === undefined ? '' : `\nOutros clippings: ${portalUrl}\n`
  return {
    subject,
    html: renderDocument({ title: subject, preview: sentence, children }),
    text: `${sentence}\n${nothing}\n${more}`,
  }
}
