import { isDocument, isTag } from 'domhandler'
import { BlockLines } from './block-lines.ts'
import { asParagraph, InlineWriter, isSkipped } from './inline-markdown.ts'
import { isFrame } from './media.ts'
import { attribute, first, scriptText, type AnyNode, type Element } from './page.ts'

const BLOCK =
  /^(address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|iframe|audio|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/
const COLUMNS_MAX = 50
const ROWS_SPANNED_MAX = 200
/** Markdown reads at most nine digits as the number of an item (CommonMark 0.31, section 5.2). */
const LIST_START_MAX = 999_999_999

/** Adds a node and its descendants that are blocks or contain a block, so that each is visited once. */
function collectBlocks(node: AnyNode, blocks: Set<AnyNode>): boolean {
  if (!('children' in node)) return false
  let isBlock = isTag(node) && BLOCK.test(node.name)
  for (const child of node.children) if (collectBlocks(child, blocks)) isBlock = true
  if (isBlock) blocks.add(node)
  return isBlock
}

class BlockWriter {
  readonly #base: string
  readonly #blocks: ReadonlySet<AnyNode>
  readonly #lines = new BlockLines()

  constructor(base: string, blocks: ReadonlySet<AnyNode>) {
    this.#base = base
    this.#blocks = blocks
  }

  /** Returns the Markdown of everything written. */
  toString(): string {
    return this.#lines.toString()
  }

  /** Writes the blocks of a list of nodes. */
  write(nodes: readonly AnyNode[]): void {
    const inline = new InlineWriter(this.#base)
    const flush = () => {
      const text = inline.take()
      if (text !== '') this.#lines.addBlock(asParagraph(text))
    }
    const visit = (node: AnyNode) => {
      if (this.#lines.isFull) return
      if (!this.#blocks.has(node)) return inline.add(node)
      if (isTag(node) && isSkipped(node)) return
      flush()
      if (isTag(node) && this.#writeOwnForm(node)) return
      if ('children' in node) for (const child of node.children) visit(child)
      flush()
    }
    for (const node of nodes) visit(node)
    flush()
  }

  /** Writes an element with a form of its own in Markdown. Returns false for others, which only separate paragraphs. */
  #writeOwnForm(element: Element): boolean {
    const { name } = element
    if (/^h[1-6]$/.test(name)) this.#heading(element)
    else if (name === 'hr') this.#lines.addBlock('---')
    else if (name === 'pre') this.#code(element)
    else if (isFrame(element)) this.#lines.addBlock(this.#oneLine([element]))
    else if (name === 'figcaption') this.#caption(element)
    else if (name === 'table') this.#table(element)
    else if (!this.#lines.canNest) return false
    else if (name === 'ul' || name === 'ol') this.#list(element)
    else if (name === 'blockquote') this.#lines.quote(() => this.write(element.children))
    else return false
    return true
  }

  #heading(element: Element): void {
    const text = this.#oneLine(element.children).replace(/^\*\*(.*)\*\*$/, '$1')
    if (text !== '') this.#lines.addBlock(`${'#'.repeat(Number(element.name[1]))} ${text}`)
  }

  /** Writes the words under a picture, or whatever else is in their place. */
  #caption(caption: Element): void {
    if (first('img, iframe, audio, table, ul, ol', caption) !== null) return this.write(caption.children)
    const words = this.#oneLine(caption.children).replace(/(?<!\\)\*/g, '')
    if (words !== '') this.#lines.addBlock(`*${words}*`)
  }

  #code(element: Element): void {
    const text = scriptText(element)
      .replace(/\r\n?/g, '\n')
      .replace(/^\n|\s+$/g, '')
    const fence = text.includes('```') ? '~~~~' : '```'
    if (text.trim() !== '') this.#lines.addBlock(`${fence}\n${text}\n${fence}`)
  }

  #list(list: Element): void {
    const isOrdered = list.name === 'ol'
    const start = Number.parseInt(attribute(list, 'start'), 10)
    let number = start >= 0 && start <= LIST_START_MAX ? start : 1
    let isFirst = true
    this.#lines.list(() => {
      for (const child of list.children) {
        const isItem = isTag(child) && child.name === 'li'
        const isStray = !isItem && !isFirst
        const marker = isOrdered ? `${number}. ` : '- '
        const hasText = this.#lines.item(marker, { isStray }, () =>
          this.write(isItem ? child.children : [child]),
        )
        if (!hasText) continue
        isFirst = false
        if (!isStray) number += 1
      }
    })
  }

  /** Writes a table, or its cells as paragraphs if the table is only for layout. */
  #table(table: Element): void {
    const caption = table.children.filter((child) => isTag(child) && child.name === 'caption')
    const cells = rowsOf(table).map(cellsOf)
    const rows = placeCells(cells)
    const columns = Math.min(
      rows.reduce((most, { length }) => Math.max(most, length), 0),
      COLUMNS_MAX,
    )
    const isLayout = cells.every(({ length }) => length < 2) || first('table', table) !== null
    if (isLayout) {
      for (const cell of [...caption, ...cells.flat()]) if ('children' in cell) this.write(cell.children)
      return
    }
    const lines = rows
      .map((row) => row.slice(0, columns).map((cell) => this.#cell(cell)))
      .filter((row) => row.some((text) => text !== ''))
      .map((row) => `| ${[...row, ...Array<string>(columns - row.length).fill('')].join(' | ')} |`)
    const rule = `| ${Array<string>(columns).fill('---').join(' | ')} |`
    this.write(caption)
    if (lines.length > 0) this.#lines.addBlock([lines[0], rule, ...lines.slice(1)].join('\n'))
  }

  #cell(cell: Element | null): string {
    return cell === null ? '' : this.#oneLine(cell.children).replace(/\|/g, '\\|')
  }

  #oneLine(nodes: readonly AnyNode[]): string {
    const inline = new InlineWriter(this.#base)
    const visit = (node: AnyNode) => {
      if (!this.#blocks.has(node) || (isTag(node) && isFrame(node))) return inline.add(node)
      inline.addBlank()
      if ('children' in node && !(isTag(node) && isSkipped(node)))
        for (const child of node.children) visit(child)
      inline.addBlank()
    }
    for (const node of nodes) visit(node)
    return inline.take().replace(/\s*\n\s*/g, ' ')
  }
}

