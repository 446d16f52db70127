import { createElement as h, Fragment } from 'react'
import { oneLine } from '@pauta/platform/text/cut-text'
import { link, paragraph, renderFragment, STYLE } from '../digest/page-layout.ts'
import { placeForRecipient } from '../digest/recipient-mark.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import type { Mail } from './mail.ts'

export interface DigestRecipient {
  /** One sentence that explains why this reader gets the mail. */
  why: string
  /** Unsubscribe page with a button; the same address accepts the one-click POST. */
  unsubscribeUrl: string
  /** Page of the release. */
  releaseUrl: string
  /** Where the reader changes the clipping or the alert, on a stage with an observatory. */
  edit?: { url: string; text: string } | undefined
}

/** A stored digest made out to one recipient: why they get it, how to leave, where to read it on the web. */
export function renderMail(
  digest: { subject: string; html: string; text: string },
  recipient: DigestRecipient,
): Mail {
  const why = oneLine(recipient.why)
  const releaseUrl = findSafeUrl(recipient.releaseUrl)
  const editUrl = findSafeUrl(recipient.edit?.url)
  const editText = recipient.edit?.text ?? ''
  const unsubscribeUrl = findSafeUrl(recipient.unsubscribeUrl)
  if (unsubscribeUrl === undefined) throw new Error('a digest needs an http(s) unsubscribe address')
  const footer = h(
    Fragment,
    null,
    releaseUrl !== undefined &&
      h('p', { className: 'm', style: STYLE.muted }, link(releaseUrl, 'Ver esta edição na web')),
    paragraph(why, 'muted'),
    editUrl !== undefined && h('p', { className: 'm', style: STYLE.muted }, link(editUrl, editText)),
    h('p', { className: 'm', style: STYLE.muted }, link(unsubscribeUrl, 'Deixar de receber')),
  )
  const text = [
    digest.text.trimEnd(),
    '-- ',
    ...(releaseUrl === undefined ? [] : [`Ver esta edição na web: ${releaseUrl}`]),
    why,
    ...(editUrl === undefined ? [] : [`${editText}: ${editUrl}`]),
    `Deixar de receber: ${unsubscribeUrl}`,
  ]
  return {
    subject: digest.subject,
    html: placeForRecipient(digest.html, renderFragment(footer)),
    text: `${text.join('\n')}\n`,
  }
}
