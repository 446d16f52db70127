import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '@pauta/platform/config/config'

type DatabaseConfig = Config<'database'>['database']

/** Returns the database of a command: the given address, or the database of the stack that runs on a folder. */
export async function findDatabase(options: {
  database?: string | undefined
  data: string
}): Promise<{ config: DatabaseConfig; environment: Record<string, string> }> {
  if (options.database !== undefined) {
    const url = new URL(options.database)
    const config: DatabaseConfig = {
      host: url.hostname,
      port: Number(url.port) || 5432,
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      tls: url.searchParams.get('sslmode') === 'verify-full' ? 'verify-full' : 'off',
    }
    return { config, environment: {} }
  }
  const folder = resolve(options.data)
  const text = await readFile(join(folder, 'running.json'), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new Error(`No stack is running on ${folder}: start one, or name a database with --database`)
  const { environment } = JSON.parse(text) as { environment: Record<string, string> }
  const config = JSON.parse(environment['SST_RESOURCE_Database'] ?? '{}') as DatabaseConfig
  return { config, environment }
}
