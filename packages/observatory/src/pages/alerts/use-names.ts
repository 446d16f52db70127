import { useEffect, useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import {
  EntityNameDocument,
  RecorteNamesDocument,
  type EntityNameQuery,
} from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import type { AlertSelection, SelectionNames } from './selection.ts'

/** Returns the name of an entity; its id where it is unknown. */
async function findName(id: string): Promise<string> {
  const { data } = await client.query<EntityNameQuery>(EntityNameDocument.toString(), { id }).toPromise()
  return data?.entity?.canonicalName ?? id
}

/** Returns the names of the codes of a selection, or undefined until they are loaded. */
export function useNames({
  agencies = [],
  themes = [],
  entities = [],
}: AlertSelection): SelectionNames | undefined {
  const { data, failure } = useData(RecorteNamesDocument, {})
  const [names, setNames] = useState<string[]>()
  const ids = JSON.stringify(entities)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const found = await Promise.all(entities.map(findName))
      if (isCurrent) setNames(found)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [ids])
  if (!names || (!data && failure === undefined)) return undefined
  const nameOf = (options: readonly { code: string; label: string }[] | undefined) => (code: string) =>
    options?.find((option) => option.code === code)?.label ?? code
  return {
    agencies: agencies.map(nameOf(data?.agencies)),
    themes: themes.map(nameOf(data?.themeTree)),
    entities: names,
  }
}
