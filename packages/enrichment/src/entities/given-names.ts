import type { Mention } from './mention.ts'
import type { Span } from '../sentences/paragraphs.ts'

/** A name that somebody else has read in the article, such as a language model. */
export interface GivenName {
  type: 'PER' | 'LOC' | 'ORG'
  /** As the article has it, but for the blanks between its words. */
  text: string
  /** The office of a person; null when none is stated. */
  office: string | null
}

const escape = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const spell = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map(escape)
    .join(String.raw`\s+`)
const collapse = (name: string): string => name.trim().replaceAll(/\s+/g, ' ')

/**
 * Lists where a text has the given names as whole words, in the same case, without overlaps: of names at one place, the
 * longest. Takes time linear in the text for each name.
 */
export function findGivenNames(text: string, names: readonly GivenName[]): Mention[] {
  if (names.length === 0) return []
  const byText = new Map(names.map((name) => [collapse(name.text), name]))
  const spelled = [...byText.keys()].toSorted((a, b) => b.length - a.length).map(spell)
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}@_])(?:${spelled.join('|')})(?![\p{L}\p{N}@_])`, 'gu')
  return [...text.matchAll(pattern)].flatMap((match) => {
    const name = byText.get(collapse(match[0]))
    if (name === undefined) return []
    const [start, end] = [match.index, match.index + match[0].length]
    return [{ start, end, type: name.type, name: collapse(name.text), entityId: null, office: name.office }]
  })
}

/** Returns the spans that overlap none of the others, which are in order and do not overlap each other. */
export function withoutOverlapping<Each extends Span>(
  spans: readonly Each[],
  others: readonly Span[],
): Each[] {
  let at = 0
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (at < others.length && (others[at]?.end ?? 0) <= start) at++
      return (others[at]?.start ?? Infinity) >= end
    })
}
