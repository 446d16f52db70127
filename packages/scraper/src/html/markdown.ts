import { isDocument, isTag } from 'domhandler'
import { asParagraph, InlineWriter, isSkipped } from './inline-markdown.ts'
import { attribute, first, scriptText, type AnyNode, type Element } from './page.ts'

const BLOCK =
  /^(address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/
const COLUMNS_MAX = 50
const ROWS_SPANNED_MAX = 200

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

  constructor(base: string, blocks: ReadonlySet<AnyNode>) {
    this.#base = base
    this.#blocks = blocks
  }

  /** Returns the blocks of Markdown of a list of nodes. */
  write(nodes: readonly AnyNode[]): string[] {
    const out: string[] = []
    const inline = new InlineWriter(this.#base)
    const flush = () => {
      const text = inline.take()
      if (text !== '') out.push(asParagraph(text))
    }
    const visit = (node: AnyNode) => {
      if (!this.#blocks.has(node)) return inline.add(node)
      if (isTag(node) && isSkipped(node)) return
      flush()
      if (isTag(node) && this.#addBlock(node, out)) return
      if ('children' in node) for (const child of node.children) visit(child)
      flush()
    }
    for (const node of nodes) visit(node)
    flush()
    return out
  }

  /** Adds an element with a form of its own in Markdown. Returns false for others, which only separate paragraphs. */
  #addBlock(element: Element, out: string[]): boolean {
    const blocks = this.#blocksOf(element)
    // A loop instead of a spread: a call accepts about 100,000 arguments at most.
    for (const block of blocks ?? []) out.push(block)
    return blocks !== null
  }

  #blocksOf(element: Element): string[] | null {
    const { name } = element
    if (/^h[1-6]$/.test(name)) return this.#heading(element)
    if (name === 'hr') return ['---']
    if (name === 'ul' || name === 'ol') return this.#list(element)
    if (name === 'blockquote') return this.#quote(element)
    if (name === 'pre') return this.#code(element)
    return name === 'table' ? this.#table(element) : null
  }

  #heading(element: Element): string[] {
    const text = this.#oneLine(element).replace(/^\*\*(.*)\*\*$/, '$1')
    return text === '' ? [] : [`${'#'.repeat(Number(element.name[1]))} ${text}`]
  }

  #quote(element: Element): string[] {
    const text = this.write(element.children).join('\n\n')
    return text === '' ? [] : [text.replace(/^/gm, '> ').replace(/^> $/gm, '>')]
  }

  #code(element: Element): string[] {
    const text = scriptText(element).replace(/^\n|\s+$/g, '')
    const fence = text.includes('```') ? '~~~~' : '```'
    return text.trim() === '' ? [] : [`${fence}\n${text}\n${fence}`]
  }

  #list(list: Element): string[] {
    const isOrdered = list.name === 'ol'
    let number = Number.parseInt(attribute(list, 'start'), 10)
    if (Number.isNaN(number)) number = 1
    const lines: string[] = []
    for (const child of list.children) {
      const isItem = isTag(child) && child.name === 'li'
      const blocks = this.write(isItem ? child.children : [child])
      if (blocks.length === 0) continue
      const marker = isOrdered ? `${number}. ` : '- '
      const indent = ' '.repeat(marker.length)
      const text = joinItem(blocks).replace(/\n(?=[^\n])/g, `\n${indent}`)
      const isStray = !isItem && lines.length > 0
      lines.push(isStray ? indent + text : marker + text)
      if (!isStray) number += 1
    }
    return lines.length === 0 ? [] : [lines.join('\n')]
  }

  /** Returns a table, or its cells as paragraphs if the table is only for layout. */
  #table(table: Element): string[] {
    const caption = table.children.filter((child) => isTag(child) && child.name === 'caption')
    const cells = rowsOf(table).map(cellsOf)
    const rows = placeCells(cells)
    const columns = Math.min(
      rows.reduce((most, { length }) => Math.max(most, length), 0),
      COLUMNS_MAX,
    )
    const isLayout = cells.every(({ length }) => length < 2) || first('table', table) !== null
    if (columns < 2 || isLayout) {
      return [...caption, ...cells.flat()].flatMap((cell) =>
        'children' in cell ? this.write(cell.children) : [],
      )
    }
    const lines = rows
      .map((row) => row.slice(0, columns).map((cell) => this.#cell(cell)))
      .filter((row) => row.some((text) => text !== ''))
      .map((row) => `| ${[...row, ...Array<string>(columns - row.length).fill('')].join(' | ')} |`)
    const rule = `| ${Array<string>(columns).fill('---').join(' | ')} |`
    const title = this.write(caption)
    return lines.length === 0 ? title : [...title, [lines[0], rule, ...lines.slice(1)].join('\n')]
  }

  #cell(cell: Element | null): string {
    return cell === null ? '' : this.#oneLine(cell).replace(/\|/g, '\\|')
  }

  #oneLine(element: Element): string {
    const inline = new InlineWriter(this.#base)
    const visit = (node: AnyNode) => {
      if (!this.#blocks.has(node)) return inline.add(node)
      inline.addBlank()
      if ('children' in node && !(isTag(node) && isSkipped(node)))
        for (const child of node.children) visit(child)
      inline.addBlank()
    }
    for (const child of element.children) visit(child)
    return inline.take().replace(/\s*\n\s*/g, ' ')
  }
}

/** Joins the blocks of a list item: a list follows the text directly, a paragraph after an empty line. */
function joinItem(blocks: readonly string[]): string {
  return blocks.reduce((text, block) => text + (/^(- |\d+\. )/.test(block) ? '\n' : '\n\n') + block)
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
      while (row.length < COLUMNS_MAX && (covered[row.length] ?? 0) > 0) {
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
 * Takes time linear in the size of the tree.
 */
export function toMarkdown(nodes: AnyNode | AnyNode[], base: string): string {
  const list = [nodes].flat().flatMap((node) => (isDocument(node) ? node.children : [node]))
  const blocks = new Set<AnyNode>()
  for (const node of list) collectBlocks(node, blocks)
  return new BlockWriter(base, blocks).write(list).join('\n\n')
}
