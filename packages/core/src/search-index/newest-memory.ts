/** The groups of all articles when copies are merged. */
interface GroupCount {
  collection: string | undefined
  /** Documents of the collection when its groups were counted. */
  documents: number
  groups: number
  /** Milliseconds since 1970 after which the groups are counted again. */
  until: number
}

/** What earlier lists of all articles showed. The widths change only the cost of a list, not its answer. */
export interface NewestMemory {
  /** Number of the lower bound that last filled a list, by the last entry of the list: at most `NEWEST_MAX` of them. */
  widths: Map<number, number>
  count?: GroupCount
}

export const makeNewestMemory = (): NewestMemory => ({ widths: new Map() })
