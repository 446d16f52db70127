import type { NamedThing } from '../names/name-index.ts'

/** One or more words that form a unit, such as "Belo Horizonte", and their alternatives. */
export interface Term {
  text: string
  /** Other names, or the plural or singular. */
  forms: readonly string[]
  /**
   * True if the registry of entities contains the term. Such a term is no misspelling, even if no article contains
   * it.
   */
  isKnown: boolean
}

/** One subject of a request. */
export interface Subject {
  /** The words in order, including names and the words between them. */
  phrase: string
  /** Themes and agencies that the subject names. */
  names: NamedThing[]
  /** The other words. */
  terms: Term[]
  /** The terms including the names of themes as words, for a theme without news. */
  allTerms: Term[]
  /** Codes of the states of which the articles speak; empty for any place. */
  states: readonly string[]
}
