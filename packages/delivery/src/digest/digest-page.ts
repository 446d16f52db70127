import { writeOtherAgencies } from '@pauta/core/stories/also-in'
import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { formatDay } from '@pauta/platform/text/portuguese'
import { createElement as h, type ReactNode } from 'react'
import {
  CHANGES_TITLE,
  NO_CHANGES,
  writeChange,
  writeMoreChanges,
  type DigestChanges,
} from './change-words.ts'
import { RECIPIENT_MARK } from './recipient-mark.ts'
import type { Section, ShownArticle } from './group-articles.ts'
import { link, paragraph, renderDocument, STYLE } from './page-layout.ts'
import {
  FOOTER_TEXT,
  isEmptySection,
  listContents,
  writeAlsoIn,
  writeByline,
  writeEmpty,
  writeMore,
  writeShownBefore,
  type DigestFacts,
} from './wording.ts'

/** The data of the HTML page and the plain text. */
export interface DigestPage extends DigestFacts {
  subject: string
  preview: string
  intro: string
  /** The clipping's subject as its author described it; blank when missing. */
  about: string
}

const anchorOf = (section: number, article?: number) =>
  article === undefined ? `recorte-${section + 1}` : `noticia-${section + 1}-${article + 1}`

/** A link inside of the page: it opens no other window. */
const jump = (anchor: string, text: string): ReactNode =>
  h('a', { href: `#${anchor}`, className: 'l', style: STYLE.link }, text)

function contentsNode(sections: readonly Section[]): ReactNode {
  const entries = listContents(sections)
  if (entries.length === 0) return null
  const items = entries.map(({ section, heading, titles }) =>
    h(
      'li',
      { key: section },
      jump(anchorOf(section), heading),
      titles.length > 0 &&
        h(
          'ul',
          { style: { margin: '0 0 6px', paddingLeft: '20px' } },
          titles.map((title, at) => h('li', { key: at }, jump(anchorOf(section, at), title))),
        ),
    ),
  )
  const style = { ...STYLE.body, paddingLeft: '20px' }
  return h(
    'nav',
    { key: 'contents', 'aria-label': 'Nesta edição' },
    h('ul', { className: 't', style }, items),
  )
}

function articleNode(article: ShownArticle, section: number, key: number): ReactNode {
  const { title, url, summary } = article
  const byline = writeByline(article)
  const alsoIn = writeAlsoIn(article)
  const others = writeOtherAgencies(article.otherAgencies)
  return h(
    'div',
    { key, id: anchorOf(section, key), style: STYLE.article },
    h('h3', { className: 't', style: STYLE.h3 }, url === undefined ? title : link(url, title)),
    byline !== '' && paragraph(byline, 'muted'),
    summary !== '' && paragraph(summary, 'body'),
    article.excerptHtml !== '' &&
      h('div', {
        className: 'x',
        style: STYLE.body,
        dangerouslySetInnerHTML: { __html: article.excerptHtml },
      }),
    others !== '' && paragraph(others, 'muted'),
    alsoIn !== '' && paragraph(alsoIn, 'muted'),
  )
}

function sectionNode(section: Section, key: number): ReactNode {
  const shownBefore = writeShownBefore(section)
  const more = writeMore(section)
  return h(
    'div',
    { key, id: anchorOf(key), className: 's', style: STYLE.section },
    h('h2', { className: 't', style: STYLE.h2 }, section.title),
    section.articles.map((article, at) => articleNode(article, key, at)),
    shownBefore !== '' && paragraph(shownBefore, 'muted'),
    more !== '' && paragraph(more, 'muted'),
  )
}

function changeNode(change: ShownChange, key: number): ReactNode {
  const { title, url, agencyName, lines } = writeChange(change)
  return h(
    'div',
    { key, style: STYLE.article },
    h('h3', { className: 't', style: STYLE.h3 }, url === undefined ? title : link(url, title)),
    agencyName !== '' && paragraph(agencyName, 'muted'),
    lines.map((line, at) => paragraph(line, 'body', `line-${at}`)),
  )
}

function changesNode(changes: DigestChanges = NO_CHANGES): ReactNode {
  if (changes.shown.length === 0) return null
  const more = writeMoreChanges(changes)
  return h(
    'div',
    { key: 'changes', id: 'mudancas', className: 's', style: STYLE.section },
    h('h2', { className: 't', style: STYLE.h2 }, CHANGES_TITLE),
    changes.shown.map(changeNode),
    more !== '' && paragraph(more, 'muted'),
  )
}

/** Renders the digest as an HTML document, with a placeholder for what depends on the recipient. */
export function renderDigestPage(page: DigestPage): string {
  const empty = writeEmpty(page.sections)
  const filled = page.sections.filter((section) => !isEmptySection(section))
  const children = [
    h('h1', { key: 'name', className: 't', style: STYLE.h1 }, page.name),
    h(
      'p',
      { key: 'day', className: 'm', style: { ...STYLE.muted, margin: '0 0 14px' } },
      formatDay(page.refTime),
    ),
    paragraph(page.intro, 'text', 'intro'),
    contentsNode(filled),
    ...filled.map(sectionNode),
    changesNode(page.changes),
    h(
      'div',
      { key: 'footer', className: 's', style: STYLE.section },
      empty !== '' && paragraph(empty, 'muted'),
      page.about !== '' && paragraph(`Sobre este clipping: ${page.about}`, 'muted'),
      paragraph(FOOTER_TEXT, 'muted'),
      h('div', { [RECIPIENT_MARK]: '' }),
    ),
  ]
  return renderDocument({ title: page.subject, preview: page.preview, children })
}
