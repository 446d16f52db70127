/** Work of a character, a line and a border of cells, in units of 0.1 µs. */
const CHARACTER_WORK = 10
const LINE_WORK = 400
const CELL_WORK = 100
/** Work of a pair of lines without a mark that continue a list item or a quotation. */
const LAZY_PAIR_WORK = 0.5
/** Work of a pair of marks of one paragraph. */
const MARK_PAIR_WORK = 0.05

const MARK = /[[\]*_`<&!\\]/g
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/
const LIST_MARK = /[-*+.)]/g

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Counts the lists and the quotations that a line opens or continues. Two blanks before a list count as one level. */
function countLevels(line: string): { lists: number; all: number } {
  const [start = ''] = CONTAINERS.exec(line) ?? []
  const marks = count(start, LIST_MARK)
  const lists = marks === 0 ? 0 : marks + count(start, /\t| {2}/g)
  return { lists, all: lists + count(start, />/g) }
}

/** Returns the work for lists in lists, for nesting on one line, and for paragraphs that continue a list or quotation. */
function workOfContainers(lines: readonly string[]): number {
  let [listLines, nestedLines, deepest, lazyWork, lazyLines] = [0, 0, 0, 0, 0]
  let isInContainer = false
  for (const line of lines) {
    const { lists, all } = countLevels(line)
    const isBlank = line.trim() === ''
    if (isBlank || all > 0) {
      lazyWork += LAZY_PAIR_WORK * lazyLines ** 2
      lazyLines = 0
      isInContainer = all > 0
    } else if (isInContainer) lazyLines++
    if (lists > 0) listLines++
    if (lists > 1) nestedLines++
    deepest = Math.max(deepest, all)
  }
  return deepest * nestedLines * listLines + deepest ** 2 + lazyWork + LAZY_PAIR_WORK * lazyLines ** 2
}

/**
 * Estimates how long micromark takes for a Markdown text with tables, in units of 0.1 µs of one processor. The time is
 * linear in characters, lines and cells. It is quadratic in the lines of nested lists, in the lines of a paragraph that
 * continues a list or quotation without its mark, in the nesting of one line, and in the brackets and emphasis of a
 * paragraph. The factors were measured with micromark 4.0.3 on Node 24; the test lists the measured times. Takes time
 * linear in the length.
 */
export function estimateMarkdownWork(text: string): number {
  const lines = text.split('\n')
  const marks = text
    .split(/\n[ \t]*\n/)
    .reduce((work, paragraph) => work + MARK_PAIR_WORK * count(paragraph, MARK) ** 2, 0)
  return (
    CHARACTER_WORK * text.length +
    LINE_WORK * lines.length +
    CELL_WORK * count(text, /\|/g) +
    workOfContainers(lines) +
    marks
  )
}
