import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { AGENCY_SITES } from '@pauta/core/agencies/sites'
import { upsertAgencies } from '@pauta/core/agencies/writes'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { ensureDatabase, useDatabase } from '@pauta/platform/database/database'
import { embeddingModelName } from '@pauta/core/embeddings/model-name'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { seedRegistry } from '@pauta/core/entities/registry'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { migrate } from '@pauta/platform/database/migrate'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { ensureLiveCollection, isLiveCurrent } from '@pauta/core/search-index/rebuild'
import { waitUntilHealthy } from '@pauta/core/search-index/wait-until-healthy'
import { THEMES } from '@pauta/core/themes/catalogue'
import { seedThemes } from '@pauta/core/themes/writes'
import { seedSites } from '@pauta/scraper/store/site-writes'
import { migrateStores } from './definitions.ts'

const config = loadConfigOf(migrateStores)
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'migrate' } })

/** A replaced instance of the index installs Typesense and reads its documents: some minutes for a million articles. */
const INDEX_WAIT_MS = 10 * 60_000
const INDEX_INTERVAL_MS = 5_000

/**
 * Runs before a deployment: updates the schema, the catalogue of agencies, sites and themes, the entity registry and the live
 * collection. Waits for the index, so that the functions of the earlier version answer until the index is full.
 */
export const handler = async (): Promise<{ migrations: string[]; collection: string }> => {
  await ensureDatabase(config.database)
  return await useDatabase(config.database, { statementTimeoutMs: 0 }, async (db) => {
    const migrations = await migrate(db, { folder: findMigrationsFolder() })
    await upsertAgencies(db, AGENCIES)
    await seedSites(db, AGENCY_SITES)
    await seedThemes(db, THEMES)
    const entities = await seedRegistry(db, GAZETTEER)
    const index = connectSearchIndex(config.index)
    await waitUntilHealthy(index, {
      limitMs: INDEX_WAIT_MS,
      intervalMs: INDEX_INTERVAL_MS,
      onWait: (reason) => logger.info({ reason }, 'waiting for the search index'),
    })
    const model = embeddingModelName(config.embedding)
    const collection = await ensureLiveCollection(index, model, new Date())
    if (!(await isLiveCurrent(index, model)))
      logger.warn(
        { collection, model },
        'the live collection is of an earlier version: run sync-typesense --full-sync',
      )
    logger.info({ migrations, collection, entities: entities.length }, 'migrated')
    return { migrations, collection }
  })
}
