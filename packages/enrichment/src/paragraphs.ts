/** A half-open part of a text. */
export interface Span {
  start: number
  end: number
}

const HAS_WORD = /[\p{L}\p{N}]/u
const ENDS_SENTENCE = /[.!?:;…]["'”’»)\]]*$/u
const STARTS_ITEM = /^(?:[-+•–—#>|]|\d{1,2}[.)]\s)/u
const STARTS_SENTENCE = /^["'“‘«([]*[\p{Lu}\p{N}]/u
/** A shorter line is a heading or an item; longer ones may be wrapped prose. */
const WRAPPED_MIN_CHARACTERS = 60

/** Many agencies put one line break between paragraphs, others wrap lines: what stands around the break tells. */
function isParagraphBreak(before: string, after: string): boolean {
  if (STARTS_ITEM.test(after)) return true
  if (!STARTS_SENTENCE.test(after)) return false
  return ENDS_SENTENCE.test(before) || before.length < WRAPPED_MIN_CHARACTERS
}

/**
 * Paragraphs of a readable text that hold at least one word: parted by blank lines, and by single line breaks where a
 * sentence, heading or list item ends.
 */
export function listParagraphs(text: string): Span[] {
  const spans: Span[] = []
  let open: Span | undefined
  let before = ''
  let at = 0
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '') open = undefined
    else if (open && !isParagraphBreak(before, trimmed)) open.end = at + line.length
    else {
      open = { start: at, end: at + line.length }
      spans.push(open)
    }
    before = trimmed
    at += line.length + 1
  }
  return spans.filter(({ start, end }) => HAS_WORD.test(text.slice(start, end)))
}
