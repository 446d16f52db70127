/**
 * A name found in an article. `canonical_id` is an id of the entity registry; null for a law, a person or an organisation
 * that is not in the registry.
 */
export interface FoundEntity {
  text: string
  type: string
  count: number
  canonical_id: string | null
  /** Share of the article's mentions, between 0 and 1. */
  salience: number
  /** The office beside a person's name, such as "presidente do FNDE"; absent when the text states none. */
  office?: string
}

/** A name in the stored content, by half-open UTF-16 offsets. */
export interface FoundAnnotation {
  start: number
  end: number
  type: string
  text: string
  canonical_id: string | null
}
