import type { Config } from '../config.ts'
import { hashingModel } from './hashing.ts'
import { httpModel } from './http.ts'

/** Turns texts into unit vectors of 768 numbers. Vectors of models with different names are never compared. */
export interface EmbeddingModel {
  /** Kept with every vector. */
  readonly name: string
  /**
   * One vector per text, in order. Throws SERVICE_UNAVAILABLE (`embedding`) when the service does not answer, and an
   * error that is nobody's to read but operators' when it refuses the request.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>
}

/** The model that the configuration names. A search that a reader waits for sets a shorter time-out and one attempt. */
export function openEmbeddingModel(
  config: Config<'embedding'>['embedding'],
  patience: { timeoutMs?: number; attempts?: number } = {},
): EmbeddingModel {
  return config.kind === 'http' ? httpModel({ ...config, ...patience }) : hashingModel
}

/** The part of an article that stands for the whole: models read a few hundred words at most. */
const CONTENT_MAX_CHARACTERS = 2000

/** What is embedded of an article. */
export function embeddingText(article: {
  title: string
  summary: string | null
  content: string | null
}): string {
  const body = article.content?.slice(0, CONTENT_MAX_CHARACTERS) ?? ''
  return [article.title, article.summary ?? '', body].filter((part) => part !== '').join('\n')
}
