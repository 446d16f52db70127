import { excerptHtml } from './article-html.ts'
import type { DigestArticle, DigestRecorte } from './digest-article.ts'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { findSafeUrl } from './safe-url.ts'

const TITLE_MAX_CHARACTERS = 300
const SUMMARY_MAX_CHARACTERS = 420
/** Mail clients cut messages at about 100 KB, so later articles are listed without summaries. */
const SUMMARIES_MAX = 60

/** An article as shown: texts on one line, the URL checked or absent. */
export interface ShownArticle {
  title: string
  url: string | undefined
  agencyName: string
  publishedAt: Date | null
  summary: string
  /** Sanitised excerpt, used when there is no summary. */
  excerptHtml: string
  /** Titles of the other recortes that capture the article. */
  alsoIn: string[]
}

export interface Section {
  title: string
  articles: ShownArticle[]
  /** Number of the recorte's articles that are shown under an earlier recorte. */
  shownBefore: number
  /** Number of the recorte's articles that the digest does not show. */
  more: number
}

function showArticle(article: DigestArticle, position: number): Omit<ShownArticle, 'alsoIn'> {
  const whole = position < SUMMARIES_MAX
  const summary = whole ? cutAtWord(oneLine(article.summary ?? ''), SUMMARY_MAX_CHARACTERS) : ''
  return {
    title: cutAtWord(oneLine(article.title), TITLE_MAX_CHARACTERS) || 'Notícia sem título',
    url: findSafeUrl(article.url),
    agencyName: oneLine(article.agencyName ?? article.agency ?? ''),
    publishedAt: article.publishedAt,
    summary,
    excerptHtml:
      whole && summary === '' ? excerptHtml(article.contentHtml ?? '', SUMMARY_MAX_CHARACTERS) : '',
  }
}

/**
 * Returns a section for each recorte, in order. Each article is in the section of the first recorte that captures it,
 * with the titles of the others.
 */
export function groupArticles(recortes: readonly DigestRecorte[]): Section[] {
  const shown = new Map<string, ShownArticle>()
  return recortes.map(({ title: recorteTitle, articles, more = 0 }) => {
    const title = oneLine(recorteTitle)
    const section: Section = { title, articles: [], shownBefore: 0, more }
    const own = new Set<string>()
    for (const article of articles) {
      if (own.has(article.uniqueId)) continue
      own.add(article.uniqueId)
      const before = shown.get(article.uniqueId)
      if (before) {
        before.alsoIn.push(title)
        section.shownBefore++
        continue
      }
      const entry = { ...showArticle(article, shown.size), alsoIn: [] }
      shown.set(article.uniqueId, entry)
      section.articles.push(entry)
    }
    return section
  })
}
