import { Resource } from 'sst/resource'
import { Client } from 'typesense'
import * as z from 'zod'

const link = z.object({ url: z.string(), key: z.string(), collection: z.string() })
const { url, key, collection } = link.parse((Resource as unknown as { SearchIndex: unknown }).SearchIndex)
export { collection }

/** The client of Typesense as its manual opens it. It connects with the first request. */
export const index = new Client({ nodes: [{ url }], apiKey: key })

export const ask = async (): Promise<void> => void (await index.health.retrieve())