function rowsOf(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((child) => {
    if (child.name === 'tr') return [child]
    return /^t(head|body|foot)$/.test(child.name)
      ? child.children.filter(isTag).filter(({ name }) => name === 'tr')
      : []
  })
}

function cellsOf(row: Element): Element[] {
  return row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th')
}

/** How many columns or rows a cell covers: `colspan` and `rowspan`, from 1 to `most`. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan', most: number): number {
  const span = Number.parseInt(attribute(cell, name), 10)
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), most)
}

/** Puts cells into their columns. Places that a cell covers beside or below its own are null. */
function placeCells(rows: readonly (readonly Element[])[]): (Element | null)[][] {
  /** Rows that a cell further up still covers, by column. */
  const covered: number[] = []
  return rows.map((cells) => {
    const row: (Element | null)[] = []
    const coverAbove = () => {
      while ((covered[row.length] ?? 0) > 0) {
        covered[row.length] = (covered[row.length] ?? 0) - 1
        row.push(null)
      }
    }
    for (const cell of cells) {
      coverAbove()
      if (row.length >= COLUMNS_MAX) break
      const below = spanOf(cell, 'rowspan', ROWS_SPANNED_MAX) - 1
      const columns = spanOf(cell, 'colspan', COLUMNS_MAX - row.length)
      for (let at = 0; at < columns; at += 1) {
        covered[row.length] = below
        row.push(at === 0 ? cell : null)
      }
    }
    coverAbove()
    return row
  })
}

/**
 * Converts a part of a page to Markdown: paragraphs, headings, lists, tables, quotations, emphasis, links, images.
 * Links and images are absolute against `base`; links other than http, https and mailto keep only their words.
 * Lists and quotations nest 20 deep, and the result has at most 1,000,000 characters. Takes time linear in the size of
 * the tree and of the result.
 */
export function toMarkdown(nodes: AnyNode | AnyNode[], base: string): string {
  const list = [nodes].flat().flatMap((node) => (isDocument(node) ? node.children : [node]))
  const blocks = new Set<AnyNode>()
  for (const node of list) collectBlocks(node, blocks)
  const writer = new BlockWriter(base, blocks)
  writer.write(list)
  return writer.toString()
}
