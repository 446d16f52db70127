/**
 * Spelling of a registry name, which decides which spellings match in texts:
 * - `acronym`, one word with several capitals (`CNPq`, `COP30`): the same, or all in capitals;
 * - `word`, one word (`Anvisa`, `Pará`): the same with its accents, or all in capitals;
 * - `host`, an address used as a name (`GOV.BR`): in any case;
 * - `name`, several words (`Casa Civil`): with the registry's capitals, with or without accents.
 */
export type NameForm = 'acronym' | 'word' | 'host' | 'name'

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const wordsOf = (name: string): string[] => name.match(WORD) ?? []
const CAPITAL = /^\p{Lu}/u

/** Careless texts drop capitals of long names; this share of them must be present. */
const CAPITALS_SHARE = 0.6
const LONG_NAME_WORDS = 4

export function formOf(name: string): NameForm {
  if (/^[\p{L}\d]+(?:\.[\p{L}\d]+)+$/u.test(name)) return 'host'
  if (/[\s]/u.test(name) || /\p{Ll}[-]/u.test(name)) return 'name'
  return (name.match(/\p{Lu}/gu)?.length ?? 0) > 1 ? 'acronym' : 'word'
}

function hasCapitals(name: string, written: string): boolean {
  const places = wordsOf(name).flatMap((word, place) => (CAPITAL.test(word) ? [place] : []))
  const words = wordsOf(written)
  const kept = places.filter((place) => CAPITAL.test(words[place] ?? '')).length
  if (places.length > 0 && !CAPITAL.test(words[places[0] ?? 0] ?? '')) return false
  return places.length >= LONG_NAME_WORDS ? kept >= places.length * CAPITALS_SHARE : kept === places.length
}

/** Whether a text that folds like a name also matches its spelling. */
export function isWrittenLike(name: string, form: NameForm, surface: string): boolean {
  const written = surface.replaceAll('\u00AD', '').normalize('NFC')
  if (form === 'host') return true
  if (form === 'name') return hasCapitals(name, written)
  return written === name || written === name.toUpperCase()
}
