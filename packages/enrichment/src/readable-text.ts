import { maskMarkup } from './mask-markup.ts'
import { maskTokens } from './mask-tokens.ts'

/** Longest text that is looked at, in UTF-16 units; the longest real article has about 200,000. */
export const TEXT_MAX_CHARACTERS = 1_000_000

const UNDERLINE = /^[ \t]*(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$/
// What content management systems put between headline and text, as one line each.
const BOILERPLATE =
  /^[ \t]*(?:Compartilhe(?: por.{0,30})?:?|(?:link para )?Copiar para (?:a )?área de transferência|Publicado em \d.{0,60}|Atualizado em \d.{0,60})[ \t]*$/i

const lettersOf = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Blanks the lines that are no prose: rules, share buttons, and a first heading that repeats the title. */
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
 * The prose of an article: Markdown, HTML, addresses and share buttons are overwritten with blanks of the same length,
 * so every offset into the result is an offset into `content`. Link texts and emphasised words stay. A heading at the
 * start that repeats `title` is blanked too. Takes time linear in the length.
 */
export function toReadableText(content: string, title = ''): string {
  const text = content.slice(0, TEXT_MAX_CHARACTERS).replaceAll('\r', ' ')
  return maskLines(maskTokens(maskMarkup(text)), title)
}
