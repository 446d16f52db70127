import { foldWords, type ThemeWords } from './theme-text.ts'

/** A theme of the catalogue. */
export interface CatalogueTheme {
  code: string
  label: string
  level: 1 | 2 | 3
}

/** What is known of themes before anything is learned. */
export interface ThemeReference {
  /** Every known theme. */
  themes: readonly CatalogueTheme[]
  /**
   * Terms by theme, separated by commas. A word that ends in `*` stands for all words that begin so. A term that ends in
   * `!` seldom occurs in news of other themes.
   */
  words: Readonly<Record<string, string>>
  /** Usual themes by agency, the most usual first. */
  agencies: Readonly<Record<string, readonly string[]>>
}

interface Word {
  text: string
  isPrefix: boolean
}

/** A term of one or more words, for all themes that have the term. */
interface Term {
  id: number
  /** The words after the first one. */
  rest: readonly Word[]
  /** Positions of themes, and the weight that an occurrence has for each. */
  themes: number[]
  weights: number[]
}

/** The scores of all themes for an article, in the order of `codes`. */
export interface ThemeRules {
  /** Codes of all themes, in the order of the codes. */
  codes: readonly string[]
  /** Positions of the themes below each theme; '' for level 1. */
  children: ReadonlyMap<string, readonly number[]>
  /** Returns for each theme the logarithm of its odds before anything was learned. */
  score(words: ThemeWords): Float32Array
}

const STRONG = 1
const WEAK = 0.25
/** The label of a theme is a term of the theme. */
const LABEL = 1
/** An occurrence in the title is worth as much as this number of occurrences in the text. */
const IN_TITLE = 3
const IN_LEAD = 1.5
const IN_TEXT = 0.5
/** Two words say more than one. */
const WORDS_WEIGHT = [0, 1, 1.5, 1.8]
const PREFIX_MIN = 2
const PREFIX_MAX = 14
/** Evidence that stands against each theme, so that one word decides nothing. */
const DOUBT = [0, 3, 2, 1.5]
/** How much the share of a theme in the evidence changes its logit, by level. */
const SHARE = [0, 12, 6, 5]
const AGENCY = [0, 2.2, 0.8]
const CACHED_WORDS_MAX = 60_000

const levelOf = (code: string): 1 | 2 | 3 => Math.min(3, code.split('.').length) as 1 | 2 | 3
const rootOf = (code: string): string => code.slice(0, 2)

/** Reads a term such as `hospital*!` or `busca e apreensão!`. */
function readTerm(text: string): { words: Word[]; weight: number } {
  const isStrong = text.endsWith('!')
  const words = (isStrong ? text.slice(0, -1) : text)
    .split(/[\s-]+/)
    .flatMap((piece) => {
      const folded = foldWords(piece)
      return folded.map((word, place) => ({
        text: word,
        isPrefix: piece.endsWith('*') && place === folded.length - 1,
      }))
    })
    .filter(({ text }) => text !== '')
  return { words, weight: isStrong ? STRONG : WEAK }
}

class TermBook {
  readonly #terms = new Map<string, Term & { first: Word }>()
  readonly #weights = new Map<string, Map<number, number>>()

  add(words: readonly Word[], theme: number, weight: number): void {
    const [first, ...rest] = words
    if (!first) return
    const key = words.map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text)).join(' ')
    if (!this.#terms.has(key))
      this.#terms.set(key, { id: this.#terms.size, first, rest, themes: [], weights: [] })
    const weights = this.#weights.get(key) ?? new Map<number, number>()
    const full = weight * (WORDS_WEIGHT[Math.min(3, words.length)] ?? 1)
    weights.set(theme, Math.max(full, weights.get(theme) ?? 0))
    this.#weights.set(key, weights)
  }

  /** Returns the terms by their first word. A term of several themes of level 1 says less of each. */
  finish(codes: readonly string[]): {
    exact: Map<string, Term[]>
    prefix: Map<string, Term[]>
    size: number
  } {
    const exact = new Map<string, Term[]>()
    const prefix = new Map<string, Term[]>()
    for (const [key, term] of this.#terms) {
      const weights = this.#weights.get(key) ?? new Map<number, number>()
      const roots = new Set([...weights.keys()].map((theme) => rootOf(codes[theme] ?? '')))
      for (const [theme, weight] of weights) {
        term.themes.push(theme)
        term.weights.push(weight / roots.size)
      }
      const byFirst = term.first.isPrefix ? prefix : exact
      byFirst.set(term.first.text, [...(byFirst.get(term.first.text) ?? []), term])
    }
    return { exact, prefix, size: this.#terms.size }
  }
}

