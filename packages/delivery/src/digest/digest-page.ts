import { writeOtherAgencies } from '@pauta/core/stories/also-in'
import { formatDay } from '@pauta/platform/text/portuguese'
import { createElement as h, type ReactNode } from 'react'
import { RECIPIENT_MARK } from './recipient-mark.ts'
import type { Section, ShownArticle } from './group-articles.ts'
import { link, paragraph, renderDocument, STYLE } from './page-layout.ts'
import {
  FOOTER_TEXT,
  isEmptySection,
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

function articleNode(article: ShownArticle, key: number): ReactNode {
  const { title, url, summary } = article
  const byline = writeByline(article)
  const alsoIn = writeAlsoIn(article)
  const others = writeOtherAgencies(article.otherAgencies)
  return h(
    'div',
    { key, style: STYLE.article },
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
    { key, className: 's', style: STYLE.section },
    h('h2', { className: 't', style: STYLE.h2 }, section.title),
    section.articles.map(articleNode),
    shownBefore !== '' && paragraph(shownBefore, 'muted'),
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
    ...filled.map(sectionNode),
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
