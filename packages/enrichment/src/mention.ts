/** A mention of an entity in a text, by half-open UTF-16 offsets. */
export interface Mention {
  start: number
  end: number
  type: string
  /** The registry's spelling, the number of a law, or the name as the text has it in full. */
  name: string
  /** Null for a law, a person or an organisation that is not in the registry. */
  entityId: string | null
}
