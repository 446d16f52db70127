/** A mention of an entity in a text, by half-open UTF-16 offsets. */
export interface Mention {
  start: number
  end: number
  type: string
  /** The registry's spelling, the number of a law, or the name as the text has it in full. */
  name: string
  /** Null for what is not in the registry: a law, a person, an organisation, a river. */
  entityId: string | null
  /** The code of the state that a place is or is in, such as CE. */
  state?: string | undefined
  /** The office beside a person's name, such as "presidente do FNDE". */
  office?: string | null
}
