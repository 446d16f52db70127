/** Longest Markdown of one page, in characters. An article has at most this many. */
export const MARKDOWN_MAX_CHARACTERS = 1_000_000
/** Lists and quotations inside of each other. Deeper ones are written as paragraphs. */
export const NESTING_MAX = 20

const LIST_START = /^(- |\d+\. )/

/** A part of the text whose lines begin alike. */
interface Frame {
  kind: 'page' | 'quote' | 'list' | 'item'
  /** What begins the first line of the part, after the prefix of the part around it. */
  marker: string
  /** What begins every other line, with the prefixes of all parts around it. */
  prefix: string
  isEmpty: boolean
}

/**
 * Collects blocks of Markdown inside of quotations and lists. Each line is written once, with the prefix of all parts
 * around it, so the work is linear in the length of the result. Ignores what comes after 1,000,000 characters.
 */
export class BlockLines {
  readonly #pieces: string[] = []
  readonly #frames: Frame[] = [{ kind: 'page', marker: '', prefix: '', isEmpty: true }]
  #nesting = 0
  #left = MARKDOWN_MAX_CHARACTERS

  /** Whether nothing more will be written. */
  get isFull(): boolean {
    return this.#left === 0
  }

  /** Whether one more list or quotation may begin here. */
  get canNest(): boolean {
    return this.#nesting < NESTING_MAX
  }

  /** Adds a block after an empty line, or after a line break where Markdown continues a list. */
  addBlock(text: string): void {
    const firstEmpty = this.#frames.findIndex(({ isEmpty }) => isEmpty)
    const begun = firstEmpty === -1 ? this.#frames : this.#frames.slice(0, firstEmpty)
    const beginning = firstEmpty === -1 ? [] : this.#frames.slice(firstEmpty)
    const markers = beginning.map(({ marker }) => marker).join('')
    const parent = begun.at(-1)
    if (parent) this.#separate(parent, markers + text)
    for (const frame of beginning) frame.isEmpty = false
    this.#addLines((parent?.prefix ?? '') + markers, text.split('\n'))
  }

  /** Writes the blocks that `write` adds as a quotation. */
  quote(write: () => void): void {
    this.#within({ kind: 'quote', marker: '> ', rest: '> ' }, write)
  }

  /** Writes the items that `write` adds as a list. */
  list(write: () => void): void {
    this.#within({ kind: 'list', marker: '', rest: '' }, write)
  }

  /** Writes the blocks that `write` adds as an item: after its marker, or indented as far. Returns whether there were any. */
  item(marker: string, { isStray }: { isStray: boolean }, write: () => void): boolean {
    const indent = ' '.repeat(marker.length)
    return this.#within({ kind: 'item', marker: isStray ? indent : marker, rest: indent }, write)
  }

  /** Returns the collected Markdown. */
  toString(): string {
    return this.#pieces.join('')
  }

  #within(
    { kind, marker, rest }: { kind: Frame['kind']; marker: string; rest: string },
    write: () => void,
  ): boolean {
    const levels = kind === 'item' ? 0 : 1
    const frame = { kind, marker, prefix: this.#inner.prefix + rest, isEmpty: true }
    this.#frames.push(frame)
    this.#nesting += levels
    write()
    this.#nesting -= levels
    this.#frames.pop()
    return !frame.isEmpty
  }

  get #inner(): Frame {
    const frame = this.#frames.at(-1)
    if (!frame) throw new Error('The page itself is always there')
    return frame
  }

  #separate(parent: Frame, start: string): void {
    const isTight = parent.kind === 'list' || (parent.kind === 'item' && LIST_START.test(start))
    this.#write(isTight ? '\n' : `\n${parent.prefix.trimEnd()}\n`)
  }

  #addLines(firstPrefix: string, lines: readonly string[]): void {
    const { prefix } = this.#inner
    for (const [at, line] of lines.entries()) {
      if (this.isFull) return
      const before = at === 0 ? firstPrefix : `\n${line === '' ? prefix.trimEnd() : prefix}`
      this.#write(before + line)
    }
  }

  #write(text: string): void {
    const cut = text.slice(0, this.#left)
    this.#left -= cut.length
    // A cut may leave the first half of a character of two code units.
    this.#pieces.push(this.#left === 0 ? cut.replace(/[\ud800-\udbff]$/, '') : cut)
  }
}
