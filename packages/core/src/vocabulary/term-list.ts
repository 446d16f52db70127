import { foldName } from '@pauta/platform/text/fold-text'

/** A value that a filter accepts, with its name for people. */
export interface Term {
  code: string
  label: string
}

/** The accepted values of one filter. */
export interface TermList {
  /** Returns true for a code, compared exactly. */
  hasCode(value: string): boolean
  /** Returns true for a label, compared exactly. */
  hasLabel(value: string): boolean
  /** Returns the term whose code matches a value as the search index compares values: without case, accents and symbols. */
  findByCode(value: string): Term | undefined
  /** Returns a term whose label matches a value in the same way. */
  findByLabel(value: string): Term | undefined
  /** Returns the term whose code or label is most similar to a value; undefined if none is, or several alike. */
  findNearest(value: string): Term | undefined
}

/** The longest key has 64 characters. Longer values are compared by their beginning. */
const COMPARED_MAX_CHARACTERS = 64
/** The least similarity of a suggestion, from 0 to 1. Below, pairs share only common words such as “Ministério”. */
const SIMILAR_FROM = 0.4
/**
 * A term that has the same parts of the value as the most similar one, and at least this share of its similarity, is as
 * likely meant: “ministerio” alone means none of the ministries.
 */
const RIVAL_FROM = 0.6
/** Longest word that has no weight beside longer ones, such as “da” and “do”. */
const SMALL_WORD_CHARACTERS = 2

const toComparedForm = (value: string): string =>
  value
    .slice(0, COMPARED_MAX_CHARACTERS)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the trigrams of each word, with two spaces before the word and one behind, as PostgreSQL's pg_trgm does. */
function listTrigrams(text: string): Set<string> {
  const all = foldName(text.slice(0, COMPARED_MAX_CHARACTERS)).split(' ')
  const long = all.filter((word) => word.length > SMALL_WORD_CHARACTERS)
  const trigrams = new Set<string>()
  for (const word of long.length > 0 ? long : all) {
    if (word === '') continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams
}

/** The trigrams of all codes and labels, by the forms that contain them. */
interface TrigramIndex {
  /** The term of each form, and the sum of the weights of its trigrams. */
  forms: { term: Term; weight: number }[]
  /** Positions in `forms` by trigram. */
  postings: Map<string, number[]>
  /** Weight of a trigram: the rarer, the more. */
  weigh: (trigram: string) => number
}

function indexTrigrams(terms: readonly Term[]): TrigramIndex {
  const postings = new Map<string, number[]>()
  const trigramsOfForms = terms.flatMap((term) =>
    [term.code, term.label].map((text) => ({ term, trigrams: listTrigrams(text) })),
  )
  trigramsOfForms.forEach(({ trigrams }, form) => {
    for (const trigram of trigrams) {
      const posting = postings.get(trigram)
      if (posting) posting.push(form)
      else postings.set(trigram, [form])
    }
  })
  const weigh = (trigram: string) =>
    Math.log((trigramsOfForms.length + 1) / (postings.get(trigram)?.length ?? 1))
  const forms = trigramsOfForms.map(({ term, trigrams }) => ({ term, weight: sumWeights(trigrams, weigh) }))
  return { forms, postings, weigh }
}

const sumWeights = (trigrams: Iterable<string>, weigh: TrigramIndex['weigh']): number =>
  [...trigrams].reduce((sum, trigram) => sum + weigh(trigram), 0)

/** What a form of a term has of a value. */
interface Candidate {
  term: Term
  /** The trigrams of both. */
  common: ReadonlySet<string>
  /** Share of the common weight in both texts, from 0 to 1 (weighted Jaccard similarity). */
  similarity: number
}

function listCandidates({ forms, postings, weigh }: TrigramIndex, value: string): Candidate[] {
  const trigrams = listTrigrams(value)
  const own = sumWeights(trigrams, weigh)
  const commonOf = new Map<number, Set<string>>()
  for (const trigram of trigrams) {
    for (const form of postings.get(trigram) ?? []) {
      const common = commonOf.get(form)
      if (common) common.add(trigram)
      else commonOf.set(form, new Set([trigram]))
    }
  }
  return [...commonOf].map(([form, common]) => {
    const { term, weight } = forms[form] as TrigramIndex['forms'][number]
    const shared = sumWeights(common, weigh)
    return { term, common, similarity: shared / (own + weight - shared) }
  })
}

/** Returns the most similar term, unless another one is as likely meant. */
function findMostSimilar(index: TrigramIndex, value: string): Term | undefined {
  const candidates = listCandidates(index, value)
  let best: Candidate | undefined
  for (const candidate of candidates)
    if (candidate.similarity > (best?.similarity ?? SIMILAR_FROM)) best = candidate
  if (!best) return undefined
  const { term, common, similarity } = best
  const hasRival = candidates.some(
    (other) =>
      other.term !== term &&
      other.similarity >= RIVAL_FROM * similarity &&
      [...common].every((trigram) => other.common.has(trigram)),
  )
  return hasRival ? undefined : term
}

/** Returns the list of some terms. Of terms with the same code or label, a look-up finds the first. */
export function makeTermList(terms: readonly Term[]): TermList {
  const byForm = (form: (term: Term) => string) =>
    new Map(terms.toReversed().map((term) => [toComparedForm(form(term)), term]))
  const byExactCode = new Map(terms.toReversed().map((term) => [term.code, term]))
  const labels = new Set(terms.map(({ label }) => label))
  // Most requests name values as they are, so what compares other forms is made when it is needed.
  let byCode: Map<string, Term> | undefined
  let byLabel: Map<string, Term> | undefined
  let index: TrigramIndex | undefined
  return {
    hasCode: (value) => byExactCode.has(value),
    hasLabel: (value) => labels.has(value),
    findByCode(value) {
      const exact = byExactCode.get(value)
      if (exact) return exact
      byCode ??= byForm(({ code }) => code)
      return byCode.get(toComparedForm(value))
    },
    findByLabel(value) {
      byLabel ??= byForm(({ label }) => label)
      return byLabel.get(toComparedForm(value))
    },
    findNearest(value) {
      index ??= indexTrigrams(terms)
      return findMostSimilar(index, value)
    },
  }
}
