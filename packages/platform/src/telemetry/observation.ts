import { AsyncLocalStorage } from 'node:async_hooks'

/** The stores whose requests are counted: PostgreSQL and the search index. */
type Store = 'sql' | 'index'

/** Facts about one request, batch or run in progress. Only its log lines use them. */
export interface Observation {
  readonly requestId: string
  /** Number of requests to each store. */
  readonly storeReads: Record<Store, number>
  /** Milliseconds of these requests. Concurrent requests are added up. */
  readonly storeMilliseconds: Record<Store, number>
  /** Additional fields of the work's log line. */
  readonly fields: Record<string, unknown>
}

/**
 * The observation of the running code. Uses AsyncLocalStorage because pools, loaders and caches are shared between
 * requests, so a parameter cannot reach them. Only logs may read it; behaviour must not depend on it.
 */
const observations = new AsyncLocalStorage<Observation>()

/** Runs work. All calls and log lines of the work belong to the observation. */
export function observe<T>(requestId: string, work: (observation: Observation) => T): T {
  const observation: Observation = {
    requestId,
    storeReads: { sql: 0, index: 0 },
    storeMilliseconds: { sql: 0, index: 0 },
    fields: {},
  }
  return observations.run(observation, () => work(observation))
}

/** Returns the observation of the running code, or undefined. */
export function findObservation(): Observation | undefined {
  return observations.getStore()
}

/** Counts a request to a store. Returns the function that adds its duration, to be called once at its end. */
export function countStoreRead(store: Store): () => void {
  const observation = findObservation()
  if (!observation) return () => {}
  observation.storeReads[store]++
  const start = performance.now()
  return () => void (observation.storeMilliseconds[store] += performance.now() - start)
}
