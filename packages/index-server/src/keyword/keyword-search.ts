import type { CollectionIndex } from '../memory-index/collection-index.ts'
import type { ChosenTerm } from './across-fields.ts'
import { CandidateSearch } from './candidate-search.ts'
import type { SearchWord } from './candidate-search.ts'
import type { KeywordOptions, QueryField } from './keyword-options.ts'
import type { PagedNumbers } from '../arrays/paged-numbers.ts'
import { findPhrase, findPhrases } from './phrase-match.ts'
import type { QueryWords } from './query-words.ts'
import type { SearchDeadline } from './search-deadline.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import { splitOrJoin } from './split-join.ts'
import { TextMatches } from './text-matches.ts'

/** Score of a document that only phrases match, before the weight of its field. */
const PHRASE_SCORE = 100_000
const INFIX_SCORE = 100

/**
 * Removes from `allowed` the documents with excluded words and those without the phrases. Returns the weight of the
 * field with the phrases by slot.
 */
export function restrictToQuery(
  query: QueryWords,
  fields: readonly QueryField[],
  allowed: SlotSet,
): PagedNumbers | undefined {
  for (const phrase of query.excluded) {
    for (const { inverted } of fields) allowed.subtract(findPhrase(inverted, phrase, allowed))
  }
  if (query.phrases.length === 0) return undefined
  const { slots, weights } = findPhrases(fields, query.phrases, allowed)
  allowed.intersect(slots)
  return weights
}

/** Returns all allowed documents, for a query without words. */
export function matchAll(allowed: SlotSet, phraseWeights: PagedNumbers | undefined): TextMatches {
  const matches = new TextMatches()
  for (const slot of allowed.list()) {
    matches.add(slot, 0, phraseWeights === undefined ? 0 : PHRASE_SCORE + phraseWeights.get(slot))
  }
  return matches
}

/**
 * Returns the `allowed` documents that match the first wording, or exactly match one of the others. The options set
 * typos, prefixes and dropped words. When the time is over, returns the documents found so far. Only the `wanted` best
 * documents, and those equal to the last of them, need scores. Yields often.
 */
export function* searchWords(
  index: CollectionIndex,
  wordings: readonly (readonly string[])[],
  allowed: SlotSet,
  options: KeywordOptions,
  deadline: SearchDeadline,
  wanted?: number,
): Generator<void, { matches: TextMatches; terms: ChosenTerm[] }> {
  const matches = new TextMatches(wanted)
  const search = new CandidateSearch(allowed, options, matches, deadline)
  const [words = [], ...synonyms] = wordings
  yield* search.run(toSearchWords(words), [])
  const mayResolve =
    options.splitJoin === 'always' || (options.splitJoin === 'fallback' && matches.count === 0)
  const resolved = mayResolve ? splitOrJoin(options.fields, words, index.alive) : undefined
  if (resolved !== undefined) yield* search.run(toSearchWords(resolved), [])
  for (const synonym of synonyms) yield* search.runExactly(toSearchWords(synonym), words.length)
  for (const wording of wordings) yield* dropTokens(search, toSearchWords(wording), options, matches)
  yield* searchInfix(index, words[0]!, allowed, options, matches, deadline)
  return { matches, terms: search.found.flat() }
}

function toSearchWords(words: readonly string[]): SearchWord[] {
  return words.map((text, at) => ({ text, isPrefix: at === words.length - 1 }))
}

/** Drops words from one end, then from the other, until enough documents are found. */
function* dropTokens(
  search: CandidateSearch,
  tokens: readonly SearchWord[],
  options: KeywordOptions,
  matches: TextMatches,
): Generator<void> {
  const { mode, limit } = options.dropTokens
  const dropsBoth = mode === 'both_sides' && tokens.length <= limit
  let fromRight = mode !== 'left_to_right'
  for (let direction = 0; direction < 2; direction++) {
    for (let dropped = 1; dropped < tokens.length; dropped++) {
      if (!options.isExhaustive && !dropsBoth && matches.count >= options.dropTokensThreshold) return
      const kept = fromRight ? tokens.slice(0, tokens.length - dropped) : tokens.slice(dropped)
      const rest = fromRight ? tokens.slice(tokens.length - dropped) : tokens.slice(0, dropped)
      yield* search.run(kept, rest)
    }
    fromRight = !fromRight
  }
}

/** Searches the first word inside other words, in fields with infix search. */
function* searchInfix(
  index: CollectionIndex,
  word: string,
  allowed: SlotSet,
  options: KeywordOptions,
  matches: TextMatches,
  deadline: SearchDeadline,
): Generator<void> {
  for (const field of options.fields) {
    if (field.infix === 'off' || (field.infix === 'fallback' && matches.count > 0)) continue
    for (const term of field.inverted.dictionary.runs().flat()) {
      if (!term.includes(word)) continue
      if (deadline.check()) return
      yield
      for (const slot of field.inverted.find(term, allowed).slots) {
        if (allowed.has(slot) && index.alive.has(slot) && !matches.slots.has(slot))
          matches.add(slot, 0, INFIX_SCORE)
      }
    }
  }
}
