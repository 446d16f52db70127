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
  /** Names of other agencies that published the same story. */
  otherAgencies: string[]
}

export interface Section {
  title: string
  articles: ShownArticle[]
  /** Number of the recorte's articles that are shown under an earlier recorte. */
  shownBefore: number
  /** Number of the recorte's articles that the digest does not show. */
  more: number
}

const nameOf = ({ agencyName, agency }: DigestArticle): string => oneLine(agencyName ?? agency ?? '')

function showArticle(
  article: DigestArticle,
  position: number,
): Omit<ShownArticle, 'alsoIn' | 'otherAgencies'> {
  const whole = position < SUMMARIES_MAX
  const summary = whole ? cutAtWord(oneLine(article.summary ?? ''), SUMMARY_MAX_CHARACTERS) : ''
  return {
    title: cutAtWord(oneLine(article.title), TITLE_MAX_CHARACTERS) || 'Notícia sem título',
    url: findSafeUrl(article.url),
    agencyName: nameOf(article),
    publishedAt: article.publishedAt,
    summary,
    excerptHtml:
      whole && summary === '' ? excerptHtml(article.contentHtml ?? '', SUMMARY_MAX_CHARACTERS) : '',
  }
}

/** Adds an agency of the story to an article, unless the article names it already. */
function addAgency({ agencyName, otherAgencies }: ShownArticle, name: string): void {
  if (name !== '' && name !== agencyName && !otherAgencies.includes(name)) otherAgencies.push(name)
}

/** A shorter text may be equal by chance, such as "Confira a agenda.". */
const TEXT_MIN_CHARACTERS = 200

const articleKey = ({ uniqueId }: Pick<DigestArticle, 'uniqueId'>) => `article ${uniqueId}`

/** What a digest shows once: an article, its story, and its text, because a text may have no story yet. */
function keysOf({ uniqueId, storyId, contentHtml }: DigestArticle): string[] {
  const text = contentHtml?.trim() ?? ''
  return [
    articleKey({ uniqueId }),
    ...(storyId ? [`story ${storyId}`] : []),
    ...(text.length < TEXT_MIN_CHARACTERS ? [] : [`text ${text}`]),
  ]
}

/**
 * Returns a section for each recorte, in order. Each story is in the section of the first recorte that captures an
 * article of it, as its first article there, with the titles of the other recortes and the names of the other agencies.
 */
export function groupArticles(recortes: readonly DigestRecorte[]): Section[] {
  const byKey = new Map<string, ShownArticle>()
  let count = 0
  return recortes.map(({ title: recorteTitle, articles, more = 0 }) => {
    const title = oneLine(recorteTitle)
    const section: Section = { title, articles: [], shownBefore: 0, more }
    const own = new Set<ShownArticle>()
    for (const article of articles) {
      const keys = keysOf(article)
      const isRepeated = byKey.has(articleKey(article))
      const before = keys.map((key) => byKey.get(key)).find((entry) => entry !== undefined)
      const entry = before ?? { ...showArticle(article, count++), alsoIn: [], otherAgencies: [] }
      for (const key of keys) byKey.set(key, entry)
      const names = isRepeated ? [] : [nameOf(article), ...(article.otherAgencies ?? []).map(oneLine)]
      for (const name of names) addAgency(entry, name)
      if (own.has(entry)) continue
      own.add(entry)
      if (before) {
        before.alsoIn.push(title)
        section.shownBefore++
      } else section.articles.push(entry)
    }
    return section
  })
}
