import { cutAtWord } from '@pauta/platform/text/cut-text'
import { changeWords, endWords } from '../../digest/wording.ts'
import { releaseText, type ChatRelease } from '../../digest/release-text.ts'

/** Telegram limits the text without markup. Limiting the whole is stricter. */
const MESSAGE_MAX_CHARACTERS = 4096
const NAME_MAX_CHARACTERS = 100

/** Escapes the four characters with a meaning in Telegram's HTML. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns the message for a release: at most 4,096 characters. */
export function telegramText(release: ChatRelease): string {
  return releaseText(release, {
    maxCharacters: MESSAGE_MAX_CHARACTERS,
    escape,
    bold: (text) => `<b>${escape(text)}</b>`,
    link: (url, text) => `<a href="${escape(url)}">${escape(text)}</a>`,
  })
}

/** Message that a clipping ended. */
export const telegramEndedText = (clippingName: string, isUnpublished: boolean): string =>
  escape(endWords(cutAtWord(clippingName, NAME_MAX_CHARACTERS), isUnpublished).sentence)

/** Message that a followed clipping changed. */
export const telegramChangedText = (clippingName: string, changes: readonly string[]): string =>
  escape(changeWords(cutAtWord(clippingName, NAME_MAX_CHARACTERS), changes).sentence)
