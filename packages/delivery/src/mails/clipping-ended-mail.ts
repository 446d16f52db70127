import { createElement as h, Fragment } from 'react'
import { oneLine } from '@pauta/platform/text/cut-text'
import { link, paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import { endWords } from '../digest/wording.ts'
import type { Mail } from './mail.ts'

/** Composes the notice that nothing more will come. `portalUrl` leads to other clippings, if configured. */
export function clippingEndedMail(ended: {
  clippingName: string
  isUnpublished: boolean
  portalUrl: string | null
}): Mail {
  const name = oneLine(ended.clippingName)
  const portalUrl = findSafeUrl(ended.portalUrl)
  const { title, sentence } = endWords(name, ended.isUnpublished)
  const subject = `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`
  const nothing = 'Você não precisa fazer nada.'
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, title),
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
