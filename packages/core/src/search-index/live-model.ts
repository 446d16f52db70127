import type { SearchIndex } from './client.ts'

/**
 * The model of the vectors in the live collection. Read once and cached until an answer names another collection. The
 * model of a collection never changes, because another model needs another collection.
 */
export interface LiveModel {
  /**
   * Returns whether the live collection has vectors of the model. `answeredBy` is the collection of an earlier answer;
   * when it differs from the cached one, the index is read again.
   */
  holds(model: string, answeredBy?: string): Promise<boolean>
  /** Records which collection answered. Drops the cache when it is another collection. */
  observe(answeredBy: string | undefined): void
}

/**
 * Returns a cache; use one per process. A collection without a model, made by hand, counts as one of the configured
 * model.
 */
export function memoizeLiveModel(index: SearchIndex): LiveModel {
  let known: { collection: string; model: string | undefined } | undefined

  const forgetUnless = (collection: string | undefined) => {
    if (collection !== known?.collection) known = undefined
  }
  return {
    async holds(model, answeredBy) {
      if (answeredBy !== undefined) forgetUnless(answeredBy)
      if (!known) {
        const schema = await index.findSearchedCollection()
        const metadata: { model?: string } = schema?.metadata ?? {}
        // The search itself reports a missing live collection.
        if (!schema) return true
        known = { collection: schema.name, model: metadata.model }
      }
      return known.model === undefined || known.model === model
    },
    observe: forgetUnless,
  }
}
