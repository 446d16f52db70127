import {
  describeUnknownAgencies,
  describeUnknownEntities,
  listUnknownValues,
  type CheckedFilter,
} from '@pauta/core/vocabulary/unknown-values'
import type { Context } from './context.ts'

/** Warnings of one request. An operation may have 60 fields, each with 200 unknown values. */
const WARNINGS_MAX = 20

function addWarnings({ warnings }: Context, more: readonly string[]): void {
  for (const warning of more)
    if (warnings.length < WARNINGS_MAX && !warnings.includes(warning)) warnings.push(warning)
}

/**
 * Adds a warning for each value of a filter that does not exist. `prefix` goes before the names of the filters. Throws
 * nothing: where the values cannot be checked, there is no warning.
 */
export async function warnOfUnknownValues(
  filter: CheckedFilter | null | undefined,
  context: Context,
  { found, prefix }: { found: number; prefix?: string },
): Promise<void> {
  if (context.warnings.length >= WARNINGS_MAX) return
  const { db, findVocabulary, logger } = context
  const sources = { db, findVocabulary, logger }
  addWarnings(
    context,
    await listUnknownValues(sources, filter, prefix === undefined ? { found } : { found, prefix }),
  )
}

/**
 * Adds a warning for each value of a recorte to save that does not exist. `place` goes before the names of the filters.
 * What the recorte finds is not counted, so that its entities are checked, too.
 */
export async function warnOfUnknownRecorte(
  { agencies, excludeAgencies, themes, states, entityCanonical }: CheckedFilter,
  context: Context,
  place: string,
): Promise<void> {
  const filter = { agencies, excludeAgencies, themes, states, entityCanonical }
  await warnOfUnknownValues(filter, context, { found: 0, prefix: `${place}.` })
}

/** Adds warnings for the unknown values of some recortes to save, each with the place of its recorte. */
export async function warnOfUnknownRecortes(
  recortes: readonly CheckedFilter[],
  context: Context,
): Promise<void> {
  for (const [at, recorte] of recortes.entries())
    await warnOfUnknownRecorte(recorte, context, `recortes[${at}]`)
}

/** Adds a warning if an entity does not exist. Call it only for an empty answer. Throws nothing. */
export async function warnOfUnknownEntity(
  entityId: string,
  context: Context,
  { argument }: { argument: string },
): Promise<void> {
  if (context.warnings.length >= WARNINGS_MAX) return
  const { db, findVocabulary, logger } = context
  addWarnings(context, await describeUnknownEntities({ db, findVocabulary, logger }, [entityId], argument))
}

/** How the reader of a list compares agencies: as the search index does, or exactly with keys or official names. */
export type AgencyMatch = 'INDEX' | 'KEY' | 'KEY_OR_NAME'

/** Adds a warning for each agency of an argument that does not exist. Throws nothing. */
export async function warnOfUnknownAgencies(
  keys: readonly string[],
  context: Context,
  { argument, match }: { argument: string; match: AgencyMatch },
): Promise<void> {
  const vocabulary = context.warnings.length < WARNINGS_MAX ? await context.findVocabulary() : undefined
  if (!vocabulary) return
  const { agencies } = vocabulary
  const isKnown = (key: string): boolean => {
    if (match === 'INDEX') return agencies.findByCode(key) !== undefined
    return agencies.hasCode(key) || (match === 'KEY_OR_NAME' && agencies.hasLabel(key))
  }
  addWarnings(context, describeUnknownAgencies(vocabulary, keys, { argument, isKnown }))
}
