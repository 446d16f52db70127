import type { CollectionIndex } from './collection-index.ts'
import { scoreField } from './field-match.ts'
import type { FieldScore, MatchOptions } from './field-match.ts'
import type { Mask } from './filter-evaluate.ts'
import type { KeywordOptions } from './keyword-search.ts'
import { NO_POSTINGS } from './posting-list.ts'
import type { Postings } from './posting-list.ts'
import { ScoreSum } from './text-matches.ts'
import type { TextMatches } from './text-matches.ts'

/** A term that stands for a word of the query. */
export interface ChosenTerm {
  term: string
  /** Edits between word and term. */
  cost: number
  /** The word may be unfinished. */
  isPrefix: boolean
  /** The term is the word itself. */
  isWhole: boolean
  /** Characters of the word. */
  wordLength: number
}

export interface AcrossSearch {
  /** Scores every allowed document that holds all terms, each in any field, and says how many there are. */
  search(terms: readonly ChosenTerm[], dropped: readonly string[]): number
}

/** `lists[field][word]`. */
type PostingTable = Postings[][]

export function createAcrossSearch(
  index: CollectionIndex,
  allowed: Mask,
  options: KeywordOptions,
  matches: TextMatches,
): AcrossSearch {
  const cache = new Map<string, Postings>()
  const find = (field: number, term: string): Postings => {
    const key = `${field} ${term}`
    let postings = cache.get(key)
    if (postings === undefined) cache.set(key, (postings = options.fields[field]!.inverted.find(term)))
    return postings
  }

  return {
    search(terms, dropped) {
      const table: PostingTable = options.fields.map((field, at) =>
        terms.map((chosen) => {
          // A term found with typos, or for a word that may be unfinished, only counts in fields that allow for that.
          const isAllowed = chosen.cost <= field.typos && (!chosen.isPrefix || field.isPrefix)
          return isAllowed ? find(at, chosen.term) : NO_POSTINGS
        }),
      )
      const slots = listHolders(index, table, terms.length, allowed)
      if (slots.length === 0) return 0
      const extra = countDropped(
        index,
        dropped.map((word) => options.fields.map((_, at) => find(at, word))),
      )
      scoreSlots(slots, table, terms, options, matches, extra)
      return slots.length
    },
  }
}

/** Slots, ascending, of which each word is in some field. */
function listHolders(index: CollectionIndex, table: PostingTable, words: number, allowed: Mask): Int32Array {
  const seen = new Uint8Array(index.slots)
  for (let word = 0; word < words; word++) {
    for (const lists of table) {
      for (const slot of lists[word]!.slots) {
        if (seen[slot] === word && allowed[slot] === 1) seen[slot] = word + 1
      }
    }
  }
  let count = 0
  for (let slot = 0; slot < seen.length; slot++) if (seen[slot] === words) count++
  const holders = new Int32Array(count)
  let at = 0
  for (let slot = 0; slot < seen.length && at < count; slot++) if (seen[slot] === words) holders[at++] = slot
  return holders
}

/** How many of the dropped words each slot holds in some field. */
function countDropped(index: CollectionIndex, dropped: readonly Postings[][]): Uint8Array | undefined {
  if (dropped.length === 0) return undefined
  const counts = new Uint8Array(index.slots)
  for (const lists of dropped) {
    const holds = new Uint8Array(index.slots)
    for (const postings of lists) for (const slot of postings.slots) holds[slot] = 1
    for (let slot = 0; slot < counts.length; slot++) counts[slot]! += holds[slot]!
  }
  return counts
}

function scoreSlots(
  slots: Int32Array,
  table: PostingTable,
  terms: readonly ChosenTerm[],
  options: KeywordOptions,
  matches: TextMatches,
  extra: Uint8Array | undefined,
): void {
  // A typo costs two, an unfinished word one.
  const cost = terms.reduce((sum, { cost, isWhole }) => sum + 2 * cost + (cost === 0 && !isWhole ? 1 : 0), 0)
  const cursors = table.map((lists) => lists.map(() => 0))
  const score: FieldScore = { high: 0, low: 0 }
  const sum = new ScoreSum()
  const matchOptions: MatchOptions[] = options.fields.map((field) => ({
    cost,
    prioritizeExact: options.prioritizeExact,
    prioritizePosition: options.prioritizePosition,
    isSingleExact: cost === 0 && terms.length === 1,
    isArray: field.isArray,
  }))
  const present: Postings[] = []
  const at: number[] = []
  for (const slot of slots) {
    sum.reset()
    for (let field = 0; field < table.length; field++) {
      present.length = 0
      at.length = 0
      const lists = table[field]!
      for (let word = 0; word < lists.length; word++) {
        const list = lists[word]!
        let cursor = cursors[field]![word]!
        while (cursor < list.slots.length && list.slots[cursor]! < slot) cursor++
        cursors[field]![word] = cursor
        if (list.slots[cursor] !== slot) continue
        present.push(list)
        at.push(cursor)
      }
      if (present.length === 0) continue
      scoreField(present, at, matchOptions[field]!, score)
      sum.add(score, options.fields[field]!.weight, options.matchType)
    }
    sum.store(matches, slot, terms.length + (extra?.[slot] ?? 0), options.matchType, options.prioritizeFields)
  }
}
