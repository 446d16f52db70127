const ACCENTED = /[áéíóúâêôàãõ]/u
const STRONG = new Set('aeoáéóâêôàãõ')
const WEAK = new Set('iuy')
const OWN_NUCLEUS = new Set('íúïüý')
const isVowel = (letter: string | undefined): letter is string =>
  letter !== undefined && (STRONG.has(letter) || WEAK.has(letter) || OWN_NUCLEUS.has(letter))

/** Written like a diphthong or hiatus and spoken as the other. */
const SINGLE_SYLLABLE = new Set(['ao', 'aos'])
const HIATUS =
  /^re(?=u(?:n[ií]|tiliz|s)|inici|iter|ivindic)|^(?:co|pro)(?=ib)|(?<=[^qg]u)(?=i(?:ção|ções|dade))/gu
const SPOKEN_U = /^argu(?=[ií])/u

/** The u of qu and gu before a vowel is silent or glides into it: it never makes a syllable of its own. */
function dropGlides(word: string): string {
  const kept = word.replace(SPOKEN_U, 'argú')
  return kept.replace(/([qg])[uü](?=[aeioáéíóâêôàãõ])/gu, '$1')
}

/** Whether i or u at `at` stands alone after a vowel: before nh, or closed by l, m, n, r or z in its own syllable. */
function isClosedWeak(word: string, at: number): boolean {
  const next = word[at + 1]
  if (next === undefined || !'lmnrz'.includes(next)) return false
  const after = word[at + 2]
  if (next === 'n' && after === 'h') return true
  if (next === 'r' && after === 'r') return false
  return !isVowel(after)
}

/** Letters that the syllable with its nucleus at `at` takes from the vowels after it: 0 or 1. */
function glideAfter(word: string, at: number): number {
  const [here = '', next] = [word[at], word[at + 1]]
  if (next === undefined) return 0
  if ((here === 'ã' && 'oe'.includes(next)) || (here === 'õ' && next === 'e')) return 1
  if (!WEAK.has(next) || here === next) return 0
  return isClosedWeak(word, at + 1) ? 0 : 1
}

/** "história", "água", "área": after a written accent, the last two vowels are one syllable. */
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
 * Syllables of a Portuguese word as dictionaries divide it; parts of a compound are counted one by one. A part without
 * a vowel is spelled out (`CNPJ` has four), and no word has fewer than one.
 */
export function countSyllables(word: string): number {
  const lower = word.normalize('NFC').toLowerCase()
  if (SINGLE_SYLLABLE.has(lower)) return 1
  let count = 0
  for (const part of lower.split(/[^\p{L}]+/u)) if (part !== '') count += countPart(part) || part.length
  return Math.max(1, count)
}
