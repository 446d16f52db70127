import { newsCollection } from '@pauta/core/search-index/collection'
import type { CollectionCreateSchema } from 'typesense/lib/Typesense/Collections.js'
import type { TestStack } from './stack.ts'

/** Creates a collection that the service itself would not create. */
export async function addCollection({ stack }: TestStack, schema: CollectionCreateSchema): Promise<void> {
  const response = await fetch(`${stack.indexUrl}/collections`, {
    method: 'POST',
    headers: { 'X-TYPESENSE-API-KEY': stack.indexKey, 'content-type': 'application/json' },
    body: JSON.stringify(schema),
  })
  if (!response.ok) throw new Error(`The collection was refused: ${await response.text()}`)
}

/** Makes the live collection refuse articles without a subtitle. Returns the name of the previous collection. */
export async function requireSubtitles(stack: TestStack): Promise<string> {
  const { index, model } = stack
  const before = await index.findLiveCollection()
  if (before === undefined) throw new Error('There is no live collection')
  const name = `${index.alias}_stricter`
  const schema = newsCollection(name, model.name)
  const fields = schema.fields?.map((field) =>
    field.name === 'subtitle' ? { ...field, optional: false } : field,
  )
  await addCollection(stack, { ...schema, fields })
  await index.pointAlias(name)
  return before
}
