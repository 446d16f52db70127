import { loadConfig, type Config } from '@pauta/platform/config/config'
import type { ConfigSection } from '@pauta/platform/config/config'
import { useDatabase, type DatabaseOptions, type DbPool } from '@pauta/platform/database/database'
import { connect } from './connect.ts'

interface Opening<Section extends ConfigSection> extends DatabaseOptions {
  /** Sections of the configuration that the work needs besides that of the database. */
  sections?: readonly Section[]
}

/**
 * Sets the connections of the command, passes the database to `work` and closes it afterwards. Returns what `work`
 * returns. Throws a CommandError when no stack runs on the data folder.
 */
export async function withDatabase<Result, Section extends ConfigSection = never>(
  dataFolder: string,
  work: (db: DbPool, config: Config<Section | 'database'>) => Promise<Result>,
  { sections = [], ...options }: Opening<Section> = {},
): Promise<Result> {
  await connect(dataFolder)
  const config = loadConfig<Section | 'database'>('database', ...sections)
  return await useDatabase(config.database, options, (db) => work(db, config))
}
