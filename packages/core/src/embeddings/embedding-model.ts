/** The role of a text: a reader's query, or an article as its possible answer. */
export type EmbeddingPurpose = 'query' | 'passage'

/** Converts texts to unit vectors of 768 numbers. Vectors of models with different names are never compared. */
export interface EmbeddingModel {
  /** Stored with every vector. */
  readonly name: string
  /** Texts that the model takes in one request. Callers with many texts may store the vectors of each request. */
  readonly textsAtOnce: number
  /** Returns the greatest cosine distance, from 0 to 2, at which an article counts as a neighbour of the query. */
  maxDistanceOf(query: string): number
  /**
   * Returns one vector per text, in order. Throws SERVICE_UNAVAILABLE (`embedding`) when the service does not answer.
   * Throws an internal error, which only operators can read, when the service refuses the request.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Float32Array[]>
}

/** Characters of the content that are embedded. Models read a few hundred words at most. */
const CONTENT_MAX_CHARACTERS = 2000

/** Returns the text of an article to embed. The first line is the title. */
export function embeddingText(article: {
  title: string
  summary: string | null
  content: string | null
}): string {
  const title = article.title.replace(/\s+/g, ' ')
  const body = article.content?.slice(0, CONTENT_MAX_CHARACTERS) ?? ''
  return [title, article.summary ?? '', body].filter((part) => part !== '').join('\n')
}
