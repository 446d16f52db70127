import type { NameCatalogue } from './catalogue.ts'
import type { Theme } from '@pauta/core/themes/theme'
import { stemOf } from '../words/number-forms.ts'
import { readWords, type Word } from '../words/read-words.ts'
import { CONJUNCTIONS, isStopWord, REQUEST_WORDS, WEAK_WORDS } from '../words/request-words.ts'
import { THEME_WORDS } from './theme-words.ts'

/** The thing that a name refers to. */
export interface NamedThing {
  kind: 'theme' | 'agency' | 'entity'
  /** The code of a theme or agency. Empty for an entity, which is searched by its names. */
  code: string
  /** The official name. */
  label: string
  /** The name that was found in the request. */
  alias: string
}

/** A name in the words of a request, from `start` up to, but without, `end`. */
export interface NameMatch {
  thing: NamedThing
  start: number
  end: number
}

/** Acronyms and names that are also ordinary words. They count as names only with a capital letter. */
const AMBIGUOUS = new Set([
  'abc',
  'ana',
  'cade',
  'cti',
  'mapa',
  'mar',
  'bn',
  'fundo',
  'serra',
  'palmas',
  'vitoria',
  'natal',
])
/** Readers do not write names with more content words than this. */
const NAME_MAX_WORDS = 12
const LEVEL_OF_PARTS = 2
const NARROWEST = 3

const stemsOf = ({ folded }: Word) => folded.split(' ').map(stemOf)

/** Returns the key of a name: the stems of its content words. */
function keyOf(name: string): string {
  return readWords(name)
    .filter((word) => !isStopWord(word))
    .flatMap(stemsOf)
    .join(' ')
}

/** Splits a label: readers ask for "Economia e Finanças" as "economia". */
const partsOf = (label: string) => label.split(/,|\se\s/).map((part) => part.trim())

/**
 * An entity matches only if every word of its name is present: "Mais Professores" is a policy, "professores" is not.
 */
function isWritten({ kind, alias }: NamedThing, words: readonly Word[], end: number): boolean {
  if (kind !== 'entity') return true
  const name = readWords(alias)
  const typed = words.slice(Math.max(0, end + 1 - name.length), end + 1)
  return typed.map(({ folded }) => folded).join(' ') === name.map(({ folded }) => folded).join(' ')
}

const separates = ({ afterBreak, folded }: Word) => afterBreak || CONJUNCTIONS.has(folded)

/** Returns for each content word whether punctuation or a conjunction stands between it and the content word before. */
function listSeparations(words: readonly Word[]): boolean[] {
  const separations: boolean[] = []
  let isSeparate = false
  for (const word of words) {
    isSeparate ||= separates(word)
    if (isStopWord(word)) continue
    separations.push(isSeparate && separations.length > 0)
    isSeparate = false
  }
  return separations
}

/**
 * Returns true if the name has a separation wherever the words have one: "educação e saúde" are two themes, and
 * "Educação em Saúde" is another one.
 */
function isJoinedAs({ alias }: NamedThing, words: readonly Word[]): boolean {
  const inName = listSeparations(readWords(alias))
  return listSeparations(words).every((isSeparate, position) => !isSeparate || inName[position])
}

const isOrdinary = (key: string) => [REQUEST_WORDS, WEAK_WORDS].some((words) => words.has(key))

/** Finds names of the catalogue in words. */
export class NameIndex {
  readonly #things = new Map<string, NamedThing>()
  readonly #words = new Set<string>()

  /**
   * If names collide, the earlier kind wins: labels of themes of levels 1 and 2, agencies, entities, labels of level
   * 3, parts of labels, words for themes. A programme that is also a theme of level 3 is searched by its name,
   * because many articles about the programme have a wider theme or none.
   */
  constructor({ themes, agencies, entities }: NameCatalogue) {
    const byLevel = themes.toSorted((a, b) => a.level - b.level)
    const addLabels = (labels: readonly Theme[]) => {
      for (const { code, label } of labels) this.#add(label, { kind: 'theme', code, label })
    }
    addLabels(byLevel.filter(({ level }) => level < NARROWEST))
    for (const { key, name, aliases } of agencies)
      for (const alias of [name, ...aliases]) this.#add(alias, { kind: 'agency', code: key, label: name })
    for (const { name, aliases } of entities)
      for (const alias of [name, ...aliases])
        if (!isOrdinary(keyOf(alias))) this.#add(alias, { kind: 'entity', code: name, label: name })
    addLabels(byLevel.filter(({ level }) => level === NARROWEST))
    for (const { code, label, level } of byLevel)
      for (const part of partsOf(label))
        // Single words of level-3 labels, such as "obras", are too general.
        if (!isOrdinary(keyOf(part)) && (level <= LEVEL_OF_PARTS || part.includes(' ')))
          this.#add(part, { kind: 'theme', code, label })
    const labels = new Map(themes.map(({ code, label }) => [code, label]))
    for (const [words, code] of THEME_WORDS) {
      const label = labels.get(code)
      if (label !== undefined) this.#add(words, { kind: 'theme', code, label })
    }
  }

  #add(alias: string, thing: Omit<NamedThing, 'alias'>): void {
    const key = keyOf(alias)
    if (this.#things.has(key)) return
    this.#things.set(key, { ...thing, alias })
    for (const word of key.split(' ')) this.#words.add(word)
  }

  /** Returns true if any name contains the word. */
  hasWord(folded: string): boolean {
    return this.#words.has(stemOf(folded))
  }

  /** Returns the longest name that starts at this word. */
  #findAt(words: readonly Word[], start: number): NameMatch | undefined {
    const key: string[] = []
    let best: NameMatch | undefined
    for (let end = start; key.length < NAME_MAX_WORDS; end++) {
      const word = words[end]
      if (!word || (end > start && word.startsSentence)) break
      if (isStopWord(word)) continue
      key.push(...stemsOf(word))
      const thing = this.#things.get(key.join(' '))
      const isWord = key.length === 1 && AMBIGUOUS.has(word.folded) && word.text === word.text.toLowerCase()
      const isName = thing && !isWord && isJoinedAs(thing, words.slice(start, end + 1))
      if (isName && isWritten(thing, words, end)) best = { thing, start, end: end + 1 }
    }
    return best
  }

  /** Returns the names in the words without overlaps. Of names with the same start, the longest wins. */
  find(words: readonly Word[]): NameMatch[] {
    const matches: NameMatch[] = []
    let at = 0
    for (let word = words[at]; word; word = words[at]) {
      const match = isStopWord(word) ? undefined : this.#findAt(words, at)
      if (match) matches.push(match)
      at = match?.end ?? at + 1
    }
    return matches
  }
}
