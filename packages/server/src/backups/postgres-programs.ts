import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findVariable, type Config } from '@pauta/platform/config/config'

const ERROR_CHARACTERS = 2000

/** Returns the variables from which PostgreSQL's programs take the connection, so that no password is an argument. */
function makeVariables(
  { host, port, username, password, database, tls, ca }: Config<'database'>['database'],
  authorities: string,
): Record<string, string> {
  const certificate = ca === undefined || ca === '' ? 'system' : authorities
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGCONNECT_TIMEOUT: '10',
    PGSSLMODE: tls === 'off' ? 'disable' : tls,
    ...(tls === 'off' ? {} : { PGSSLROOTCERT: certificate }),
  }
}

/** Runs a program until it ends. Throws with the end of its error output when it fails or is not installed. */
async function run(
  program: string,
  args: readonly string[],
  variables: Record<string, string>,
): Promise<void> {
  const child = spawn(program, args, {
    env: { PATH: findVariable('PATH'), ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => void (said = (said + text).slice(-ERROR_CHARACTERS)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: unknown) => {
    throw new Error(`${program} does not start: install postgresql-client of the server's version or newer`, {
      cause: error,
    })
  })
  if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`)
}

/** Runs a program of PostgreSQL on the configured database. */
export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  database: Config<'database'>['database'],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-postgres-'))
  try {
    const authorities = join(folder, 'authorities.pem')
    await writeFile(authorities, database.ca ?? '')
    await run(program, args, makeVariables(database, authorities))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
