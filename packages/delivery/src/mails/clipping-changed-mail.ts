import { createElement as h, Fragment } from 'react'
import { oneLine } from '@pauta/platform/text/cut-text'
import { link, paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import { changeWords } from '../digest/wording.ts'
import type { Mail } from './mail.ts'

/** Composes the notice that a followed clipping changed. `portalUrl` leads to the portal, if configured. */
export function clippingChangedMail(changed: {
  clippingName: string
  changes: readonly string[]
  unsubscribeUrl: string
  portalUrl: string | null
}): Mail {
  const name = oneLine(changed.clippingName)
  const portalUrl = findSafeUrl(changed.portalUrl)
  const { title, sentence } = changeWords(name, changed.changes)
  const subject = `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`
  const rest = 'Você recebe no máximo um aviso destes por dia.'
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, title),
    paragraph(sentence),
    paragraph(rest),
    portalUrl !== undefined &&
      h('p', { className: 't', style: STYLE.text }, link(portalUrl, 'Ver os meus clippings')),
    h(
      'p',
      { className: 'm', style: STYLE.muted },
      link(changed.unsubscribeUrl, 'Deixar de receber este clipping por e-mail'),
    ),
  )
  const more = portalUrl === undefined ? '' : `\nMeus clippings: ${portalUrl}`
  return {
    subject,
    html: renderDocument({ title: subject, preview: sentence, children }),
    text: `${sentence}\n${rest}\n${more}\nDeixar de receber este clipping por e-mail: ${changed.unsubscribeUrl}\n`,
  }
}
