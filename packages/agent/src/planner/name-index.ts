import type { NameCatalogue } from '@pauta/core/agent/catalogue'
import { foldName } from '@pauta/core/entities/fold-text'
import { stemOf } from './number-forms.ts'
import { REQUEST_WORDS, STOP_WORDS, WEAK_WORDS } from './request-words.ts'
import type { Word } from './read-words.ts'

/** What a name stands for. */
export interface NamedThing {
  kind: 'theme' | 'agency'
  code: string
  label: string
}

/** A name found among the words of a request: those from `start` up to `end`. */
export interface NameMatch {
  thing: NamedThing
  start: number
  end: number
}

/** Acronyms that are words as well: they count as names only where they are written with a capital. */
const AMBIGUOUS = new Set(['abc', 'ana', 'cade', 'cti', 'mapa', 'mar', 'ans', 'bn', 'fundo', 'serra'])
/** A name of more content words than this is none that people write. */
const NAME_MAX_WORDS = 12
const LEVEL_OF_PARTS = 2

const meansNothing = (word: string) => STOP_WORDS.has(word)

/** The key of a name: stems of its words that mean something. */
function keyOf(name: string): string {
  return foldName(name)
    .split(' ')
    .filter((word) => word !== '' && !meansNothing(word))
    .map(stemOf)
    .join(' ')
}

/** "Economia e Contas Públicas" is asked for as "economia", too. */
const partsOf = (label: string) => label.split(/,|\se\s/).map((part) => part.trim())

const isOrdinary = (key: string) =>
  [REQUEST_WORDS, WEAK_WORDS].some((words) => words.has(key) || words.has(`${key}s`))

/** Names of the catalogue, to be found among words. */
export class NameIndex {
  readonly #things = new Map<string, NamedThing>()
  readonly #words = new Set<string>()

  /** Earlier names win: themes from the widest level down before agencies, whole labels before their parts. */
  constructor({ themes, agencies }: NameCatalogue) {
    const byLevel = themes.toSorted((a, b) => a.level - b.level)
    const themeOf = ({ code, label }: { code: string; label: string }): NamedThing => ({
      kind: 'theme',
      code,
      label,
    })
    for (const theme of byLevel) this.#add(theme.label, themeOf(theme))
    for (const { key, name, aliases } of agencies)
      for (const alias of [name, ...aliases]) this.#add(alias, { kind: 'agency', code: key, label: name })
    for (const theme of byLevel.filter(({ level }) => level <= LEVEL_OF_PARTS))
      for (const part of partsOf(theme.label)) if (!isOrdinary(keyOf(part))) this.#add(part, themeOf(theme))
  }

  #add(name: string, thing: NamedThing): void {
    const key = keyOf(name)
    if (key === '' || this.#things.has(key)) return
    this.#things.set(key, thing)
    for (const word of key.split(' ')) this.#words.add(word)
  }

  /** Whether a word stands in any name. */
  hasWord(folded: string): boolean {
    return this.#words.has(stemOf(folded))
  }

  /** The longest name that begins with a word. */
  #findAt(words: readonly Word[], start: number): NameMatch | undefined {
    const key: string[] = []
    let best: NameMatch | undefined
    for (let end = start; end < words.length && key.length < NAME_MAX_WORDS; end++) {
      const word = words[end]
      if (!word || (end > start && word.startsSentence)) break
      if (meansNothing(word.folded)) continue
      key.push(...word.folded.split(' ').map(stemOf))
      const thing = this.#things.get(key.join(' '))
      const isWord = key.length === 1 && AMBIGUOUS.has(word.folded) && word.text === word.text.toLowerCase()
      if (thing && !isWord) best = { thing, start, end: end + 1 }
    }
    return best
  }

  /** Names among the words, the longest first where they begin alike; none overlap. */
  find(words: readonly Word[]): NameMatch[] {
    const matches: NameMatch[] = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at]
      const match = word && !meansNothing(word.folded) ? this.#findAt(words, at) : undefined
      if (!match) continue
      matches.push(match)
      at = match.end - 1
    }
    return matches
  }
}
