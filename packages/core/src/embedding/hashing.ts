import { EMBEDDING_DIMENSIONS } from '../articles/document.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { HASHING_MODEL_NAME } from './model-name.ts'

const BIGRAM_WEIGHT = 0.5
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

// Words that say nothing of the subject: they would make every pair of texts alike.
const STOP_WORDS = new Set(
  (
    'a ao aos as ate com como da das de dela dele do dos e ela ele em entre era essa esse esta este foi for ha isso ' +
    'isto ja la lhe mais mas na nas nem no nos num numa o os ou para pela pelas pelo pelos por qual quando que quem ' +
    'se sem ser seu seus sao so sob sobre sua suas tambem tem um uma uns'
  ).split(' '),
)

function fnv1a(text: string): number {
  let hash = FNV_OFFSET
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return hash >>> 0
}

function words(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 && !STOP_WORDS.has(word))
}

/** Adds a feature at its hashed place with a hashed sign, so that collisions cancel out on average. */
function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = fnv1a(feature)
  const place = hash % EMBEDDING_DIMENSIONS
  const sign = fnv1a(`±${feature}`) & 1 ? 1 : -1
  vector[place] = (vector[place] ?? 0) + sign * weight
}

/**
 * Signed feature hashing (Weinberger et al., 2009) over folded words and bigrams, damped by 1 + ln(count) and scaled to
 * unit length. A text without words gives a fixed unit vector, since the index takes no zero vector.
 */
export function hashText(text: string): Float32Array {
  const counts = new Map<string, number>()
  const list = words(text)
  list.forEach((word, position) => {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    const next = list[position + 1]
    if (next !== undefined)
      counts.set(`${word} ${next}`, (counts.get(`${word} ${next}`) ?? 0) + BIGRAM_WEIGHT)
  })
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  for (const [feature, count] of counts) add(vector, feature, count < 1 ? count : 1 + Math.log(count))
  const length = Math.hypot(...vector)
  if (length === 0) vector[0] = 1
  else for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length
  return vector
}

/**
 * The local model: deterministic, in process, no download. It matches shared words, not meanings; a deployed stage
 * uses it only when its configuration says `hashing` on purpose.
 */
export const hashingModel: EmbeddingModel = {
  name: HASHING_MODEL_NAME,
  embed: async (texts) => texts.map(hashText),
}
