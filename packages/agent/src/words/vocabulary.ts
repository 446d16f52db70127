import { foldName } from '@pauta/platform/text/fold-text'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { IndexAnswer } from '@pauta/core/search-index/index-answer'
import { searchInTurns } from '@pauta/core/search-index/search-in-turns'
import { plainWords } from '@pauta/core/search-index/query'
import { RANKING } from '@pauta/core/search-index/search'

/** Articles that are searched for the right spelling. */
const EXAMPLES = 10
/** Shorter words are similar to too many other words. */
const TYPO_MIN_CHARACTERS = 5

const IN_TITLES = {
  ...RANKING,
  query_by: 'title,summary',
  query_by_weights: '2,1',
  prefix: 'false',
  drop_tokens_threshold: 0,
  split_join_tokens: 'off',
} as const

/**
 * Returns the number of articles that contain each word in title or summary. Case and accents are ignored; no
 * prefixes, no typos.
 */
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

/** Returns the word that the engine matched most often, spelled as in the articles. */
function mostMatched(hits: IndexAnswer['hits'], word: string): string | undefined {
  const counts = new Map<string, { spelling: string; count: number }>()
  const highlights = (hits ?? []).flatMap((hit) => hit.highlights ?? [])
  for (const token of highlights.flatMap((highlight) => (highlight.matched_tokens ?? []).flat())) {
    const spelling = token.toLowerCase()
    const folded = foldName(spelling)
    if (folded === '' || folded.includes(' ') || folded === foldName(word)) continue
    const entry = counts.get(folded) ?? { spelling, count: 0 }
    counts.set(folded, { ...entry, count: entry.count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.spelling
}

/**
 * Returns the spelling in the news for words that no article contains, by word. Omits words without a similar word in
 * the index.
 */
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
      // The engine marks the words of included fields only.
      include_fields: 'title,summary',
      highlight_fields: 'title,summary',
    })),
  )
  const spellings = new Map<string, string>()
  guessable.forEach((word, position) => {
    const spelling = mostMatched(answers[position]?.hits, word)
    if (spelling !== undefined) spellings.set(word, spelling)
  })
  return spellings
}
