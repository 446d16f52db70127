const ACCENTED = /[áéíóúâêôàãõ]/u
const STRONG = new Set('aeoáéóâêôàãõ')
const WEAK = new Set('iuy')
const OWN_NUCLEUS = new Set('íúïüý')
const isVowel = (letter: string | undefined): letter is string =>
  letter !== undefined && (STRONG.has(letter) || WEAK.has(letter) || OWN_NUCLEUS.has(letter))

/** Words whose pronunciation has other syllables than their spelling suggests. */
const SINGLE_SYLLABLE = new Set(['ao', 'aos'])
const HIATUS =
  /^re(?=u(?:n[ií]|tiliz|s)|inici|iter|ivindic)|^(?:co|pro)(?=ib)|(?<=[^qg]u)(?=i(?:ção|ções|dade))/gu
const SPOKEN_U = /^argu(?=[ií])/u

/** Removes the u of qu and gu before a vowel: it is silent or a glide, and never makes a syllable. */
function dropGlides(word: string): string {
  const kept = word.replace(SPOKEN_U, 'argú')
  return kept.replace(/([qg])[uü](?=[aeioáéíóâêôàãõ])/gu, '$1')
}

/** Whether the i or u at `at` makes a syllable of its own after a vowel: before nh, or closed by l, m, n, r or z. */
function isClosedWeak(word: string, at: number): boolean {
  const next = word[at + 1]
  if (next === undefined || !'lmnrz'.includes(next)) return false
  const after = word[at + 2]
  if (next === 'r' && after === 'r') return false
  return !isVowel(after)
}

/** Returns how many of the following vowels belong to the syllable with its nucleus at `at`: 0 or 1. */
function glideAfter(word: string, at: number): number {
  const [here = '', next] = [word[at], word[at + 1]]
  if (next === undefined) return 0
  if ((here === 'ã' && 'oe'.includes(next)) || (here === 'õ' && next === 'e')) return 1
  if (!WEAK.has(next) || here === next) return 0
  return isClosedWeak(word, at + 1) ? 0 : 1
}

/** Whether the last two vowels are one syllable, as after a written accent: "história", "água", "área". */
function hasRisingEnd(word: string, at: number): boolean {
  const rest = word.slice(at)
  return /^(?:[iu][aeo]|e[ao]|o[ae])s?$/u.test(rest) && ACCENTED.test(word.slice(0, at))
}

function countPart(part: string): number {
  const parted = part.replace(HIATUS, '$&-')
  const word = dropGlides(parted)
  let count = 0
  for (let at = 0; at < word.length; at++) {
    if (!isVowel(word[at])) continue
    count++
    if (hasRisingEnd(word, at)) break
    at += glideAfter(word, at)
  }
  return count
}

/**
 * Counts the syllables of a Portuguese word, divided as in dictionaries. Parts of a compound are counted separately. A
 * part without vowels is spelled out (`CNPJ` has four). Returns at least one.
 */
export function countSyllables(word: string): number {
  const lower = word.normalize('NFC').toLowerCase()
  if (SINGLE_SYLLABLE.has(lower)) return 1
  let count = 0
  for (const part of lower.split(/[^\p{L}]+/u)) if (part !== '') count += countPart(part) || part.length
  return Math.max(1, count)
}
