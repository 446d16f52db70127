type Ending = readonly [ending: RegExp, others: readonly string[]]

/**
 * Plural endings and their singular endings; the first match counts. The index folds accents, so words without
 * accents match too.
 */
const SINGULARS: readonly Ending[] = [
  [/ões$/, ['ão']],
  [/oes$/, ['ao']],
  [/ães$/, ['ão']],
  [/ais$/, ['al']],
  [/([áéíóúâêô]\p{L}*)eis$/u, ['$1el']],
  [/éis$/, ['el']],
  [/óis$/, ['ol']],
  [/ns$/, ['m']],
  [/([rz])es$/, ['$1']],
  [/([aeiouãáâéêíóôú])s$/, ['$1']],
]
const PLURALS: readonly Ending[] = [
  [/ão$/, ['ões']],
  [/ao$/, ['oes']],
  [/al$/, ['ais']],
  [/([áéíóúâêô]\p{L}*)el$/u, ['$1eis']],
  [/el$/, ['éis']],
  [/ol$/, ['óis']],
  [/m$/, ['ns']],
  [/([rz])$/, ['$1es']],
  [/([aeiouãáâéêíóôú])$/, ['$1s']],
]
const MIN_CHARACTERS = 4

function change(word: string, endings: readonly Ending[]): string[] {
  const found = endings.find(([ending]) => ending.test(word))
  return found ? found[1].map((other) => word.replace(found[0], other)) : []
}

/** Returns the plural or singular forms of a lower-case word by the common rules. Some results are not words. */
export function otherNumber(word: string): string[] {
  if ([...word].length < MIN_CHARACTERS) return []
  const singular = change(word, SINGULARS)
  return singular.length > 0 ? singular : change(word, PLURALS)
}

/** Returns a folded word without its plural ending, for comparisons. */
export function stemOf(folded: string): string {
  if (folded.length < MIN_CHARACTERS) return folded
  return change(folded, SINGULARS)[0] ?? folded.replace(/eis$/, 'el').replace(/ois$/, 'ol')
}
