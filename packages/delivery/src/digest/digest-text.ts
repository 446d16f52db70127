import { writeOtherAgencies } from '@pauta/core/stories/also-in'
import { formatDay } from '@pauta/platform/text/portuguese'
import { excerptText } from './article-html.ts'
import {
  CHANGES_TITLE,
  NO_CHANGES,
  writeChange,
  writeMoreChanges,
  type DigestChanges,
} from './change-words.ts'
import type { DigestPage } from './digest-page.ts'
import type { Section, ShownArticle } from './group-articles.ts'
import {
  FOOTER_TEXT,
  isEmptySection,
  writeAlsoIn,
  writeByline,
  writeEmpty,
  writeMore,
  writeShownBefore,
} from './wording.ts'

const lines = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n')

const articleText = (article: ShownArticle): string =>
  lines(
    `* ${article.title}`,
    writeByline(article),
    article.summary || excerptText(article.excerptHtml),
    writeOtherAgencies(article.otherAgencies),
    writeAlsoIn(article),
    article.url,
  )

const heading = (title: string): string =>
  lines(title.toUpperCase(), '-'.repeat(Math.min([...title].length, 60)))

const sectionText = (section: Section): string =>
  [
    heading(section.title),
    ...section.articles.map(articleText),
    writeShownBefore(section),
    writeMore(section),
  ]
    .filter(Boolean)
    .join('\n\n')

function changesText(changes: DigestChanges = NO_CHANGES): string {
  if (changes.shown.length === 0) return ''
  const blocks = changes.shown.map((change) => {
    const { title, url, agencyName, lines: told } = writeChange(change)
    return lines(`* ${title}`, agencyName, ...told, url)
  })
  return [heading(CHANGES_TITLE), ...blocks, writeMoreChanges(changes)].filter(Boolean).join('\n\n')
}

/** Renders the digest as plain text, with the same words in the same order as the page. */
export function renderDigestText(page: DigestPage): string {
  const filled = page.sections.filter((section) => !isEmptySection(section))
  const blocks = [
    lines(page.name, formatDay(page.refTime)),
    page.intro,
    ...filled.map(sectionText),
    changesText(page.changes),
    writeEmpty(page.sections),
    page.about === '' ? '' : `Sobre este clipping: ${page.about}`,
    FOOTER_TEXT,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
