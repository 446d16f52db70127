import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache'

const MAX_QUERIES = 1000
/** Limit for all texts together; each text has at most 15,000 characters. */
const MAX_CHARACTERS = 4_000_000

/**
 * Stores the texts of automatic persisted queries by hash and drops the least recently used. Only texts that passed
 * validation and every limit are stored; a client sends a dropped text again. Each function environment has its own
 * store, so several environments may ask a client for the same text. That costs one more request; a shared store
 * would cost one request for every query.
 */
export function openPersistedQueries(): KeyValueCache {
  return new InMemoryLRUCache<string>({ max: MAX_QUERIES, maxSize: MAX_CHARACTERS })
}
