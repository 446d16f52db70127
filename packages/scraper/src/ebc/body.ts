import { cloneNode } from 'domhandler'
import { toMarkdown } from '../html/markdown.ts'
import { markCaptions } from '../html/captions.ts'
import { all, attribute, first, removeAll, textUpTo, type Element } from '../html/page.ts'
import { removeRelated } from '../body/related.ts'

const MACHINERY = 'script, style, form, button, nav, noscript, template'
const NOTE_CHARACTERS = 300
const NOTES = /^\s*\*\s*(restri[çc][ãa]o de uso)|^\s*clique aqui para saber|^\s*tags:/i
const CREDIT = /^\s*\*\s*com informações/i
const LEFTOVERS =
  /^[>\s]*(siga o perfil|compartilh(e|ar)( (est[ea]|a|no|em)\b.*)?:?$|.*\bwhats\s?app da (agência|tv) brasil|siga o canal .{0,60}\bwhats\s?app)/i
/** Addresses of logos and of pictures that count readers. */
const COUNTER = /\/ebc\.(?:png|gif)(?:\?|$)|pixel/i
/** A paragraph with one of these elements is not empty. */
const CONTENT = 'img, video, iframe, audio'

/** Drops empty paragraphs, notes on use and credits; a credit that opens the article stays. */
function dropNotes(body: Element): void {
  let isFirst = true
  const dropped: Element[] = []
  for (const paragraph of all('p', body)) {
    const text = textUpTo(paragraph, NOTE_CHARACTERS)
    const isEmpty = text === '' && first(CONTENT, paragraph) === null
    const isNote =
      text !== null && (NOTES.test(text) || LEFTOVERS.test(text) || (CREDIT.test(text) && !isFirst))
    if (isEmpty || isNote) dropped.push(paragraph)
    else isFirst = false
  }
  removeAll(dropped)
}

/** Drops pictures that only count readers. */
function dropCounters(body: Element): void {
  removeAll(
    all('img', body).filter(
      (image) => COUNTER.test(attribute(image, 'src')) || attribute(image, 'width') === '1',
    ),
  )
}

/** Returns the body of an EBC article as Markdown, with its links, lists and blanks between words. */
export function readEbcBody(source: Element, base: string): string {
  const body = cloneNode(source, true)
  removeAll(all(MACHINERY, body))
  markCaptions(body)
  removeRelated(body)
  dropCounters(body)
  dropNotes(body)
  return toMarkdown(body, base)
}
