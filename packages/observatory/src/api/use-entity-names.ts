import { useEffect, useState } from 'preact/hooks'
import { client } from './client.ts'
import { EntityNameDocument, type EntityNameQuery } from './generated/operations.ts'

/** Returns the name of an entity; its id where it is unknown. */
async function findName(id: string): Promise<string> {
  const { data } = await client.query<EntityNameQuery>(EntityNameDocument.toString(), { id }).toPromise()
  return data?.entity?.canonicalName ?? id
}

/** Returns the names of entities in the order of their ids, or undefined until they are loaded. */
export function useEntityNames(ids: readonly string[]): string[] | undefined {
  const [names, setNames] = useState<string[]>()
  const key = JSON.stringify(ids)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const found = await Promise.all(ids.map(findName))
      if (isCurrent) setNames(found)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [key])
  return names
}
