import { isTag } from 'domhandler'
import { nextElementSibling } from 'domutils'
import {
  all,
  attribute,
  classesOf,
  linkedLength,
  removeAll,
  textOf,
  textUpTo,
  type Element,
} from '../html/page.ts'

/** Names of boxes around the text: viewlets of Plone, details of Joomla, related items, comments, share bars, cookies. */
const BOX =
  /^(?:viewlet-below-content(?:-body)?|viewlet-social-like|(?:portlet)?related-?items|related|section-related|relacionad[oa]s|(?:not[íi]cias|conte[úu]dos?)-relacionad[oa]s?|leia-(?:tambem|mais)|veja-tambem|documentactions|discussion|comments?|comentarios|commenting|article-info|actions|br-cookiebar|(?:eu-)?cookies?-(?:bar|banner|notice|consent|law|compliance)\S*|lgpd-\S+)$/i
/** Names that systems give to such boxes, and to nothing else: of brasil.gov.portal, sc.social.like and Jetpack. */
const SYSTEM_BOXES =
  '.relatar-erros, .photo-icon, .carrossel-images, #social-tags-body, .sharedaddy, .jp-relatedposts'
const WORDS = String.raw`(?:(?:leia|veja|confira) (?:também|tamb[eé]m|mais)|(?:not[íi]cias?|mat[ée]rias?|conte[úu]dos?|textos?|itens) relacionad[oa]s?|relacionad[oa]s?|(?:mais|outras|últimas) not[íi]cias)`
const HEADING = new RegExp(String.raw`^${WORDS}\s*[:.…]*$`, 'i')
const LINE = new RegExp(String.raw`^[\s>»→•–-]*${WORDS}\s*:`, 'i')
const HEADING_CHARACTERS = 40
const LINE_CHARACTERS = 300
/** What holds more of the text than this, links aside, is no box around it. */
const BOX_MAX_SHARE = 0.5
const LINKED_MIN_SHARE = 0.6

/** Whether most of an element's text, besides the words `except`, is links. */
function isLinks(element: Element, except = 0): boolean {
  const linked = linkedLength(element)
  return linked > 0 && linked >= (textOf(element).length - except) * LINKED_MIN_SHARE
}

const isBox = (element: Element) =>
  [attribute(element, 'id'), ...classesOf(element)].some((name) => BOX.test(name))

/** The lists of links behind a heading, up to the next element that is something else. */
function linksBehind(heading: Element): Element[] {
  const lists: Element[] = []
  let next = nextElementSibling(heading)
  while (next !== null && isLinks(next)) {
    lists.push(next)
    next = nextElementSibling(next)
  }
  return lists
}

/** A heading such as "Leia também" with its links. */
function withLinks(heading: Element): Element[] {
  const lists = linksBehind(heading)
  const { parent } = heading
  if (lists.length > 0) return [heading, ...lists]
  const isWhole = parent !== null && isTag(parent) && isLinks(parent, textOf(heading).length)
  return isWhole ? [parent] : [heading]
}

/**
 * Removes what stands around and between the text to lead to other pages: boxes of related items, headings such as
 * "Leia também" with their links, and lines such as "Leia mais: …".
 */
export function removeRelated(body: Element): void {
  removeAll(all(SYSTEM_BOXES, body))
  const most = textOf(body).length * BOX_MAX_SHARE
  const isAround = (box: Element) => isBox(box) && textOf(box).length - linkedLength(box) <= most
  removeAll(all('[id], [class]', body).filter(isAround))
  const headings = all('h2, h3, h4, h5, h6, p, dt, div', body).filter((element) =>
    HEADING.test(textUpTo(element, HEADING_CHARACTERS) ?? ''),
  )
  removeAll(headings.flatMap(withLinks))
  const lines = all('p, li, div', body).filter((element) => {
    const lead = LINE.exec(textUpTo(element, LINE_CHARACTERS) ?? '')
    return lead !== null && isLinks(element, lead[0].length)
  })
  removeAll(lines)
}
