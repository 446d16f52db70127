import { badRequest } from '../requests/http-error.ts'
import { listFuzzyTerms } from './fuzzy-terms.ts'
import { isRecord } from '../requests/json-value.ts'
import { createTokenizer } from '../tokens/tokenize.ts'

/** A synonym in the form of the API. Without a `root`, each of `synonyms` matches every other. */
export interface SynonymView {
  id: string
  /** One-way synonym: a search for these words also finds `synonyms`. Empty for a two-way synonym. */
  root: string
  synonyms: string[]
  locale?: string
  symbols_to_index?: string[]
}

interface Definition {
  view: SynonymView
  /** Words of a query that this synonym replaces. */
  keys: string[]
  /** Words that replace them. */
  words: string[][]
}

export interface SynonymOptions {
  /** When true, query words may be prefixes of a synonym's words. */
  isPrefix: boolean
  /** Maximum of typos. */
  typos: number
}

const MAX_SYNONYMS = 10_000
const MAX_WORDINGS = 1_000
/** Maximum of other wordings of one query. */
const MAX_EXPANSIONS = 100
/** Maximum of synonyms that one run of words may match. */
const MAX_MATCHES = 10

/** The synonyms of a collection, in the order in which they were last stored. */
export class Synonyms {
  readonly #definitions = new Map<string, Definition>()

  /** Parses a definition. Throws 400 when it is malformed, or when the collection has the maximum of synonyms. */
  parse(id: string, body: unknown): SynonymView {
    if (!this.#definitions.has(id) && this.#definitions.size >= MAX_SYNONYMS) {
      throw badRequest(`There are ${MAX_SYNONYMS} synonyms already: delete some first.`)
    }
    return parseSynonym(id, body)
  }

  /** Adds a synonym, or replaces the synonym with its id. */
  put(view: SynonymView): void {
    const tokenizer = createTokenizer(view.symbols_to_index ?? [], [])
    const words = view.synonyms.map((text) => tokenizer.tokenize(text))
    const leading = view.root === '' ? words : [tokenizer.tokenize(view.root)]
    this.#definitions.delete(view.id)
    this.#definitions.set(view.id, { view, words, keys: leading.map((tokens) => tokens.join(' ')) })
  }

  find(id: string): SynonymView | undefined {
    return this.#definitions.get(id)?.view
  }

  remove(id: string): void {
    this.#definitions.delete(id)
  }

  list(): SynonymView[] {
    return Array.from(this.#definitions.values(), ({ view }) => view)
  }

  /** Returns other wordings of a query, with runs of words replaced by their synonyms. */
  expand(words: readonly string[], options: SynonymOptions): string[][] {
    if (this.#definitions.size === 0 || words.length === 0) return []
    const byKey = new Map<string, Definition[]>()
    for (const definition of this.#definitions.values()) {
      for (const key of definition.keys) {
        const others = byKey.get(key)
        if (others === undefined) byKey.set(key, [definition])
        else others.push(definition)
      }
    }
    const expansion = new Expansion(byKey, words, options)
    expansion.replace(words, words.length, 0)
    return expansion.results
  }
}

/** Replaces runs of words, longest first, then does the same with each result. */
class Expansion {
  readonly results: string[][] = []
  readonly #byKey: ReadonlyMap<string, Definition[]>
  readonly #keys: readonly string[]
  readonly #original: string
  readonly #options: SynonymOptions
  /** Runs of words that were replaced or inserted. They are not replaced again. */
  readonly #processed = new Set<string>()

  constructor(byKey: ReadonlyMap<string, Definition[]>, words: readonly string[], options: SynonymOptions) {
    this.#byKey = byKey
    this.#keys = [...byKey.keys()].sort((a, b) => (a < b ? -1 : 1))
    this.#original = words.join(' ')
    this.#options = options
  }

  replace(words: readonly string[], longest: number, from: number): void {
    let isReplaced = false
    let first = from
    for (let length = longest; length > 0; length--) {
      for (let at = first; at + length <= words.length; at++) {
        if (this.#replaceRun(words, at, length)) isReplaced = true
      }
      first = 0
    }
    const isNew = !isReplaced && this.#processed.size > 0 && words.join(' ') !== this.#original
    if (isNew && this.results.length < MAX_EXPANSIONS) this.results.push([...words])
  }

  #replaceRun(words: readonly string[], at: number, length: number): boolean {
    const run = words.slice(at, at + length).join(' ')
    if (this.#processed.has(run) || this.results.length >= MAX_EXPANSIONS) return false
    const definitions = this.#matching(run)
    for (const definition of definitions) {
      for (const replacement of definition.words) {
        for (const word of replacement) this.#processed.add(word)
        this.#processed.add(run)
        this.#processed.add(replacement.join(' '))
        this.replace(words.toSpliced(at, length, ...replacement), length, at)
      }
    }
    return definitions.length > 0
  }

  #matching(run: string): Definition[] {
    const { isPrefix, typos } = this.#options
    if (!isPrefix && typos === 0) return this.#byKey.get(run) ?? []
    const keys: string[] = []
    for (let cost = 0; cost <= typos; cost++) keys.push(...listFuzzyTerms(this.#keys, run, cost, isPrefix))
    return [...new Set(keys)].slice(0, MAX_MATCHES).flatMap((key) => this.#byKey.get(key) ?? [])
  }
}

const NOT_STRINGS = 'Could not find a valid string array of `synonyms`'

function parseSynonym(id: string, body: unknown): SynonymView {
  if (!isRecord(body)) throw badRequest('Bad JSON.')
  const { root = '', synonyms, locale = '', symbols_to_index: symbols } = body
  if (typeof root !== 'string') throw badRequest('Key `root` should be a string.')
  if (!Array.isArray(synonyms)) throw badRequest('Could not find an array of `synonyms`')
  if (synonyms.length === 0 || !synonyms.every((entry) => typeof entry === 'string' && entry !== '')) {
    throw badRequest(NOT_STRINGS)
  }
  if (synonyms.length > MAX_WORDINGS) throw badRequest(`A synonym has at most ${MAX_WORDINGS} wordings.`)
  if (typeof locale !== 'string') throw badRequest('Synonym `locale` should be a string.')
  const view: SynonymView = { id, root, synonyms: synonyms as string[] }
  if (locale !== '') view.locale = locale
  if (symbols !== undefined) view.symbols_to_index = parseSymbols(symbols)
  return view
}

function parseSymbols(symbols: unknown): string[] {
  if (!Array.isArray(symbols) || !symbols.every((symbol) => typeof symbol === 'string')) {
    throw badRequest('Synonym `symbols_to_index` should be an array of strings.')
  }
  if (!symbols.every((symbol: string) => symbol.length === 1)) {
    throw badRequest('Synonym `symbols_to_index` should be an array of single character symbols.')
  }
  return symbols
}
