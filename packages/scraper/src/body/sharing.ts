import { isTag } from 'domhandler'
import {
  all,
  attribute,
  classesOf,
  closest,
  linkedLength,
  ownText,
  rawText,
  removeAll,
  textOf,
  textUpTo,
  type AnyNode,
  type Element,
} from '../html/page.ts'
import { squeeze } from '../html/blank.ts'

const SOCIAL_HOST =
  /(^|\.)(facebook\.com|twitter\.com|x\.com|linkedin\.com|whatsapp\.com|wa\.me|t\.me|telegram\.me|pinterest\.com)$/i
const SHARE_ADDRESS = /sharer|\/share\b|sharearticle|intent\/(tweet|post)|\/send\?|wa\.me\/\?|pin\/create/i
const SHARE_CLASS = /social-links|share|sharing|social-media/
const SHARE_LABEL =
  /^compartilh(e|ar)(\s+(est[ea]|o|a|no|na|em|por|via|nas?|pel[oa]s?|link)\b(?!.*\bcom\b).{0,60})?\s*[:!.…]*$/i
const SHARE_NAMES =
  /\b(facebook|twitter|linkedin|whats\s?app|telegram|redes sociais|e-?mail|link|conteúdo|página|notícia|matéria)\b/i
const LINE_NODES_MAX = 40
const SENTENCE_WORDS = 3
const LABEL_CHARACTERS = 120
const BLOCK = /^(p|li|dd|dt|td|th|blockquote|figcaption|h[1-6]|div|section|article|ul|ol)$/
const PROSE_CHARACTERS = 120

/** The nearest block around an element: its paragraph, list item or cell. */
export function blockOf(element: Element): Element {
  return closest(element, ({ name }) => BLOCK.test(name)) ?? element
}

/**
 * Whether an element has text of some length that is not a list of links. Such an element is content, not decoration.
 */
export function holdsProse(element: Element, characters = PROSE_CHARACTERS): boolean {
  const blocks = all('p, li, blockquote', element)
  const paragraphs = blocks.length === 0 ? [element] : blocks
  return paragraphs.some((block) => textOf(block).length - linkedLength(block) > characters)
}

function isSocial(link: Element): boolean {
  const url = URL.parse(attribute(link, 'href'), 'https://www.gov.br/')
  return url !== null && SOCIAL_HOST.test(url.hostname)
}

/** The nodes on the same line as a link: its neighbours up to a line break or block, at most 40 on each side. */
function lineAround(link: Element): { before: AnyNode[]; after: AnyNode[] } {
  let anchor: Element = link
  while (anchor.parent !== null && isTag(anchor.parent) && !BLOCK.test(anchor.parent.name))
    anchor = anchor.parent
  const walk = (step: (node: AnyNode) => AnyNode | null) => {
    const nodes: AnyNode[] = []
    for (let node = step(anchor); node !== null && nodes.length < LINE_NODES_MAX; node = step(node)) {
      if (isTag(node) && (node.name === 'br' || BLOCK.test(node.name))) break
      nodes.push(node)
    }
    return nodes
  }
  return {
    before: walk((node) => node.prev).reverse(),
    after: walk((node) => node.next),
  }
}

/** Text of nodes without links to social networks, which are nodes themselves or in them. */
function textBeside(nodes: readonly AnyNode[]): string {
  const others = nodes.filter((node) => !isTag(node) || !isSocial(node))
  return squeeze(others.map((node) => rawText(node, new Set(all('a', node).filter(isSocial)))).join(''))
}

/**
 * Whether a block offers sharing: the label alone or with names of networks, not a sentence such as "Compartilhe com a
 * família".
 */
export function isShareLabel(text: string): boolean {
  if (!SHARE_LABEL.test(text)) return false
  return /^compartilh(e|ar)\s*[:!.…]*$|:$/i.test(text) || SHARE_NAMES.test(text)
}

/** Whether a link is part of a sentence: three words or more beside it that do not merely offer sharing. */
function isInSentence(link: Element): boolean {
  const { before, after } = lineAround(link)
  const lead = textBeside(before)
  const words = `${lead} ${textBeside(after)}`
  if ((words.match(/\p{L}{2,}/gu) ?? []).length < SENTENCE_WORDS || isShareLabel(squeeze(words))) return false
  const isButton = SHARE_ADDRESS.test(attribute(link, 'href'))
  return !isButton || /[\p{L}\d,]$/u.test(lead)
}

/** Removes share buttons and links. A link to a social network inside of a sentence stays. */
export function removeSharing(body: Element): void {
  const classed = all('[class]', body).filter((element) =>
    classesOf(element).some((name) => SHARE_CLASS.test(name)),
  )
  removeAll(classed.filter((element) => !holdsProse(element)))
  removeAll(all('a[href]', body).filter((link) => isSocial(link) && !isInSentence(link)))
  removeAll(all('*', body).filter(isShareElement))
}

function isShareElement(element: Element): boolean {
  const own = ownText(element)
  if (!/compartilh/i.test(own)) return false
  const whole = textUpTo(element, LABEL_CHARACTERS)
  return isShareLabel(whole ?? own) && (whole !== null || !holdsProse(element))
}
