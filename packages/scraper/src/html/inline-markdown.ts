import { isTag, isText } from 'domhandler'
import { resolveLink } from '../addresses/address.ts'
import { frameOf, isDecorative, isFrame, pictureAddress } from './media.ts'
import { attribute, type AnyNode, type Element } from './page.ts'

const SKIPPED =
  /^(script|style|noscript|template|embed|object|video|canvas|svg|math|map|button|select|input|textarea|link|meta|head)$/
const STRONG = /^(strong|b)$/
const EMPHASIS = /^(em|i|cite)$/
const STRUCK = /^(del|s|strike)$/
const HARD_BREAK = '  \n'

/** Elements whose text readers do not see. */
export function isSkipped(element: Element): boolean {
  return SKIPPED.test(element.name)
}

/** Escapes what Markdown would read as markup. `a_b` and single brackets stay readable. */
function escapeText(text: string): string {
  return text
    .replace(/\\(?=[\\*_`[\]#<>&+~-])/g, '\\\\')
    .replace(/[*`]|~(?=~)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\](?=[([])/g, '\\]')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{1,32};)/g, '\\&')
}

/** Collects the text of inline elements. Emphasis never nests in emphasis, so the work stays linear. */
export class InlineWriter {
  readonly #base: string
  readonly #pieces: string[] = []
  #open = new Set<string>()
  #inLink = false

  constructor(base: string) {
    this.#base = base
  }

  /** Adds a node and its children. Blanks at the edges of emphasis are moved outside. */
  add(node: AnyNode): void {
    if (isText(node)) this.#pieces.push(escapeText(node.data.replace(/\s+/g, ' ')))
    if (!isTag(node) || isSkipped(node)) return
    if (node.name === 'br') this.#pieces.push('\n')
    else if (node.name === 'wbr') return
    else if (node.name === 'img') this.#addImage(node)
    else if (isFrame(node)) this.#addFrame(node)
    else if (node.name === 'a') this.#addLink(node)
    else if (STRONG.test(node.name)) this.#addMarked(node, '**')
    else if (EMPHASIS.test(node.name)) this.#addMarked(node, '*')
    else if (STRUCK.test(node.name)) this.#addMarked(node, '~~')
    else this.#addChildren(node)
  }

  /** Adds a blank between the texts before and after it. */
  addBlank(): void {
    this.#pieces.push(' ')
  }

  /** Returns the Markdown of everything added since the last call; empty for blanks alone. */
  take(): string {
    const text = this.#pieces
      .join('')
      .replace(/[ \t]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{2,}/g, '\n\n')
      .trim()
    this.#pieces.length = 0
    return text
  }

  #addChildren(element: Element): void {
    for (const child of element.children) this.add(child)
  }

  #addMarked(element: Element, mark: string): void {
    if (this.#open.has(mark)) return this.#addChildren(element)
    this.#open.add(mark)
    const inner = this.#innerOf(element)
    this.#open.delete(mark)
    this.#wrap(inner, mark, mark)
  }

  #addLink(element: Element): void {
    const href = this.#inLink ? null : resolveLink(attribute(element, 'href'), this.#base)
    if (href === null) return this.#addChildren(element)
    this.#inLink = true
    const inner = this.#innerOf(element).replace(/\s*\n\s*/g, ' ')
    this.#inLink = false
    this.#wrap(inner, '[', `](${/[()]/.test(href) ? `<${href}>` : href})`)
  }

  #innerOf(element: Element): string {
    const start = this.#pieces.length
    this.#addChildren(element)
    return this.#pieces.splice(start).join('')
  }

  /** Adds marks around the words and leaves blanks outside: `** a**` is not emphasis in Markdown. */
  #wrap(inner: string, before: string, after: string): void {
    const words = inner.trim()
    if (words === '') {
      this.#pieces.push(inner === '' ? '' : ' ')
      return
    }
    const start = inner.indexOf(words)
    this.#pieces.push(inner.slice(0, start))
    const continues = before === after && start === 0 && this.#endsWith(after)
    if (continues) this.#pieces.pop()
    else this.#pieces.push(before)
    this.#pieces.push(words, after)
    const rest = inner.slice(start + words.length)
    if (rest !== '') this.#pieces.push(rest)
  }

  #endsWith(mark: string): boolean {
    while (this.#pieces.at(-1) === '') this.#pieces.pop()
    return this.#pieces.at(-1) === mark
  }

  #addImage(image: Element): void {
    const address = isDecorative(image) ? null : pictureAddress(image, this.#base)
    if (address === null) return
    const words = escapeText(attribute(image, 'alt').replace(/\s+/g, ' ')).replace(/[[\]]/g, '\\$&')
    this.#pieces.push(`![${words}](${/[()]/.test(address) ? `<${address}>` : address})`)
  }

  /** Adds a link to what a page shows in a frame: a dashboard, a map, a video, a recording. */
  #addFrame(frame: Element): void {
    const shown = this.#inLink ? null : frameOf(frame, this.#base)
    if (shown === null) return
    const { address } = shown
    this.#pieces.push(`[${escapeText(shown.words)}](${/[()]/.test(address) ? `<${address}>` : address})`)
  }
}

/** Writes hard line breaks, and escapes what would start a heading, a quotation or a rule. */
export function asParagraph(text: string): string {
  return text
    .replace(/^(#{1,6}(?=\s|$)|>|-{3,}$|={3,}$|\+(?=\s))/gm, '\\$1')
    .replace(/\n(?!\n)(?<!\n\n)/g, HARD_BREAK)
}
