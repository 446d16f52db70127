import type { InvertedField } from './inverted-field.ts'

/**
 * Other ways to read the spaces of a query that found nothing: one word as two that some document holds in one
 * field, or neighbouring words as one.
 */
export function splitOrJoin(
  fields: readonly { inverted: InvertedField }[],
  words: readonly string[],
): string[][] {
  if (words.length === 1) {
    const split = findSplit(fields, words[0]!)
    return split === undefined ? [] : [split]
  }
  const exists = (word: string): boolean => fields.some((field) => field.inverted.has(word))
  const whole = words.join('')
  if (exists(whole)) return [[whole]]
  for (let at = 0; at + 1 < words.length; at++) {
    const joined = words[at]! + words[at + 1]!
    if (exists(joined)) return [[...words.slice(0, at), joined, ...words.slice(at + 2)]]
  }
  return []
}

function findSplit(fields: readonly { inverted: InvertedField }[], word: string): string[] | undefined {
  for (let at = 1; at < word.length; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    for (const { inverted } of fields) {
      if (!inverted.has(first) || !inverted.has(second)) continue
      const holders = new Set(inverted.find(first).slots)
      if (inverted.find(second).slots.some((slot) => holders.has(slot))) return [first, second]
    }
  }
  return undefined
}
