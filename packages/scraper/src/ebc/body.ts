import { cloneNode } from 'domhandler'
import { removeElement } from 'domutils'
import { toMarkdown } from '../html/markdown.ts'
import { all, first, textUpTo, type Element } from '../html/page.ts'

const MACHINERY = 'script, style, form, button, nav, noscript, template'
const SHORT_PARAGRAPH_CHARACTERS = 10
const NOTE_CHARACTERS = 300
const NOTES = /^\s*\*\s*(restri[çc][ãa]o de uso)|^\s*clique aqui para saber|^\s*tags:/i
const CREDIT = /^\s*\*\s*com informações/i
const LEFTOVERS =
  /^(siga o perfil|compartilh(e|ar)( (est[ea]|a|no|em)\b.*)?:?$|.*\bwhats\s?app da (agência|tv) brasil)/i
/** `p` outside of these is a paragraph of the article. */
const CONTENT = 'img, video, iframe, audio'

/** Drops short paragraphs, notes on use and credits; a credit that opens the article stays. */
function dropNotes(body: Element): void {
  let isFirst = true
  for (const paragraph of all('p', body)) {
    const text = textUpTo(paragraph, NOTE_CHARACTERS)
    const isShort =
      text !== null && text.length <= SHORT_PARAGRAPH_CHARACTERS && first(CONTENT, paragraph) === null
    const isNote =
      text !== null && (NOTES.test(text) || LEFTOVERS.test(text) || (CREDIT.test(text) && !isFirst))
    if (isShort || isNote) removeElement(paragraph)
    else isFirst = false
  }
}

/** The body of an EBC article as Markdown. Links, lists and blanks between words are kept. */
export function readEbcBody(source: Element, base: string): string {
  const body = cloneNode(source, true)
  for (const element of all(MACHINERY, body)) removeElement(element)
  dropNotes(body)
  return toMarkdown(body, base)
}
