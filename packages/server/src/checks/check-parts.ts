import { connect } from 'node:net'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import type { Config } from '@pauta/platform/config/config'
import { useDatabase } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createTransport } from 'nodemailer'
import { probeFolder } from '../data-folder/disk-space.ts'

const TIMEOUT_MS = 10_000
/** A database that the service creates gets the extensions of this one. */
const TEMPLATE_DATABASE = 'template1'
const UNKNOWN_DATABASE = '3D000'

const reasonOf = (error: unknown) => {
  // What callers of the API may read says less than its cause.
  const told = error instanceof PublicError && error.cause !== undefined ? error.cause : error
  const { message, code } = told as { message?: string; code?: string }
  return (message || code || String(told)).split('\n')[0]
}

/** How far a database has come with pgvector. */
export interface VectorState {
  isCreated: boolean
  /** Whether the server has the files of the extension. */
  isInstalled: boolean
  /** Whether any role may create the extension: Debian's pgvector allows it to superusers alone. */
  isTrusted: boolean
  /** Whether the role of the configuration is a superuser. */
  isSuperuser: boolean
}

/** Returns one sentence when the migrations cannot use or create pgvector; undefined otherwise. */
export function describeVector(state: VectorState, database: string): string | undefined {
  if (state.isCreated || (state.isInstalled && (state.isTrusted || state.isSuperuser))) return undefined
  return state.isInstalled
    ? `may not create pgvector: run "create extension vector" in the databases ${TEMPLATE_DATABASE} and ${database} as a superuser.`
    : 'has no pgvector: install it, such as postgresql-17-pgvector.'
}

/** Returns one sentence when PostgreSQL does not answer or its database cannot have pgvector; undefined otherwise. */
export async function describeDatabase(config: Config<'database'>['database']): Promise<string | undefined> {
  const place = `PostgreSQL at ${config.host}:${config.port}`
  const ask = (database: string) =>
    useDatabase(
      { ...config, database },
      {},
      // A type of the name does too: some servers get pgvector in another way.
      (db) => db<VectorState[]>`
        select to_regtype('vector') is not null as "isCreated",
          count(*) > 0 as "isInstalled",
          coalesce(bool_or(not superuser or trusted), false) as "isTrusted",
          (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"
        from pg_available_extension_versions where name = 'vector'`,
    )
  try {
    const [state] = await ask(config.database).catch((error: unknown) => {
      if ((error as { code?: string }).code === UNKNOWN_DATABASE) return ask(TEMPLATE_DATABASE)
      throw error
    })
    const problem = state && describeVector(state, config.database)
    return problem && `${place} ${problem}`
  } catch (error) {
    return `${place} refuses database ${config.database} and user ${config.username} (${reasonOf(error)}): start it, or correct SST_RESOURCE_Database.`
  }
}

/** Returns one sentence when the index does not answer or refuses the key; undefined otherwise. */
export async function describeIndex(config: Config<'index'>['index']): Promise<string | undefined> {
  const index = connectSearchIndex(config)
  try {
    if (!(await index.isHealthy()))
      return `The search index at ${config.url} is not healthy: look at its log.`
    await index.findLiveCollection()
    return undefined
  } catch (error) {
    return `The search index at ${config.url} does not answer as it should (${reasonOf(error)}): start it, or correct SST_RESOURCE_SearchIndex.`
  }
}

/** Returns one sentence when the objects cannot be listed or, in a folder, written; undefined otherwise. */
export async function describeStorage(config: Config<'storage'>['storage']): Promise<string | undefined> {
  const { folder, name } = config
  try {
    if (folder !== '') await probeFolder(folder)
    await connectStorage(config).list('', { limit: 1 })
    return undefined
  } catch (error) {
    const place = folder === '' ? `bucket ${name}` : `folder ${folder}`
    return `The ${place} of the objects cannot be used (${reasonOf(error)}): make it usable, or correct SST_RESOURCE_Storage.`
  }
}

/** Whether a server listens, for an error that says more than nodemailer's. */
async function findRefusal(host: string, port: number): Promise<string | undefined> {
  const socket = connect({ host, port, timeout: TIMEOUT_MS })
  const reason = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('timeout', () => resolve('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  socket.destroy()
  return reason
}

/** Returns one sentence when the mail server takes no connection, certificate or login from here; undefined otherwise. */
export async function describeMailServer(email: Config<'email'>['email']): Promise<string | undefined> {
  if (email.kind !== 'smtp') return undefined
  const { host, port, tls, user, password } = email
  const sentence = (reason: string | undefined) =>
    `The mail server ${host}:${port} cannot be used (${reason}): mails wait until it can; correct SST_RESOURCE_Email, or start it.`
  const refusal = await findRefusal(host, port)
  if (refusal !== undefined) return sentence(refusal)
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return sentence(reasonOf(error))
  } finally {
    transport.close()
  }
}
