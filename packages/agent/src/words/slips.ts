import { foldName } from '@pauta/platform/text/fold-text'

/** Returns the spelling with the capital letter of the word. */
export function likeWord(spelling: string, word: string): string {
  return word === word.toLowerCase() ? spelling : spelling.charAt(0).toUpperCase() + spelling.slice(1)
}

/**
 * Returns true if the words differ by one wrong, missing, extra or swapped letter. Larger differences make another
 * word.
 */
export function isSlip(from: string, to: string): boolean {
  const [a, b] = [foldName(from), foldName(to)]
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const swapped = a.slice(0, start) + (a[start + 1] ?? '') + (a[start] ?? '') + a.slice(start + 2)
  const rests = [
    [a.slice(start + 1), b.slice(start + 1)],
    [a.slice(start + 1), b.slice(start)],
    [a.slice(start), b.slice(start + 1)],
  ]
  return swapped === b || rests.some(([left, right]) => left === right)
}
