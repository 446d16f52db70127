import { newsCollection } from '@pauta/core/search-index/collection'
import type { TestStack } from './stack.ts'

/** Makes the live collection refuse articles without a subtitle. Returns the name of the previous collection. */
export async function requireSubtitles({ stack, index, model }: TestStack): Promise<string> {
  const before = await index.findLiveCollection()
  if (before === undefined) throw new Error('There is no live collection')
  const name = `${index.alias}_stricter`
  const schema = newsCollection(name, model.name)
  const fields = schema.fields?.map((field) =>
    field.name === 'subtitle' ? { ...field, optional: false } : field,
  )
  const response = await fetch(`${stack.indexUrl}/collections`, {
    method: 'POST',
    headers: { 'X-TYPESENSE-API-KEY': stack.indexKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...schema, fields }),
  })
  if (!response.ok) throw new Error(`The collection was refused: ${await response.text()}`)
  await index.pointAlias(name)
  return before
}
