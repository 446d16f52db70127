import * as z from 'zod'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import type { Features } from '../articles/article.ts'
import { FEATURE_NAMES, FEATURE_RANGES, FEATURES } from '../articles/features.ts'
import { statesSchema } from '../articles/states.ts'

/** Largest features of an article as JSON text, in bytes, and the deepest nesting of objects and lists. */
const FEATURES_MAX_BYTES = 1_000_000
const FEATURES_MAX_DEPTH = 32
/** With escapes, a JSON text has at most six characters per byte of its value. */
const FEATURES_TEXT_MAX_CHARACTERS = 6 * FEATURES_MAX_BYTES

const text = z.string().max(5000)
const id = z.string().min(1).max(128)
const count = FEATURE_RANGES.count.nullish()

/**
 * Types and ranges of the features that the service reads. Readers trust them, so they are validated here. Other keys
 * of workers may have any value.
 */
const featuresSchema = z.looseObject({
  sentiment: z
    .looseObject({
      label: FEATURE_RANGES.sentimentLabel.nullish(),
      score: FEATURE_RANGES.sentimentScore.nullish(),
    })
    .nullish(),
  entities: z
    .array(
      z.looseObject({
        text,
        type: text,
        count,
        canonical_id: id.nullish(),
        salience: FEATURE_RANGES.salience.nullish(),
        office: text.nullish(),
      }),
    )
    .nullish(),
  content_annotations: z
    .array(z.looseObject({ start: z.int32(), end: z.int32(), type: text, text, canonical_id: id.nullish() }))
    .nullish(),
  states: statesSchema.nullish(),
  ...Object.fromEntries(FEATURE_NAMES.map((name) => [name, FEATURES[name].schema.nullish()])),
})

const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

/**
 * Throws when PostgreSQL cannot store a value as jsonb (NUL, half a surrogate pair) or when the value is nested too
 * deeply.
 */
function assertStorable(value: unknown, argument: string, depth = 0): void {
  if (depth > FEATURES_MAX_DEPTH) throw badInput(argument, `no máximo ${FEATURES_MAX_DEPTH} níveis.`)
  if (typeof value === 'string' && !isStorable(value)) {
    throw badInput(argument, 'tem um texto com caracteres que não podem ser guardados.')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    assertStorable(key, argument, depth)
    assertStorable(inner, argument, depth + 1)
  }
}

/** Returns the value of a JSON text. Returns other values and invalid JSON unchanged. */
export function decodeText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Parses features: an object, or its JSON text, which several workers send. Throws BAD_USER_INPUT naming `argument` and
 * the invalid key unless the value is an object whose known keys have the right types and ranges. Throws LIMIT_EXCEEDED above 1
 * MB.
 */
export function parseFeatures(input: unknown, argument: string): Features {
  // A longer text cannot contain an object within the limit, so it is not decoded.
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
    `valor de tipo ou tamanho inesperado, ou fora dos limites, em ${[...new Set(keys)].slice(0, 5).join(', ')}.`,
  )
}
