import { maskMarkup, removeMarkup } from './mask-markup.ts'
import { maskTokens } from './mask-tokens.ts'

/** Maximum length that is read, in UTF-16 units; the longest text received has about 200,000. */
const TEXT_MAX_CHARACTERS = 1_000_000

const UNDERLINE = /^[ \t]*(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$/
// Lines that content management systems insert between headline and text.
const BOILERPLATE =
  /^[ \t]*(?:Compartilhe(?: por.{0,30})?:?|(?:link para )?Copiar para (?:a )?área de transferência|Publicado em \d.{0,60}|Atualizado em \d.{0,60})[ \t]*$/i

const lettersOf = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Replaces lines that are no prose by blanks: rules, share buttons, and a first heading that repeats the title. */
function maskLines(text: string, title: string): string {
  const wanted = lettersOf(title)
  let headed = false
  return text
    .split('\n')
    .map((line) => {
      const repeatsTitle =
        !headed && wanted !== '' && line.length <= 2 * title.length + 20 && lettersOf(line) === wanted
      if (line.trim() !== '') headed = true
      const noise = repeatsTitle || UNDERLINE.test(line) || (line.length < 120 && BOILERPLATE.test(line))
      return noise ? ' '.repeat(line.length) : line
    })
    .join('\n')
}

/**
 * Returns the prose of a published text. Markdown, HTML, addresses, share buttons and a first heading that repeats `title`
 * become blanks of the same length, so offsets into the result are offsets into `content`. Link texts and emphasised
 * words stay. Takes time linear in the length.
 */
export function toReadableText(content: string, title = ''): string {
  const text = content.slice(0, TEXT_MAX_CHARACTERS).replaceAll('\r', ' ')
  return maskLines(maskTokens(maskMarkup(text)), title)
}

/**
 * Returns the prose of a published text for people: without Markdown marks inside of lines, HTML, images, share buttons and a
 * first heading that repeats `title`. Link texts and addresses stay. Marks at the beginning of lines and of tables stay
 * too. Offsets differ from those of `content`. Takes time linear in the length.
 */
export function toPlainText(content: string, title = ''): string {
  const text = content.slice(0, TEXT_MAX_CHARACTERS).replaceAll('\r', ' ')
  return maskLines(removeMarkup(text), title)
}
