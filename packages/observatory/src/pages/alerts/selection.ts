import type { RecorteInput } from '../../api/generated/operations.ts'
import { texts } from '../../texts/texts.ts'

/** What a page shows, as far as an alert can have it. Agencies, themes, states and entities are codes. */
export interface AlertSelection {
  words?: string
  excludeWords?: readonly string[]
  agencies?: readonly string[]
  excludeAgencies?: readonly string[]
  themes?: readonly string[]
  entities?: readonly string[]
  states?: readonly string[]
  /** Whether the page has further filters, which the alert does not have. */
  leavesOut?: boolean
}

/** The names of the codes of a selection, in its order. */
export interface SelectionNames {
  agencies: readonly string[]
  excludeAgencies: readonly string[]
  themes: readonly string[]
  entities: readonly string[]
  states: readonly string[]
}

const TITLE_MAX_CHARACTERS = 100

/** Whether the selection restricts the news. Excluded words and agencies alone do not. */
export const selectsSomething = ({
  words = '',
  agencies,
  themes,
  entities,
  states,
}: AlertSelection): boolean =>
  words.trim() !== '' || [agencies, themes, entities, states].some((codes) => (codes?.length ?? 0) > 0)

/** Returns what a selection leaves out, as the end of a sentence has it. */
export const describeExclusions = (
  { excludeWords = [] }: AlertSelection,
  { excludeAgencies }: SelectionNames,
): string[] => [
  ...excludeAgencies.map(texts.search.exceptAgency),
  ...excludeWords.map(texts.search.withoutWords),
]

function cut(title: string): string {
  return title.length <= TITLE_MAX_CHARACTERS ? title : `${title.slice(0, TITLE_MAX_CHARACTERS - 1)}…`
}

/** Returns the recorte of a selection. Its title names the words, the entities, the agencies, the themes and the states. */
export function recorteOf(selection: AlertSelection, names: SelectionNames): RecorteInput {
  const words = (selection.words ?? '').trim().replaceAll(/\s+/g, ' ')
  const parts = [words, ...names.entities, ...names.agencies, ...names.themes, ...names.states].filter(
    (part) => part !== '',
  )
  return {
    title: cut(parts.join(' · ')),
    keywords: words === '' ? [] : [words],
    excludeKeywords: [...(selection.excludeWords ?? [])],
    agencies: [...(selection.agencies ?? [])],
    excludeAgencies: [...(selection.excludeAgencies ?? [])],
    themes: [...(selection.themes ?? [])],
    entityCanonical: [...(selection.entities ?? [])],
    states: [...(selection.states ?? [])],
  }
}
