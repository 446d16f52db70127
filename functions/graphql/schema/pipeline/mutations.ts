import { parseFeatures } from '@pauta/core/articles/feature-input'
import { upsertFeatures, type FeatureUpsert } from '@pauta/core/articles/features'
import { updateField } from '@pauta/core/articles/field-update'
import { parseFieldUpdate } from '@pauta/core/articles/updatable-fields'
import { limitExceeded, PublicError } from '@pauta/core/errors'
import type { AccessMap } from '../../access.ts'
import { articleIdArgument } from '../../arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

const BATCH_MAX_ITEMS = 500
const REASONS_LOGGED = 20

export const access = {
  'Mutation.upsertFeatures': 'service',
  'Mutation.batchUpsertFeatures': 'service',
  'Mutation.updateTypesenseField': 'service',
} satisfies AccessMap

/** The items that can be stored, and why the others cannot. */
function sortItems(items: readonly { uniqueId: string; features: unknown }[]) {
  const good: FeatureUpsert[] = []
  const refused: { uniqueId: string; reason: string }[] = []
  for (const { uniqueId, features } of items) {
    try {
      good.push({
        uniqueId: articleIdArgument(uniqueId, 'uniqueId'),
        features: parseFeatures(features, 'features'),
      })
    } catch (error) {
      if (!(error instanceof PublicError)) throw error
      refused.push({ uniqueId: uniqueId.slice(0, 128), reason: error.message })
    }
  }
  return { good, refused }
}

export const mutations = {
  upsertFeatures: async (_, { uniqueId, features }, { db, wakeIndex }) => {
    const item = {
      uniqueId: articleIdArgument(uniqueId, 'uniqueId'),
      features: parseFeatures(features, 'features'),
    }
    const known = await upsertFeatures(db, [item])
    if (known.length === 0) throw new PublicError('NOT_FOUND', 'Não existe notícia com esse uniqueId.')
    await wakeIndex(known)
    return true
  },
  batchUpsertFeatures: async (_, { items }, { db, wakeIndex, logger }) => {
    if (items.length > BATCH_MAX_ITEMS)
      throw limitExceeded(
        'items',
        `no máximo ${BATCH_MAX_ITEMS} itens por chamada, e vieram ${items.length}: divida-os em várias chamadas.`,
      )
    const { good, refused } = sortItems(items)
    const known = new Set(await upsertFeatures(db, good))
    for (const { uniqueId } of good)
      if (!known.has(uniqueId)) refused.push({ uniqueId, reason: 'unknown article' })
    // The answer only counts; which ones and why is for whoever looks after the worker.
    if (refused.length > 0)
      logger.warn(
        { failed: refused.length, first: refused.slice(0, REASONS_LOGGED) },
        'features were refused',
      )
    await wakeIndex([...known])
    return { processed: items.length - refused.length, failed: refused.length }
  },
  updateTypesenseField: async (_, { uniqueId, field, value }, { db, index, wakeIndex }) => {
    const id = articleIdArgument(uniqueId, 'uniqueId')
    const update = parseFieldUpdate(field, value)
    if (!(await updateField(db, id, update))) return false
    try {
      return await index.update(id, update.inIndex)
    } finally {
      // The article is due whatever became of the quick update: the worker writes the document whole.
      await wakeIndex([id])
    }
  },
} satisfies Resolvers['Mutation']
