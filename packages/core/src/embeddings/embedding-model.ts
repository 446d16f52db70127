/** What a text is to the model: what a reader asks for, or an article that may answer it. */
export type EmbeddingPurpose = 'query' | 'passage'

/** Turns texts into unit vectors of 768 numbers. Vectors of models with different names are never compared. */
export interface EmbeddingModel {
  /** Kept with every vector. */
  readonly name: string
  /** Greatest cosine distance, from 0 to 2, at which an article counts as a neighbour of a query. */
  readonly maxDistance: number
  /**
   * One vector per text, in order. Throws SERVICE_UNAVAILABLE (`embedding`) when the service does not answer, and an
   * error that is nobody's to read but operators' when it refuses the request.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Float32Array[]>
}

/** The part of an article that stands for the whole: models read a few hundred words at most. */
const CONTENT_MAX_CHARACTERS = 2000

/** What is embedded of an article; its title is the first line. */
export function embeddingText(article: {
  title: string
  summary: string | null
  content: string | null
}): string {
  const title = article.title.replace(/\s+/g, ' ')
  const body = article.content?.slice(0, CONTENT_MAX_CHARACTERS) ?? ''
  return [title, article.summary ?? '', body].filter((part) => part !== '').join('\n')
}
