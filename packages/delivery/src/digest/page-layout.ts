import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Light colours are inline, for clients without style sheets. All pairs have a contrast above 4.5. */
const LIGHT = { page: '#f1f3f5', card: '#ffffff', text: '#1d2127', muted: '#565e6a', link: '#0b56a3' }
const DARK = { page: '#111418', card: '#1b1f25', text: '#e7eaee', muted: '#aab3bf', link: '#8dbcf5' }
const RULE = { light: '#d9dee4', dark: '#39414b' }
const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

export const STYLE = {
  h1: { margin: '0 0 8px', fontSize: '24px', lineHeight: '30px', color: LIGHT.text },
  h2: { margin: '0 0 4px', fontSize: '18px', lineHeight: '24px', color: LIGHT.text },
  h3: { margin: '0', fontSize: '16px', lineHeight: '22px', color: LIGHT.text },
  text: { margin: '0 0 10px', fontSize: '16px', lineHeight: '24px', color: LIGHT.text },
  body: { margin: '4px 0 0', fontSize: '15px', lineHeight: '22px', color: LIGHT.text },
  muted: { margin: '4px 0 0', fontSize: '13px', lineHeight: '19px', color: LIGHT.muted },
  link: { color: LIGHT.link, textDecoration: 'underline' },
  section: { marginTop: '24px', borderTop: `1px solid ${RULE.light}`, paddingTop: '18px' },
  article: { padding: '12px 0 0' },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: '6px',
    backgroundColor: LIGHT.link,
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 600,
    textDecoration: 'none',
  },
} satisfies Record<string, CSSProperties>

/** Overrides for dark mode and small screens. Class names are short because each article repeats them. */
const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
h1,h2,h3,p,li,a{overflow-wrap:break-word;word-break:break-word}
.x a{color:${LIGHT.link}}
.x p,.x ul,.x ol,.x blockquote{margin:4px 0 0}
@media (max-width:480px){.c{padding:20px 16px!important}}
@media (prefers-color-scheme:dark){
.p,.p td{background-color:${DARK.page}!important}
.c{background-color:${DARK.card}!important}
.t,.x{color:${DARK.text}!important}
.m{color:${DARK.muted}!important}
.l,.x a{color:${DARK.link}!important}
.s{border-color:${RULE.dark}!important}
.b{background-color:${DARK.link}!important;color:#10151b!important}
}`

/** Allows inline styles only, in case the page is opened outside of a mail client. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** A link out of the mail or frame, whose target gets no access to the opener. */
export function link(href: string, children: ReactNode, style: CSSProperties = STYLE.link): ReactNode {
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer', className: 'l', style }, children)
}

/** A paragraph in the text colour, or with `muted` in the lighter colour. */
export function paragraph(children: ReactNode, style: 'text' | 'body' | 'muted' = 'text', key?: string) {
  return h('p', { key, className: style === 'muted' ? 'm' : 't', style: STYLE[style] }, children)
}

/** Attributes of the empty places for the publisher's mark and notes. Articles cannot contain them, as `RECIPIENT_MARK`. */
const MARK_PLACE = 'data-publisher'
const NOTES_PLACE = 'data-publisher-notes'
const placeOf = (attribute: string) => `<div ${attribute}=""></div>`

/** What a publisher adds to a document. */
export interface PublisherParts {
  mark: ReactNode
  notes: ReactNode
  /** Origin of the picture; undefined without one. */
  pictureOrigin: string | undefined
}

/** Fills the places of a document for its publisher. A document without them, such as an imported digest, stays as it is. */
export function placePublisher(html: string, { mark, notes, pictureOrigin }: PublisherParts): string {
  // As React writes it into the attribute.
  const policy = POLICY.replaceAll("'", '&#x27;')
  const allowed =
    pictureOrigin === undefined ? html : html.replace(policy, `${policy}; img-src ${pictureOrigin}`)
  return allowed
    .replace(placeOf(MARK_PLACE), () => renderFragment(mark))
    .replace(placeOf(NOTES_PLACE), () => renderFragment(notes))
}

/** Renders a part of a page. React escapes all values. */
export const renderFragment = (node: ReactNode): string => renderToStaticMarkup(node)

/**
 * Renders a whole document around `children`: language, light and dark colours, one column of at most 640 pixels, and a
 * hidden line that mail clients show beside the subject.
 */
export function renderDocument(page: { title: string; preview: string; children: ReactNode }): string {
  const head = h(
    Head,
    null,
    h('title', null, page.title),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('meta', { httpEquiv: 'Content-Security-Policy', content: POLICY }),
    h('style', { dangerouslySetInnerHTML: { __html: SHEET } }),
  )
  const card = { backgroundColor: LIGHT.card, padding: '28px 32px' }
  const body = h(
    Body,
    { className: 'p', style: { backgroundColor: LIGHT.page, fontFamily: FONT } },
    h(Preview, null, page.preview),
    h(
      Container,
      { style: { maxWidth: '640px', width: '100%' } },
      h('div', { [MARK_PLACE]: '' }),
      h('div', { role: 'main', className: 'c', style: card }, page.children),
      h('div', { [NOTES_PLACE]: '' }),
    ),
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(h(Html, { lang: 'pt-BR' }, head, body))}`
}
