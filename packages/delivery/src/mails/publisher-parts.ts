import type { Publisher } from '@pauta/platform/config/publisher'
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

/** The name of the publisher with the picture, below a line in the publisher's colour. */
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
  return h('p', { className: 'm', style }, markUrl !== undefined && h('img', image), name)
}

/** One sentence for each licence that the publisher gives. */
const writeLicences = ({ textLicence, dataLicence }: Publisher): string =>
  [
    `Licença dos textos: ${textLicence}.`,
    ...(dataLicence === '' ? [] : [`Licença dos dados: ${dataLicence}.`]),
  ].join(' ')

function renderNotes(publisher: Publisher, contacts: readonly Contact[]): ReactNode {
  const licences = writeLicences(publisher)
  const style = { ...STYLE.muted, padding: '12px 32px' }
  return h(
    'p',
    { className: 'm', style },
    licences,
    contacts.map(({ label, text, href }) =>
      h(Fragment, { key: label }, ` ${label}: `, link(href, text), '.'),
    ),
  )
}

/** Adds to a mail who publishes it: name and picture above, licence and contacts below, as the stage has them. */
export function withPublisher<Composed extends Mail>(mail: Composed, publisher: Publisher): Composed {
  const markUrl = findSafeUrl(publisher.markUrl)
  const contacts = listContacts(publisher)
  const html = placePublisher(mail.html, {
    mark: renderMark(publisher, markUrl),
    notes: renderNotes(publisher, contacts),
    pictureOrigin: markUrl === undefined ? undefined : new URL(markUrl).origin,
  })
  const notes = [writeLicences(publisher), ...contacts.map(({ label, text }) => `${label}: ${text}`)]
  return { ...mail, html, text: `${mail.text.trimEnd()}\n${[publisher.name, ...notes].join('\n')}\n` }
}
