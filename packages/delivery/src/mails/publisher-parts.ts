import { PUBLISHER_PATHS, writeLicences, type Publisher } from '@pauta/platform/config/publisher'
import { createElement as h, Fragment, type ReactNode } from 'react'
import { link, placePublisher, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import type { Mail } from './mail.ts'

const MARK_HEIGHT = 32

/** A contact as readers see it, and its link. */
interface Contact {
  label: string
  text: string
  href: string
}

function listContacts({ contact, privacyContact }: Publisher): Contact[] {
  const entries = [
    ['Contato', contact],
    ['Dados pessoais', privacyContact],
  ] as const
  return entries
    .filter(([, value]) => value !== '')
    .map(([label, text]) => ({ label, text, href: text.includes('://') ? text : `mailto:${text}` }))
}

/** The name of the publisher with the picture, below a line in the publisher's colour. A landmark, as the text of the mail is. */
function renderMark({ name, colour }: Publisher, markUrl: string | undefined): ReactNode {
  const style = {
    ...STYLE.muted,
    margin: '0',
    padding: '12px 32px',
    borderTop: `4px solid ${colour}`,
    fontWeight: 600,
  }
  const image = {
    src: markUrl,
    alt: '',
    height: MARK_HEIGHT,
    style: { verticalAlign: 'middle', marginRight: '8px' },
  }
  const mark = h('p', { className: 'm', style }, markUrl !== undefined && h('img', image), name)
  return h('div', { role: 'banner' }, mark)
}

/** Licences and contacts, and a line of links to the publisher's pages. */
function renderNotes(publisher: Publisher, contacts: readonly Contact[], apiUrl: string): ReactNode {
  const licences = writeLicences(publisher)
  const style = { ...STYLE.muted, padding: '12px 32px' }
  const notes = h(
    'p',
    { className: 'm', style },
    licences,
    contacts.map(({ label, text, href }) =>
      h(Fragment, { key: label }, ` ${label}: `, link(href, text), '.'),
    ),
    h('br'),
    Object.entries(PUBLISHER_PATHS).map(([path, title], position) =>
      h(Fragment, { key: path }, position === 0 ? '' : ' · ', link(`${apiUrl}${path}`, title)),
    ),
  )
  return h('div', { role: 'contentinfo' }, notes)
}

/**
 * Adds to a mail who publishes it: name and picture above; licences, contacts and links to the publisher's pages below, as
 * the stage has them. `apiUrl` is the base of these pages.
 */
export function withPublisher<Composed extends Mail>(
  mail: Composed,
  publisher: Publisher,
  apiUrl: string,
): Composed {
  const markUrl = findSafeUrl(publisher.markUrl)
  const contacts = listContacts(publisher)
  const html = placePublisher(mail.html, {
    mark: renderMark(publisher, markUrl),
    notes: renderNotes(publisher, contacts, apiUrl),
    pictureOrigin: markUrl === undefined ? undefined : new URL(markUrl).origin,
  })
  const notes = [
    writeLicences(publisher),
    ...contacts.map(({ label, text }) => `${label}: ${text}`),
    // Each of the pages links the others.
    `Licença, privacidade, acessibilidade e contato: ${apiUrl}/contato`,
  ]
  return { ...mail, html, text: `${mail.text.trimEnd()}\n${[publisher.name, ...notes].join('\n')}\n` }
}
