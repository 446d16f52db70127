import { CandidateSearch } from '../keyword/candidate-search.ts'
import type { CollectionIndex } from '../memory-index/collection-index.ts'
import type { FacetParameters } from './facet-parser.ts'
import type { HighlightParameters } from '../highlight/highlight-parser.ts'
import { markWords } from '../highlight/highlight-marks.ts'
import type { KeywordOptions } from '../keyword/keyword-options.ts'
import { isText } from '../schema/field.ts'
import type { Field } from '../schema/field.ts'
import { SearchDeadline } from '../keyword/search-deadline.ts'
import { SlotSet } from '../arrays/slot-set.ts'
import { TextMatches } from '../keyword/text-matches.ts'

/** The facet values that match a facet query, and their highlighted form. */
export interface FacetFilter {
  accepts(value: string): boolean
  highlight(value: string): string
}

/** Maximum of words that each word of the query may match. */
const MAX_CANDIDATES = 10

/** Returns the filter of a facet field, or undefined when the facet query names another field. */
export function createFacetFilter(
  index: CollectionIndex,
  field: Field,
  parameters: FacetParameters,
  hits: Int32Array,
  highlight: HighlightParameters,
): FacetFilter | undefined {
  const { query } = parameters
  if (query === undefined || query.field !== field.name || query.text === '') return undefined
  if (!isText(field)) {
    return { accepts: (value) => value.startsWith(query.text), highlight: (value) => value }
  }
  const words = index.tokenizer.tokenize(query.text)
  const combinations = findTerms(index, field, words, hits, parameters.queryTypos)
  const tokensOf = (value: string): string[] => index.tokenizer.tokenize(value)
  const matching = (value: string): string[] | undefined => {
    const tokens = tokensOf(value)
    return combinations.find((terms) => terms.every((term) => tokens.some((token) => token.startsWith(term))))
  }
  return {
    accepts: (value) => matching(value) !== undefined,
    highlight: (value) => {
      const marks = (matching(value) ?? []).map((term, at) => ({ term, word: words[at] ?? term }))
      return markWords(
        value,
        index.tokenizer.place(value),
        (token) => {
          const mark = marks.find(({ term }) => token === term)
          if (mark === undefined) return 0
          return token.startsWith(mark.word) ? mark.word.length : Number.POSITIVE_INFINITY
        },
        highlight,
      )
    },
  }
}

/** Returns the combinations of terms that match the words in the field of at least one hit. */
function findTerms(
  index: CollectionIndex,
  field: Field,
  words: readonly string[],
  hits: Int32Array,
  typos: number,
): string[][] {
  const inverted = index.inverted.get(field.name)
  if (inverted === undefined || words.length === 0) return []
  const options: KeywordOptions = {
    fields: [
      { name: field.name, inverted, isArray: field.isArray, weight: 1, typos, isPrefix: true, infix: 'off' },
    ],
    typoTokensThreshold: 1,
    dropTokensThreshold: 0,
    dropTokens: { mode: 'right_to_left', limit: 0 },
    minLength1Typo: 4,
    minLength2Typo: 7,
    maxCandidates: MAX_CANDIDATES,
    termOrder: 'weight',
    isExhaustive: false,
    prioritizeExact: false,
    prioritizePosition: false,
    prioritizeFields: false,
    matchType: 'max_score',
    splitJoin: 'off',
    typosInNumbers: true,
    typosInAlphaNumbers: true,
  }
  const noDeadline = new SearchDeadline(Number.POSITIVE_INFINITY)
  const search = new CandidateSearch(SlotSet.of(hits), options, new TextMatches(), noDeadline)
  const steps = search.run(
    words.map((text, at) => ({ text, isPrefix: at === words.length - 1 })),
    [],
  )
  // No words are dropped here, so the few combinations run without yielding.
  while (steps.next().done !== true);
  return search.found.map((chosen) => chosen.map(({ term }) => term))
}
