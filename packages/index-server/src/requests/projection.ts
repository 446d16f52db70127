import type { Document } from './json-value.ts'

/** The fields of documents that an answer includes. */
export interface Projection {
  keeps(field: string): boolean
  apply(document: Document): Document
}

/** Names may end in `*`. Without `include` all fields are included. `exclude` overrides `include`. */
export function createProjection(include: readonly string[], exclude: readonly string[]): Projection {
  const included = createMatcher(include)
  const excluded = createMatcher(exclude)
  const keeps = (field: string): boolean => (include.length === 0 || included(field)) && !excluded(field)
  return {
    keeps,
    apply(document) {
      if (include.length === 0 && exclude.length === 0) return document
      return Object.fromEntries(Object.entries(document).filter(([field]) => keeps(field)))
    },
  }
}

function createMatcher(names: readonly string[]): (field: string) => boolean {
  const exact = new Set(names)
  const prefixes = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  return (field) => exact.has(field) || prefixes.some((prefix) => field.startsWith(prefix))
}
