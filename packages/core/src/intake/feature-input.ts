import * as z from 'zod'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import type { Features } from '../articles/article.ts'

/** Largest features of one article as JSON text, and how deep objects and lists may nest in them. */
const FEATURES_MAX_BYTES = 1_000_000
const FEATURES_MAX_DEPTH = 32
/** Escapes make a JSON text at most six times as long as the bytes that it stands for. */
const FEATURES_TEXT_MAX_CHARACTERS = 6 * FEATURES_MAX_BYTES

const text = z.string().max(5000)
const id = z.string().min(1).max(128)
const count = z.int32().nullish()
const number = z.float32().nullish()
const flag = z.boolean().nullish()

/**
 * The features that the service itself reads, by their types. Readers trust them, so they are checked at the door; keys
 * that workers add for themselves may hold anything.
 */
const featuresSchema = z.looseObject({
  sentiment: z.looseObject({ label: text.nullish(), score: number }).nullish(),
  entities: z
    .array(z.looseObject({ text, type: text, count, canonical_id: id.nullish(), salience: number }))
    .nullish(),
  content_annotations: z
    .array(z.looseObject({ start: z.int32(), end: z.int32(), type: text, text, canonical_id: id.nullish() }))
    .nullish(),
  word_count: count,
  view_count: count,
  unique_sessions: count,
  readability_flesch: number,
  trending_score: number,
  has_image: flag,
  has_video: flag,
  image_broken: flag,
})

const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

/** Whether PostgreSQL can keep it as jsonb: no NUL, no half of a surrogate pair, and of a depth that is no attack. */
function assertStorable(value: unknown, argument: string, depth = 0): void {
  if (depth > FEATURES_MAX_DEPTH) throw badInput(argument, `no máximo ${FEATURES_MAX_DEPTH} níveis.`)
  if (typeof value === 'string' && !isStorable(value)) {
    throw badInput(argument, 'tem um texto com caracteres que não podem ser guardados.')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    assertStorable(key, argument, depth + 1)
    assertStorable(inner, argument, depth + 1)
  }
}

/** What the text of a JSON document stands for; other values, and text that is no JSON, as they are. */
export function decodeText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Features as a worker sends them: an object, or its JSON text, as several workers encode it themselves. Throws BAD_USER_INPUT naming `argument` and the key at fault for anything but an
 * object whose known keys have their types, LIMIT_EXCEEDED above 1 MB.
 */
export function parseFeatures(input: unknown, argument: string): Features {
  // A text beyond the limit cannot stand for an object within it: it is not worth decoding.
  if (typeof input === 'string' && input.length > FEATURES_TEXT_MAX_CHARACTERS)
    throw limitExceeded(argument, `no máximo ${FEATURES_MAX_BYTES} bytes por notícia.`)
  const value = decodeText(input)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput(argument, 'deve ser um objeto JSON, ou o texto de um.')
  }
  assertStorable(value, argument)
  if (Buffer.byteLength(JSON.stringify(value)) > FEATURES_MAX_BYTES) {
    throw limitExceeded(argument, `no máximo ${FEATURES_MAX_BYTES} bytes por notícia.`)
  }
  const parsed = featuresSchema.safeParse(value)
  if (parsed.success) return parsed.data as Features
  const keys = parsed.error.issues.map((issue) => issue.path.join('.'))
  throw badInput(
    argument,
    `valor de tipo ou tamanho inesperado em ${[...new Set(keys)].slice(0, 5).join(', ')}.`,
  )
}