const matches = ({ text, isPrefix }: Word, word: string | undefined): boolean =>
  word !== undefined && (isPrefix ? word.startsWith(text) : word === text)

/** Whether the words from `at` on are those of a term behind its first one. */
function goesOn(rest: readonly Word[], words: readonly string[], at: number): boolean {
  for (let place = 0; place < rest.length; place++) {
    const next = rest[place]
    if (next && !matches(next, words[at + place])) return false
  }
  return true
}

/** Compiles the reference data. Skips terms and agencies of themes that the catalogue lacks. */
export function compileThemeRules({ themes, words, agencies }: ThemeReference): ThemeRules {
  const codes = themes.map(({ code }) => code).sort()
  const places = new Map(codes.map((code, place) => [code, place]))
  const parents = codes.map((code) => places.get(code.slice(0, -3)) ?? -1)
  const levels = codes.map(levelOf)
  const children = Map.groupBy(codes.keys(), (place) => codes[parents[place] ?? -1] ?? '')
  const book = new TermBook()
  /** A term of a theme is a term of those above. */
  const add = (code: string, terms: readonly Word[], weight: number): void => {
    for (let place = places.get(code) ?? -1; place >= 0; place = parents[place] ?? -1)
      book.add(terms, place, weight)
  }
  for (const { code, label } of themes) add(code, readTerm(label.replace(/\(.*\)/, '')).words, LABEL)
  for (const [code, list] of Object.entries(words)) {
    for (const text of list.split(',')) {
      const { words: terms, weight } = readTerm(text.trim())
      add(code, terms, weight)
    }
  }
  const { exact, prefix, size } = book.finish(codes)
  const cached = new Map<string, readonly Term[]>()
  const none: readonly Term[] = []
  const startingWith = (word: string): readonly Term[] => {
    const known = cached.get(word)
    if (known) return known
    const found = [...(exact.get(word) ?? none)]
    for (let length = PREFIX_MIN; length <= Math.min(word.length, PREFIX_MAX); length++)
      found.push(...(prefix.get(word.slice(0, length)) ?? none))
    if (cached.size >= CACHED_WORDS_MAX) cached.clear()
    cached.set(word, found.length > 0 ? found : none)
    return found
  }
  const usual = new Map(
    Object.entries(agencies).map(([key, list]) => [key, list.flatMap((code) => places.get(code) ?? [])]),
  )

  const score = ({ words: text, titleEnd, leadEnd, agencyKey }: ThemeWords): Float32Array => {
    const evidence = new Float32Array(codes.length)
    const seen = new Uint8Array(size)
    for (let at = 0; at < text.length; at++) {
      for (const term of startingWith(text[at] ?? '')) {
        // The first three occurrences of a term count.
        const times = seen[term.id] ?? 0
        if (times >= 3 || !goesOn(term.rest, text, at + 1)) continue
        seen[term.id] = times + 1
        const gain = (at < titleEnd ? IN_TITLE : at < leadEnd ? IN_LEAD : IN_TEXT) / (times + 1)
        for (let place = 0; place < term.themes.length; place++) {
          const theme = term.themes[place] ?? 0
          evidence[theme] = (evidence[theme] ?? 0) + gain * (term.weights[place] ?? 0)
        }
      }
    }
    const scores = new Float32Array(codes.length)
    for (const [, siblings] of children) {
      const level = levels[siblings[0] ?? 0] ?? 1
      let total = DOUBT[level] ?? 0
      for (const theme of siblings) total += evidence[theme] ?? 0
      for (const theme of siblings) scores[theme] = ((SHARE[level] ?? 0) * (evidence[theme] ?? 0)) / total
    }
    for (const [rank, theme] of (usual.get(agencyKey ?? '') ?? []).entries())
      scores[theme] = (scores[theme] ?? 0) + (AGENCY[levels[theme] ?? 3] ?? 0) / (1 + rank * 0.5)
    return scores
  }
  return { codes, children, score }
}
