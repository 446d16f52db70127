/** A half-open range of a text. */
export interface Span {
  start: number
  end: number
}

const HAS_WORD = /[\p{L}\p{N}]/u
const ENDS_SENTENCE = /[.!?:;…]["'”’»)\]]*$/u
const STARTS_ITEM = /^(?:[-+•–—#>|]|\d{1,2}[.)]\s)/u
const STARTS_SENTENCE = /^["'“‘«([]*[\p{Lu}\p{N}]/u
/** A shorter line is a heading or an item; longer lines may be wrapped prose. */
const WRAPPED_MIN_CHARACTERS = 60

/** Decides by the context of a line break: many agencies separate paragraphs by one break, others wrap lines. */
function isParagraphBreak(before: string, after: string): boolean {
  if (STARTS_ITEM.test(after)) return true
  if (!STARTS_SENTENCE.test(after)) return false
  return ENDS_SENTENCE.test(before) || before.length < WRAPPED_MIN_CHARACTERS
}

/**
 * Returns the paragraphs of a readable text that contain at least one word. Paragraphs end at blank lines, and at
 * single line breaks after a sentence, heading or list item.
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
