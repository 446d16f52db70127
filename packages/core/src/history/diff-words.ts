import { diffArrays } from 'diff'

/** A run of text that both versions have, or only one. */
export interface DiffPart {
  kind: 'added' | 'removed' | 'kept'
  text: string
}

/**
 * Most words or lines that are inserted and removed before the comparison gives up. The work of Myers' algorithm grows
 * with the square of this number: 1,000 take about 0.2 s.
 */
const EDITS_MAX = 1000

/** Splits a text into words, numbers with their separators, white space, and single other characters. */
const splitWords = (text: string): string[] =>
  text.match(/\d+(?:[.,:/]\d+)*|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

/** Splits a text after its line breaks. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+/g) ?? []

function compare(before: readonly string[], after: readonly string[]): DiffPart[] | undefined {
  return diffArrays([...before], [...after], { maxEditLength: EDITS_MAX })?.map(
    ({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'kept',
      text: value.join(''),
    }),
  )
}

const isPresent = ({ text }: DiffPart) => text !== ''

const replacing = (before: string, after: string): DiffPart[] =>
  [{ kind: 'removed', text: before } as const, { kind: 'added', text: after } as const].filter(isPresent)

/** Compares two texts by lines, and the lines between two kept ones by words as far as the bound allows. */
function compareLines(before: string, after: string): DiffPart[] {
  const lines = compare(splitLines(before), splitLines(after))
  if (lines === undefined) return replacing(before, after)
  const parts: DiffPart[] = []
  for (let at = 0; at < lines.length; at++) {
    const [one, next] = [lines[at], lines[at + 1]]
    if (!one) break
    const isReplacement = one.kind !== 'kept' && next !== undefined && next.kind !== 'kept'
    if (!isReplacement) {
      parts.push(one)
      continue
    }
    const [removed, added] = one.kind === 'removed' ? [one, next] : [next, one]
    parts.push(
      ...(compare(splitWords(removed.text), splitWords(added.text)) ?? replacing(removed.text, added.text)),
    )
    at++
  }
  return parts
}

/**
 * Returns the difference of two texts by words, in reading order; a removed run stands before the run that replaces it.
 * Texts that differ in more than 1,000 words are compared by lines, and beyond that as one replacement, so that the work
 * is bounded. The kept and removed parts together are `before`, the kept and added ones `after`.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'kept', text: before }]
  return compare(splitWords(before), splitWords(after)) ?? compareLines(before, after)
}
