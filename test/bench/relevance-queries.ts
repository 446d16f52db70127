import type { Random } from '@pauta/sample-data/random'

/** The kinds of queries for an article. */
export const QUERY_KINDS = ['title words', 'misspelt', 'inflected', 'body phrase', 'question'] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

interface AskedArticle {
  uniqueId: string
  title: string
}

export interface RelevanceQuery {
  kind: QueryKind
  query: string
  /** The right answer. */
  article: AskedArticle
}

const TITLE_WORDS = 3
const WORD_MIN_CHARACTERS = 4
const MISSPELT_MIN_CHARACTERS = 6
const PHRASE_WORDS = 5
const ALPHABET = 'abcdefghijlmnopqrstuvz'

/** Not shared with the code under test, which must not choose its own queries. */
const FUNCTION_WORDS = new Set(
  (
    'para pela pelas pelo pelos como mais sobre entre com sem dos das nos nas que quem qual quando onde seus suas ' +
    'este esta esse essa isso ate apos após até são sao será sera foram está esta tem têm pode'
  ).split(' '),
)

const QUESTIONS: readonly ((words: string) => string)[] = [
  (words) => `o que o governo anunciou sobre ${words}?`,
  (words) => `quais são as novidades sobre ${words}`,
  (words) => `como funciona ${words}?`,
  (words) => `quem participou de ${words}`,
  (words) => `quando acontece ${words}?`,
  (words) => `o que há de novo em ${words}`,
]

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of the text without addresses of links, which no reader remembers. */
const bodyWords = (content: string): string[] => wordsOf(content.replace(/\(?https?:\S+|[*_#=[\]()]/g, ' '))

function isContentWord(word: string): boolean {
  return (
    word.length >= WORD_MIN_CHARACTERS && /^\p{L}+$/u.test(word) && !FUNCTION_WORDS.has(word.toLowerCase())
  )
}

function misspell(word: string, random: Random): string {
  const at = random.between(1, word.length - 2)
  const letter = ALPHABET[random.between(0, ALPHABET.length - 1)] ?? 'x'
  const edits = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + (letter === word[at] ? 'x' : letter) + word.slice(at + 1),
    () => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ]
  return random.pick(edits)()
}

const PLURALS: readonly [RegExp, string][] = [
  [/ão$/, 'ões'],
  [/m$/, 'ns'],
  [/([aou])l$/, '$1is'],
  [/el$/, 'éis'],
  [/il$/, 'is'],
  [/([rz])$/, '$1es'],
  [/([aeiouáéíóúãõ])$/, '$1s'],
]
const SINGULARS: readonly [RegExp, string][] = [
  [/(ões|ães|ãos)$/, 'ão'],
  [/ns$/, 'm'],
  [/([au])is$/, '$1l'],
  [/éis$/, 'el'],
  [/óis$/, 'ol'],
  [/([rz])es$/, '$1'],
  [/([aeiouáéíóúãõ])s$/, '$1'],
]

/** Returns the plural of a singular and the singular of a plural; any other word unchanged. */
function changeNumber(word: string): string {
  const lower = word.toLowerCase()
  const [pattern, ending] = [...SINGULARS, ...PLURALS].find(([form]) => form.test(lower)) ?? [/$/, '']
  return lower.replace(pattern, ending)
}

/** Returns queries of every kind for this article. Omits kinds for which its text is too short. */
export function makeQueries(article: AskedArticle & { content: string }, random: Random): RelevanceQuery[] {
  const { title, content } = article
  const queries: RelevanceQuery[] = []
  const add = (kind: QueryKind, query: string) => void queries.push({ kind, query, article })
  const candidates = [...new Set(wordsOf(title).filter(isContentWord))]
  if (candidates.length >= TITLE_WORDS) {
    const chosen = random.sample(candidates, TITLE_WORDS)
    const words = candidates.filter((word) => chosen.includes(word))
    add('title words', words.join(' '))
    const longest = words.reduce((best, word) => (word.length > best.length ? word : best))
    if (longest.length >= MISSPELT_MIN_CHARACTERS) {
      add('misspelt', words.map((word) => (word === longest ? misspell(word, random) : word)).join(' '))
    }
    add('inflected', words.map(changeNumber).join(' '))
    add('question', random.pick(QUESTIONS)(words.join(' ')))
  }
  const body = bodyWords(content)
  if (body.length >= PHRASE_WORDS) {
    const middle = Math.floor((body.length - PHRASE_WORDS) / 2)
    add('body phrase', body.slice(middle, middle + PHRASE_WORDS).join(' '))
  }
  return queries
}
