import { cloneNode } from 'domhandler'
import { toMarkdown } from '../html/markdown.ts'
import { nextElementSibling } from 'domutils'
import { all, attribute, first, removeAll, textOf, textUpTo, type Element } from '../html/page.ts'

const MACHINERY = 'script, style, form, button, nav, noscript, template'
const SHORT_PARAGRAPH_CHARACTERS = 10
const NOTE_CHARACTERS = 300
const NOTES = /^\s*\*\s*(restri[çc][ãa]o de uso)|^\s*clique aqui para saber|^\s*tags:/i
const CREDIT = /^\s*\*\s*com informações/i
const LEFTOVERS =
  /^[>\s]*(siga o perfil|compartilh(e|ar)( (est[ea]|a|no|em)\b.*)?:?$|.*\bwhats\s?app da (agência|tv) brasil|siga o canal .{0,60}\bwhats\s?app)/i
const RELATED = /^not[íi]cias? relacionadas?:?$/i
/** Addresses of logos and of pictures that count readers. */
const COUNTER = /\/ebc\.(?:png|gif)(?:\?|$)|pixel/i
/** A paragraph with one of these elements is not empty. */
const CONTENT = 'img, video, iframe, audio'

/** Drops short paragraphs, notes on use and credits; a credit that opens the article stays. */
function dropNotes(body: Element): void {
  let isFirst = true
  const dropped: Element[] = []
  for (const paragraph of all('p', body)) {
    const text = textUpTo(paragraph, NOTE_CHARACTERS)
    const isShort =
      text !== null && text.length <= SHORT_PARAGRAPH_CHARACTERS && first(CONTENT, paragraph) === null
    const isNote =
      text !== null && (NOTES.test(text) || LEFTOVERS.test(text) || (CREDIT.test(text) && !isFirst))
    if (isShort || isNote) dropped.push(paragraph)
    else isFirst = false
  }
  removeAll(dropped)
}

/** Whether an element is a list, or a block of nothing but links. */
function isLinkList(element: Element): boolean {
  if (/^(?:ul|ol)$/.test(element.name)) return true
  const linked = all('a', element).reduce((length, link) => length + textOf(link).length, 0)
  return linked > 0 && /^(?:div|section|nav|aside)$/.test(element.name) && linked >= textOf(element).length
}

/** Drops the heading "Notícias relacionadas" with the links behind it, and pictures that only count readers. */
function dropFurniture(body: Element): void {
  const headings = all('h2, h3, h4, h5, p', body).filter((heading) =>
    RELATED.test(textUpTo(heading, 40) ?? ''),
  )
  const lists = headings.flatMap((heading) => {
    const next = nextElementSibling(heading)
    return next !== null && isLinkList(next) ? [next] : []
  })
  const counters = all('img', body).filter(
    (image) => COUNTER.test(attribute(image, 'src')) || attribute(image, 'width') === '1',
  )
  removeAll([...headings, ...lists, ...counters])
}

/** Returns the body of an EBC article as Markdown, with its links, lists and blanks between words. */
export function readEbcBody(source: Element, base: string): string {
  const body = cloneNode(source, true)
  removeAll(all(MACHINERY, body))
  dropFurniture(body)
  dropNotes(body)
  return toMarkdown(body, base)
}
