import { writeOtherAgencies } from '@pauta/core/stories/also-in'
import type { ReleaseSection } from '@pauta/clippings/releases/sections'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { findSafeUrl } from './safe-url.ts'
import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { CHANGES_TITLE, writeChange } from './change-words.ts'
import { countOf } from './moments.ts'

const NAME_MAX_CHARACTERS = 100
const PREVIEW_MAX_CHARACTERS = 300
const TITLE_MAX_CHARACTERS = 200
const TITLES_MAX = 10
export const CHAT_CHANGES_MAX = 5
const CHANGE_LINE_MAX_CHARACTERS = 160
const AGENCY_MAX_CHARACTERS = 80
const OTHERS_MAX_CHARACTERS = 150

/** An article as chat messages show it. */
interface ChatArticle {
  uniqueId?: string
  title: string
  url: string | null
  agencyName?: string | null
  storyId?: string | null
  /** Names of the other agencies of its story. */
  otherAgencies?: readonly string[]
}

/** A line of a message, and how many articles it stands for. */
interface Line {
  article: ChatArticle
  articles: number
}

/** A release as chat messages show it. */
export interface ChatRelease {
  clippingName: string
  digestPreview: string
  articlesCount: number
  /** The message lists the first ten stories. */
  articles: readonly ChatArticle[]
  /** Edits and removals, newest first; the message shows the first five. */
  changes?: readonly ShownChange[]
  /** The recortes of a clipping with several, with the ids of their articles. */
  sections?: readonly ReleaseSection[] | null
  releaseUrl: string
}

/** How a chat marks texts up. The parameters are plain text. */
export interface ChatMarkup {
  /** Limit of a message, markup included. */
  maxCharacters: number
  escape: (text: string) => string
  bold: (text: string) => string
  link: (url: string, text: string) => string
}

const shown = (text: string, max: number) => cutAtWord(oneLine(text), max)

/** Returns a line for each story. */
function listLines(articles: readonly ChatArticle[]): Line[] {
  const byStory = new Map<string, Line>()
  return articles.flatMap((article) => {
    const before = article.storyId ? byStory.get(article.storyId) : undefined
    if (before) {
      before.articles++
      return []
    }
    const line = { article, articles: 1 }
    if (article.storyId) byStory.set(article.storyId, line)
    return [line]
  })
}

/** Returns the first changes, each with its lines, as far as they fill half of a message; blank without changes. */
function showChanges(
  changes: readonly ShownChange[],
  { maxCharacters, escape, bold, link }: ChatMarkup,
): string {
  const entries = changes.slice(0, CHAT_CHANGES_MAX).map((change) => {
    const { title, url, lines } = writeChange(change)
    const name = shown(title, TITLE_MAX_CHARACTERS)
    const told = lines.map((line) => escape(shown(line, CHANGE_LINE_MAX_CHARACTERS)))
    return [`• ${url === undefined ? escape(name) : link(url, name)}`, ...told].join('\n')
  })
  let block = ''
  for (const entry of entries) {
    const longer = [block === '' ? bold(CHANGES_TITLE) : block, entry].join('\n')
    if (longer.length > maxCharacters / 2) break
    block = longer
  }
  return block
}

/** A line of a message as text, and the article that it shows. */
interface WrittenLine {
  text: string
  uniqueId: string | undefined
}

/** Returns the lines below the titles of their recortes, if there are lines of several recortes. */
function joinLines(
  lines: readonly WrittenLine[],
  sections: readonly ReleaseSection[],
  bold: ChatMarkup['bold'],
): string {
  const blocks = sections
    .map(({ title, articleIds }) => ({
      title: shown(title, NAME_MAX_CHARACTERS),
      own: lines.filter(({ uniqueId }) => uniqueId !== undefined && articleIds.includes(uniqueId)),
    }))
    .filter(({ own }) => own.length > 0)
  const isComplete = blocks.reduce((sum, { own }) => sum + own.length, 0) === lines.length
  if (blocks.length < 2 || !isComplete) return lines.map(({ text }) => text).join('\n')
  return blocks.map(({ title, own }) => [bold(title), ...own.map(({ text }) => text)].join('\n')).join('\n\n')
}

/** Returns the line of a story: its title, its agency, and its other agencies. */
function writeLine(
  { title, url, agencyName, otherAgencies = [] }: ChatArticle,
  { escape, link }: Pick<ChatMarkup, 'escape' | 'link'>,
): string {
  const safeUrl = findSafeUrl(url)
  const shownTitle = shown(title, TITLE_MAX_CHARACTERS)
  const agency = shown(agencyName ?? '', AGENCY_MAX_CHARACTERS)
  const titled = `• ${safeUrl === undefined ? escape(shownTitle) : link(safeUrl, shownTitle)}`
  const line = agency === '' ? titled : `${titled} · ${escape(agency)}`
  const others = writeOtherAgencies(otherAgencies)
  return others === ''
    ? line
    : `${line} (${escape(shown(others[0]?.toLowerCase() + others.slice(1), OTHERS_MAX_CHARACTERS))})`
}

/**
 * Returns name, preview, up to ten linked titles with their agencies, below the titles of their recortes if there are
 * several, up to five changes, and a link to the release with the number of further articles. Leaves out titles from the
 * end until the text fits.
 */
export function releaseText(release: ChatRelease, markup: ChatMarkup): string {
  const { maxCharacters, escape, bold, link } = markup
  const changes = showChanges(release.changes ?? [], markup)
  const linked = (url: string | undefined, text: string) =>
    url === undefined ? escape(text) : link(url, text)
  const lines = listLines(release.articles).slice(0, TITLES_MAX)
  const written = lines.map(({ article }) => ({
    text: writeLine(article, { escape, link }),
    uniqueId: article.uniqueId,
  }))
  const releaseUrl = findSafeUrl(release.releaseUrl)
  for (let count = written.length; ; count--) {
    const told = lines.slice(0, count).reduce((sum, { articles }) => sum + articles, 0)
    const more = release.articlesCount - told
    const blocks = [
      bold(shown(release.clippingName, NAME_MAX_CHARACTERS)),
      escape(shown(release.digestPreview, PREVIEW_MAX_CHARACTERS)),
      joinLines(written.slice(0, count), release.sections ?? [], bold),
      changes,
      linked(
        releaseUrl,
        more > 0
          ? `E mais ${countOf(more, 'notícia', 'notícias')} na edição completa`
          : 'Ver a edição completa',
      ),
    ]
    const text = blocks.filter(Boolean).join('\n\n')
    if (text.length <= maxCharacters || count === 0) return text
  }
}
