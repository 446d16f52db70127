import type { AlertSelection } from '../alerts/selection.ts'
import type { SearchState } from './selection.ts'

/** Returns what an alert has of a search. */
export const selectionOfSearch = ({
  q,
  agencies,
  excludeAgencies,
  excludeKeywords,
  themes,
  entityCanonical,
  states,
  ...others
}: SearchState): AlertSelection => ({
  words: q,
  excludeWords: excludeKeywords,
  agencies,
  excludeAgencies,
  themes,
  entities: entityCanonical,
  states,
  leavesOut:
    (others.semantic && q !== '') || others.sentiment.length > 0 || others.startDate + others.endDate !== '',
})
