import { foldName } from '@pauta/platform/text/fold-text'
import type { IndexAnswer, SearchIndex } from '@pauta/core/search-index/client'
import { searchInTurns } from '@pauta/core/search-index/search-in-turns'
import { plainWords } from '@pauta/core/search-index/query'
import { RANKING } from '@pauta/core/search-index/search'

/** Articles whose words are looked at for the right spelling. */
const EXAMPLES = 10
/** Shorter words have too many neighbours to guess from. */
const TYPO_MIN_CHARACTERS = 5

const IN_TITLES = {
  ...RANKING,
  query_by: 'title,summary',
  query_by_weights: '2,1',
  prefix: 'false',
  drop_tokens_threshold: 0,
  split_join_tokens: 'off',
} as const

/** How many articles have each word in title or summary, whole and as it is but for case and accents. */
export async function countWordUses(
  index: SearchIndex,
  words: readonly string[],
): Promise<Map<string, number>> {
  const answers = await searchInTurns(
    index,
    words.map((word) => ({
      q: plainWords(word),
      ...IN_TITLES,
      num_typos: '0',
      typo_tokens_threshold: 0,
      per_page: 0,
    })),
  )
  return new Map(words.map((word, position) => [word, answers[position]?.found ?? 0]))
}

/** The word that the engine matched most often, as articles spell it. */
function mostMatched(answer: IndexAnswer, word: string): string | undefined {
  const counts = new Map<string, { spelling: string; count: number }>()
  const highlights = (answer.hits ?? []).flatMap((hit) => hit.highlights ?? [])
  for (const token of highlights.flatMap((highlight) => (highlight.matched_tokens ?? []).flat())) {
    const spelling = token.toLowerCase()
    const folded = foldName(spelling)
    if (folded === '' || folded.includes(' ') || folded === foldName(word)) continue
    const entry = counts.get(folded) ?? { spelling, count: 0 }
    counts.set(folded, { ...entry, count: entry.count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.spelling
}

/** The right spelling of words that no article has, by the word; one without a neighbour in the index is left out. */
export async function findSpellings(
  index: SearchIndex,
  words: readonly string[],
): Promise<Map<string, string>> {
  const guessable = words.filter((word) => [...word].length >= TYPO_MIN_CHARACTERS)
  const answers = await searchInTurns(
    index,
    guessable.map((word) => ({
      q: plainWords(word),
      ...IN_TITLES,
      per_page: EXAMPLES,
      include_fields: 'unique_id',
      highlight_fields: 'title,summary',
    })),
  )
  const spellings = new Map<string, string>()
  guessable.forEach((word, position) => {
    const answer = answers[position]
    const spelling = answer && mostMatched(answer, word)
    if (spelling !== undefined) spellings.set(word, spelling)
  })
  return spellings
}
