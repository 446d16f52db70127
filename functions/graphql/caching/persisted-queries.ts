import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache'

const MAX_QUERIES = 1000
/** Of all of them together; each is at most 15,000 long. */
const MAX_CHARACTERS = 4_000_000

/**
 * Texts of automatic persisted queries by their hash, those asked for last: only what passed validation and every limit
 * gets in, and what falls out is sent once more by its client. Each environment of the function has its own, so a
 * client may be asked for the same text by several: what that costs is one more request, and a store that all share
 * would cost one with every query.
 */
export function openPersistedQueries(): KeyValueCache {
  return new InMemoryLRUCache<string>({ max: MAX_QUERIES, maxSize: MAX_CHARACTERS })
}
