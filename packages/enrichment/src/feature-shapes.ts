/** A name found in an article. `canonical_id` points into the entity registry; null for a law that it lacks. */
export interface FoundEntity {
  text: string
  type: string
  count: number
  canonical_id: string | null
  /** Share of the article's mentions, between 0 and 1. */
  salience: number
}

/** Where a name stands in the stored content: half-open UTF-16 offsets. */
export interface FoundAnnotation {
  start: number
  end: number
  type: string
  text: string
  canonical_id: string | null
}
