import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { findSafeUrl } from '../digest/safe-url.ts'
import { countOf } from '../digest/wording.ts'

const NAME_MAX_CHARACTERS = 100
const PREVIEW_MAX_CHARACTERS = 300
const TITLE_MAX_CHARACTERS = 200
const TITLES_MAX = 10

/** A release as chat messages show it. */
export interface ChatRelease {
  clippingName: string
  digestPreview: string
  articlesCount: number
  /** Newest first; the message lists the first ten. */
  articles: readonly { title: string; url: string | null }[]
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

/**
 * Returns name, preview, up to ten linked titles, and a link to the release with the number of further articles. Leaves
 * out titles from the end until the text fits.
 */
export function releaseText(release: ChatRelease, { maxCharacters, escape, bold, link }: ChatMarkup): string {
  const linked = (url: string | undefined, text: string) =>
    url === undefined ? escape(text) : link(url, text)
  const titles = release.articles
    .slice(0, TITLES_MAX)
    .map(({ title, url }) => `• ${linked(findSafeUrl(url), shown(title, TITLE_MAX_CHARACTERS))}`)
  const releaseUrl = findSafeUrl(release.releaseUrl)
  for (let count = titles.length; ; count--) {
    const more = release.articlesCount - count
    const blocks = [
      bold(shown(release.clippingName, NAME_MAX_CHARACTERS)),
      escape(shown(release.digestPreview, PREVIEW_MAX_CHARACTERS)),
      titles.slice(0, count).join('\n'),
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
