import { cutAtWord, oneLine } from '../../digest/plain-text.ts'
import { findSafeUrl } from '../../digest/safe-url.ts'
import { changeWords, countOf, endWords } from '../../digest/wording.ts'

/** Telegram limits the text without markup. Limiting the whole is stricter. */
const MESSAGE_MAX_CHARACTERS = 4096
const NAME_MAX_CHARACTERS = 100
const PREVIEW_MAX_CHARACTERS = 300
const TITLE_MAX_CHARACTERS = 200
const TITLES_MAX = 10

export interface TelegramRelease {
  clippingName: string
  digestPreview: string
  articlesCount: number
  /** Newest first; the message lists the first ten. */
  articles: readonly { title: string; url: string | null }[]
  releaseUrl: string | null
}

/** Escapes the four characters with a meaning in Telegram's HTML. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const anchor = (url: string | undefined, text: string): string =>
  url === undefined ? escape(text) : `<a href="${escape(url)}">${escape(text)}</a>`

const shown = (text: string, max: number) => cutAtWord(oneLine(text), max)

/**
 * Returns name, preview, up to ten linked titles, the number of further articles and a link to the release: at most
 * 4,096 characters.
 */
export function telegramText(release: TelegramRelease): string {
  const titles = release.articles
    .slice(0, TITLES_MAX)
    .map(({ title, url }) => `• ${anchor(findSafeUrl(url), shown(title, TITLE_MAX_CHARACTERS))}`)
  const releaseUrl = findSafeUrl(release.releaseUrl)
  for (let count = titles.length; ; count--) {
    const more = release.articlesCount - count
    const blocks = [
      `<b>${escape(shown(release.clippingName, NAME_MAX_CHARACTERS))}</b>`,
      escape(shown(release.digestPreview, PREVIEW_MAX_CHARACTERS)),
      titles.slice(0, count).join('\n'),
      more > 0 ? `E mais ${countOf(more, 'notícia', 'notícias')}.` : '',
      releaseUrl === undefined ? '' : anchor(releaseUrl, 'Ver a edição completa'),
    ]
    const text = blocks.filter(Boolean).join('\n\n')
    if (text.length <= MESSAGE_MAX_CHARACTERS || count === 0) return text
  }
}

/** Message that a clipping ended. */
export const telegramEndedText = (clippingName: string, isUnpublished: boolean): string =>
  escape(endWords(cutAtWord(clippingName, NAME_MAX_CHARACTERS), isUnpublished).sentence)

/** Message that a followed clipping changed. */
export const telegramChangedText = (clippingName: string, changes: readonly string[]): string =>
  escape(changeWords(cutAtWord(clippingName, NAME_MAX_CHARACTERS), changes).sentence)
