import type { SearchIndex } from './client.ts'

/**
 * Which model the vectors of the live collection are of. Asked of the index once and remembered until an answer names
 * another collection: a change of model is a new collection, so a collection's model never changes.
 */
export interface LiveModel {
  /**
   * Whether the live collection holds vectors of the model. `answeredBy` names the collection that an answer came
   * from; when it is not the one that is known, the index is asked again.
   */
  holds(model: string, answeredBy?: string): Promise<boolean>
  /** Tells which collection answered, so that what is known of another one is forgotten. */
  observe(answeredBy: string | undefined): void
}

/** One per process. A collection that names no model, made by hand, is taken for one of the configured model. */
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
        // No live collection at all is for the search itself to report.
        if (!schema) return true
        known = { collection: schema.name, model: metadata.model }
      }
      return known.model === undefined || known.model === model
    },
    observe: forgetUnless,
  }
}
