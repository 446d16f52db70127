import type { Publisher } from '@pauta/platform/config/publisher'
import { createElement as h } from 'react'
import type { Digest } from '../digest/digest.ts'
import { renderFragment } from '../digest/page-layout.ts'
import { renderMail } from './digest-mail.ts'
import type { Mail } from './mail.ts'
import { withPublisher } from './publisher-parts.ts'
import { whyAuthor } from './why.ts'

const NOTICE = 'Prévia: assim esta mensagem seria enviada agora. Nada foi salvo nem enviado.'
/** Contrast 16 to 1 on every ground. */
const NOTICE_STYLE = {
  margin: '0',
  padding: '10px 32px',
  backgroundColor: '#1d2127',
  color: '#ffffff',
  fontSize: '14px',
  lineHeight: '20px',
}

/** Bases of links, without a slash at their ends; `siteUrl` is empty on a stage without an observatory. */
export interface MailSites {
  apiUrl: string
  siteUrl: string
  publisher: Publisher
}

/**
 * Returns the mail that the author of a clipping would get, marked as a preview. Its links lead to pages, not to the
 * release and the subscription, which do not exist.
 */
export function previewMail(
  digest: Digest,
  { clippingName, sites }: { clippingName: string; sites: MailSites },
): Mail {
  const { apiUrl, siteUrl, publisher } = sites
  const home = siteUrl === '' ? apiUrl : siteUrl
  const mail = withPublisher(
    renderMail(digest, {
      why: whyAuthor(clippingName),
      unsubscribeUrl: `${apiUrl}/unsubscribe`,
      releaseUrl: home,
      edit: siteUrl === '' ? undefined : { url: `${siteUrl}/meus-recortes`, text: 'Alterar este clipping' },
    }),
    publisher,
    apiUrl,
  )
  const notice = renderFragment(h('p', { style: NOTICE_STYLE }, NOTICE))
  return {
    subject: mail.subject,
    html: mail.html.replace(/<body[^>]*>/, (body) => `${body}${notice}`),
    text: `${NOTICE}\n\n${mail.text}`,
  }
}
