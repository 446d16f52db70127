import { Resource } from 'sst/resource'
import { Client } from 'typesense'

const { SearchIndex } = Resource as unknown as {
  SearchIndex: { url: string; key: string; collection: string }
}
export const { collection } = SearchIndex

/** The client of Typesense as its manual opens it. It connects with the first request. */
export const index = new Client({ nodes: [{ url: SearchIndex.url }], apiKey: SearchIndex.key })
