import { RecorteNamesDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { useEntityNames } from '../../api/use-entity-names.ts'
import type { AlertSelection, SelectionNames } from './selection.ts'

/** Returns the names of the codes of a selection, or undefined until they are loaded. */
export function useNames({
  agencies = [],
  excludeAgencies = [],
  themes = [],
  entities = [],
  states = [],
}: AlertSelection): SelectionNames | undefined {
  const { data, failure } = useData(RecorteNamesDocument, {})
  const names = useEntityNames(entities)
  if (!names || (!data && failure === undefined)) return undefined
  const nameOf = (options: readonly { code: string; label: string }[] | undefined) => (code: string) =>
    options?.find((option) => option.code === code)?.label ?? code
  return {
    agencies: agencies.map(nameOf(data?.agencies)),
    excludeAgencies: excludeAgencies.map(nameOf(data?.agencies)),
    themes: themes.map(nameOf(data?.themeTree)),
    entities: names,
    states: states.map(nameOf(data?.states.items)),
  }
}
