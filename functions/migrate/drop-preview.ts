import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { dropDatabase } from '@pauta/platform/database/database'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dropCollections } from '@pauta/core/search-index/rebuild'
import { createLogger } from '@pauta/platform/telemetry/logger'
import * as z from 'zod'
import { dropPreview } from './definitions.ts'
import { assertPreviewDatabase } from './preview-database.ts'

const config = loadConfigOf(dropPreview)
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'drop-preview' } })

/** As the provider of Pulumi invokes a function whose life cycle follows the stage. */
const eventSchema = z.object({ tf: z.object({ action: z.enum(['create', 'update', 'delete']) }) })

/**
 * Drops the database and the collections of a preview when its stage is removed. Does nothing at other times. Throws
 * for a stage that is no preview: its stores are not for this function.
 */
export const handler = async (event: unknown): Promise<{ dropped: string[] }> => {
  const { tf } = eventSchema.parse(event)
  if (tf.action !== 'delete') return { dropped: [] }
  const { database } = config.database
  assertPreviewDatabase(database)
  await dropDatabase(config.database)
  const collections = await dropCollections(connectSearchIndex(config.index))
  const dropped = [database, ...collections]
  logger.info({ dropped }, 'the stores of the preview are dropped')
  return { dropped }
}
