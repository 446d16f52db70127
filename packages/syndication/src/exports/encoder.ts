import type { SelectedArticle } from '../articles/selected-article.ts'

/** Turns rows into the bytes of a file, piece by piece. */
export interface Encoder {
  /** Returns the bytes of the next rows, and before the first ones the head of the file. May be called without rows. */
  encode(articles: readonly SelectedArticle[]): Uint8Array
  /** Returns the end of the file. */
  end(): Uint8Array
}
