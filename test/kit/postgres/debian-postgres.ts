// Debian's PostgreSQL with a separate folder and a free port. The embedded PostgreSQL runs all sessions in one backend,
// so it
// shows neither locks nor the times of a server.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import type { Config } from '@pauta/platform/config/config'
import { findPostgresPrograms } from './programs.ts'
import { scaleLimit } from '../../measure-patience.ts'

const USER = 'pauta'
const START_TIMEOUT_MS = 30_000
const POLL_MS = 100
const INSTALL =
  'This runs on Debian\'s PostgreSQL, which is not installed: "apt-get install postgresql" (version 15 or newer), then try again.'

/**
 * Settings of a small cloud instance that affect plans: the defaults assume a spinning disk. Data may be lost in a
 * crash.
 */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export interface DebianPostgres extends AsyncDisposable {
  /** The database `postgres`, as its owner. */
  address: Config<'database'>['database']
  db: DbPool
  /** Opens a separate pool on a database of the server. The caller ends it. */
  connect: (options?: { database?: string; maxConnections?: number }) => DbPool
}

interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. Returns an account that every Debian system has when the user is root. */
async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].flatMap((name) => accounts.filter(([found]) => found === name))[0]
  if (!account) throw new Error('Run this as a user other than root: PostgreSQL refuses to run as root')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits until a program ends. Throws with its output when it fails. */
async function run(program: string, args: readonly string[], account: Account | undefined): Promise<void> {
  const child = spawn(program, args, { ...account, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => void (said += bytes.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  if (code !== 0) throw new Error(`${program} failed with ${code}: ${said}`)
}

async function waitUntilReady(db: DbPool, server: ChildProcess, said: () => string): Promise<void> {
  const deadline = performance.now() + scaleLimit(START_TIMEOUT_MS)
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said()}`)
    try {
      await db`select 1`
      return
    } catch (error) {
      // Connections are refused until the server listens. A lasting error is thrown.
      if (performance.now() > deadline) throw error
      await sleep(POLL_MS)
    }
  }
}

/**
 * How a new server orders texts: by bytes, as the embedded PostgreSQL does, or by the rules of English, which RDS and
 * PostgreSQL's images do. ICU needs no locale of the machine.
 */
const LOCALES = {
  C: ['--locale=C.UTF-8'],
  'en-US': ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
} as const

export interface DebianPostgresOptions {
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>> | undefined
  /** Default: C. */
  locale?: keyof typeof LOCALES
}

/**
 * Starts a server on a folder, which is created when missing and keeps its data. Sessions have no statement time-out.
 * Throws an error with the remedy when PostgreSQL is not installed or the folder is unusable.
 */
export async function startDebianPostgres(
  folder: string,
  { settings = {}, locale = 'C' }: DebianPostgresOptions = {},
): Promise<DebianPostgres> {
  const programs = findPostgresPrograms()
  if (programs === undefined) throw new Error(INSTALL)
  const account = await findAccount()
  await mkdir(folder, { recursive: true })
  if (account) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'postgres')
  if (!existsSync(data)) {
    const options = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', ...LOCALES[locale], '--no-sync']
    await run(join(programs, 'initdb'), options, account)
  }
  const port = await freePort()
  const all = { ...SETTINGS, ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...args], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
  })
  let said = ''
  server.stderr.on('data', (bytes: Buffer) => void (said = (said + bytes.toString()).slice(-2000)))
  const address: DebianPostgres['address'] = {
    host: '127.0.0.1',
    port,
    username: USER,
    password: '',
    database: 'postgres',
    tls: 'off',
  }
  const connect: DebianPostgres['connect'] = ({ database = 'postgres', maxConnections = 1 } = {}) =>
    connectDatabase({ ...address, database }, { statementTimeoutMs: 0, maxConnections })
  const db = connect()
  const stop = async () => {
    await db.end({ timeout: 5 })
    if (server.exitCode !== null) return
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await exited
  }
  try {
    await waitUntilReady(db, server, () => said)
  } catch (error) {
    await stop()
    throw error
  }
  return { address, db, connect, [Symbol.asyncDispose]: stop }
}
