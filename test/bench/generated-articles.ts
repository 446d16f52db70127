/** Articles with the shape of real ones: word frequencies fall as in a language, vectors have unit length. */
export interface GeneratedArticles {
  schema: Record<string, unknown>
  get(number: number): Record<string, unknown>
  /** Returns the word of a rank; rank 0 is the most frequent word. */
  word(rank: number): string
  vector(number: number): number[]
}

const VOCABULARY = 60_000
const SYLLABLES =
  'ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo ga go ja la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo ção ões ência mento'.split(
    ' ',
  )

export function createArticles(options: {
  seed: number
  dimensions: number
  words: number
}): GeneratedArticles {
  const vocabulary = createVocabulary(options.seed)
  const vectorOf = (number: number): number[] => {
    const next = createRandom(options.seed * 31 + number)
    const raw = Array.from({ length: options.dimensions }, () => next() + next() - 1)
    const length = Math.hypot(...raw)
    return raw.map((value) => Number((value / length).toFixed(4)))
  }
  return {
    schema: SCHEMA(options.dimensions),
    word: (rank) => vocabulary[rank % vocabulary.length]!,
    vector: vectorOf,
    get(number) {
      const next = createRandom(options.seed + number * 7919)
      const text = (words: number): string =>
        Array.from({ length: words }, () => pickWord(vocabulary, next())).join(' ')
      return {
        id: `artigo-${number}`,
        unique_id: `artigo-${number}`,
        agency: `agencia-${Math.floor(next() ** 2 * 150)}`,
        title: text(10),
        url: `https://exemplo.gov.br/noticia/${number}`,
        summary: text(40),
        content: text(Math.round(options.words * (0.5 + next()))),
        published_at: 1_600_000_000 + Math.floor(next() * 160_000_000),
        tags: [text(1), text(1), text(1)],
        theme_l1_code: String(1 + Math.floor(next() * 25)).padStart(2, '0'),
        content_hash: `hash-${number % 49_000}`,
        sentiment_label: ['positive', 'neutral', 'negative'][Math.floor(next() * 3)],
        view_count: Math.floor(next() * 10_000),
        content_embedding: vectorOf(number),
      }
    },
  }
}

const SCHEMA = (dimensions: number): Record<string, unknown> => ({
  name: 'news',
  default_sorting_field: 'published_at',
  fields: [
    { name: 'unique_id', type: 'string' },
    { name: 'agency', type: 'string', facet: true },
    { name: 'title', type: 'string' },
    { name: 'url', type: 'string' },
    { name: 'summary', type: 'string', optional: true },
    { name: 'content', type: 'string' },
    { name: 'published_at', type: 'int64' },
    { name: 'tags', type: 'string[]', facet: true, optional: true },
    { name: 'theme_l1_code', type: 'string', facet: true, optional: true },
    { name: 'content_hash', type: 'string', facet: true, optional: true },
    { name: 'sentiment_label', type: 'string', facet: true, optional: true },
    { name: 'view_count', type: 'int32', optional: true },
    { name: 'content_embedding', type: 'float[]', num_dim: dimensions, optional: true },
  ],
})

/** Returns a number from 0 to 1 per call, in the same sequence for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function createVocabulary(seed: number): string[] {
  const next = createRandom(seed)
  const words = new Set<string>()
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.floor(next() * 4)
    words.add(
      Array.from({ length: syllables }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join(''),
    )
  }
  return [...words]
}

/** Zipf's law: the rank grows exponentially with the drawn number. */
function pickWord(vocabulary: readonly string[], drawn: number): string {
  return vocabulary[Math.floor(vocabulary.length ** drawn) - 1]!
}
