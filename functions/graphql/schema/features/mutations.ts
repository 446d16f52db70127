import { parseFeatures } from '@pauta/core/features/feature-input'
import { upsertFeatures, type FeatureUpsert } from '@pauta/core/features/features'
import { updateField } from '@pauta/core/field-updates/field-update'
import { parseFieldUpdate } from '@pauta/core/field-updates/updatable-fields'
import { isEntityId, listEntityIds } from '@pauta/core/entities/feature-ids'
import { limitExceeded, PublicError } from '@pauta/platform/errors'
import type { AccessMap } from '../../request/access.ts'
import { articleIdArgument } from '../../request/arguments.ts'
import type { BatchFailure, Resolvers } from '../../generated/resolvers-types.ts'

const BATCH_MAX_ITEMS = 500
const REASONS_LOGGED = 20
const ID_SHOWN_CHARACTERS = 128
const OTHER_MODEL =
  'O índice ainda guarda vetores de outro modelo: o vetor foi gravado e entra no índice quando ele for refeito.'

export const access = {
  'Mutation.upsertFeatures': 'service',
  'Mutation.batchUpsertFeatures': 'service',
  'Mutation.updateTypesenseField': 'service',
} satisfies AccessMap

const unknownArticle = () => new PublicError('NOT_FOUND', 'Não existe notícia com esse uniqueId.')

/** Splits the items into those that can be stored and the failures of the others. */
function sortItems(items: readonly { uniqueId: string; features: unknown }[]) {
  const good: (FeatureUpsert & { index: number })[] = []
  const failures: BatchFailure[] = []
  for (const [index, { uniqueId, features }] of items.entries()) {
    try {
      good.push({
        index,
        uniqueId: articleIdArgument(uniqueId, 'uniqueId'),
        features: parseFeatures(features, 'features'),
      })
    } catch (error) {
      if (!(error instanceof PublicError)) throw error
      failures.push(failureOf({ index, uniqueId }, error))
    }
  }
  return { good, failures }
}

const failureOf = (
  { index, uniqueId }: { index: number; uniqueId: string },
  { code, message }: PublicError,
): BatchFailure => ({ index, uniqueId: uniqueId.slice(0, ID_SHOWN_CHARACTERS), code, message })

/** Returns warnings for mentions with ids of another form, which are stored but count for no entity. */
function warnOfIds(items: readonly FeatureUpsert[]): string[] {
  const ids = new Set(
    items.flatMap(({ features }) => listEntityIds(features).filter((id) => !isEntityId(id))),
  )
  if (ids.size === 0) return []
  return [
    `canonical_id fora dos formatos aceitos (Q e dígitos, ou dgb_ e um ULID), ignorados como entidades: ${ids.size}.`,
  ]
}

export const mutations = {
  upsertFeatures: async (_, { uniqueId, features }, { db, enqueueSteps, warnings }) => {
    const item = {
      uniqueId: articleIdArgument(uniqueId, 'uniqueId'),
      features: parseFeatures(features, 'features'),
    }
    const known = await upsertFeatures(db, [item])
    if (known.length === 0) throw unknownArticle()
    await enqueueSteps(['index'], known)
    warnings.push(...warnOfIds([item]))
    return true
  },
  batchUpsertFeatures: async (_, { items }, { db, enqueueSteps, logger, warnings }) => {
    if (items.length > BATCH_MAX_ITEMS)
      throw limitExceeded(
        'items',
        `no máximo ${BATCH_MAX_ITEMS} itens por chamada, e vieram ${items.length}: divida-os em várias chamadas.`,
      )
    const { good, failures } = sortItems(items)
    const known = new Set(await upsertFeatures(db, good))
    for (const item of good) if (!known.has(item.uniqueId)) failures.push(failureOf(item, unknownArticle()))
    failures.sort((a, b) => a.index - b.index)
    // Workers of the documented contract read the counts alone. The log has ids and reasons for their operator.
    if (failures.length > 0)
      logger.warn(
        { failed: failures.length, first: failures.slice(0, REASONS_LOGGED) },
        'features were refused',
      )
    await enqueueSteps(['index'], [...known])
    warnings.push(...warnOfIds(good))
    return { processed: items.length - failures.length, failed: failures.length, failures }
  },
  updateTypesenseField: async (_, { uniqueId, field, value }, context) => {
    const { db, index, liveModel, embedding, now, warnings, enqueueSteps } = context
    const id = articleIdArgument(uniqueId, 'uniqueId')
    const update = parseFieldUpdate(field, value, now)
    const changed = await updateField(db, { uniqueId: id, model: embedding.name }, update)
    if (!changed) return false
    warnings.push(...changed.notes)
    try {
      if (update.kind === 'vector' && !(await liveModel.holds(embedding.name))) {
        warnings.push(OTHER_MODEL)
        return true
      }
      return await index.update(id, changed.inIndex)
    } finally {
      // The article is due whether or not the quick update worked: the workers update the rest and the whole
      // document. If PostgreSQL already had the value, the index may still lack it.
      await enqueueSteps(changed.due.length === 0 ? ['index'] : changed.due, [id])
    }
  },
} satisfies Resolvers['Mutation']
