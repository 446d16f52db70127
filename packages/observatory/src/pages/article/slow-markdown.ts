/** Longer texts are shown without markup. The longest real article has about 200,000 characters. */
const MARKDOWN_MAX_CHARACTERS = 400_000
/** Most work, in units of about 0.1 µs: two seconds of the reader's processor. */
const WORK_MAX = 20_000_000

const MARK = /[[\]*_`<&!\\]/g
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))+/

/** Returns how many quotations and lists the beginning of a line opens. */
function depthOf(line: string): number {
  const [start = ''] = CONTAINERS.exec(line) ?? []
  return start.replaceAll(/\d+[.)]/g, '-').replaceAll(/[ \t]/g, '').length
}

/**
 * Whether the parser would block the page for seconds. Its time grows with the square of the lines of lists, of the
 * nesting, and of the open brackets and emphasis of a paragraph. The factors were measured with micromark 4.
 */
export function isSlowMarkdown(content: string): boolean {
  if (content.length > MARKDOWN_MAX_CHARACTERS) return true
  const depths = content.split('\n').map(depthOf)
  const containerLines = depths.filter((depth) => depth > 0).length
  const depth = depths.reduce((deepest, one) => Math.max(deepest, one), 0)
  const marks = content
    .split(/\n[ \t]*\n/)
    .reduce((sum, paragraph) => sum + (paragraph.match(MARK)?.length ?? 0) ** 2 / 20, 0)
  return containerLines ** 2 * depth + depth ** 2 + marks > WORK_MAX
}
