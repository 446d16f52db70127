// A machine on which `pauta serve` runs as a process: Debian's PostgreSQL, an index, a mail server with TLS, an issuer.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { startIdentity } from '@pauta/emulators/identity/identity'
import { startIndexServer } from '@pauta/index-server/server'
import { connectDatabase } from '@pauta/platform/database/database'
import type { RunningNote } from '@pauta/server/data-folder/running-note'
import { expect } from 'vitest'
import { startMailServer } from '../../delivery/local-mail-server.ts'
import { startDebianPostgres } from '../postgres/debian-postgres.ts'
import { findPostgresPrograms } from '../postgres/programs.ts'
import { startScript, type RunningCommand } from '../processes/command.ts'
import { eventually } from '../runner/eventually.ts'
import { makeCertificate } from '../services/certificate.ts'
import { migrateWithVectors } from './outside-stores.ts'
import { findOwnPort } from './own-port.ts'

const ENTRY = 'packages/cli/src/pauta.ts'
const DATABASE = 'pauta'
const MAIL_PASSWORD = 'password-of-the-mail-server'
const INDEX_KEY = 'key-of-the-index-of-this-machine'
const USER_CLIENT = 'pauta'
export const OPERATOR_CLIENT = 'pauta-operadores'
export const OPERATOR_ROLE = 'operacao'

/** A machine, and what a test may do with it. */
export interface TestMachine extends AsyncDisposable {
  url: string
  metricsUrl: string
  folder: string
  dataDir: string
  /** Variables of the service, which a test may change between starts. */
  environment: Record<string, string>
  mails: string[]
  /** Returns a token of a person or, with other claims, of an operator. */
  token(claims: Record<string, unknown>): Promise<string>
  /** Starts `pauta serve`. `waitUntilUp` waits until it answers. */
  serve(): RunningCommand
  waitUntilUp(): Promise<void>
  /** Runs another command with the variables of the service. */
  run(...args: string[]): RunningCommand['ended']
  /** Returns what the service noted at its start. */
  readNote(): Promise<RunningNote>
  /** Destroys the database, the index and the data folder, as a new disk would have them. */
  wipe(): Promise<void>
}

/** Returns the address of the edition in a mail, whose parts are base64. */
export function findEdition(mail: string): string {
  const texts = mail.split(/\r?\n\r?\n/).map((part) => Buffer.from(part, 'base64').toString('utf8'))
  return /https?:\/\/[^\s"]+\/edicoes\/[^\s"<]+/.exec(texts.join('\n'))?.[0] ?? ''
}

/** Starts the servers of a machine; the service itself is started by the test. */
export async function startTestMachine(): Promise<TestMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-machine-'))
  const certificate = makeCertificate()
  const certificateFile = join(folder, 'certificate.pem')
  await writeFile(certificateFile, certificate.cert)
  // Not in the folder: PostgreSQL runs as another user, where the tests run as root.
  const databaseFolder = await mkdtemp(join(tmpdir(), 'pauta-machine-postgres-'))
  const postgres = await startDebianPostgres(databaseFolder)
  const openIndex = (port: number) =>
    startIndexServer({ port, key: INDEX_KEY, dataDir: join(folder, 'index') })
  let index = await openIndex(0)
  const mail = await startMailServer({ certificate, password: MAIL_PASSWORD })
  const issuer = await startIdentity({ port: 0 })
  const [port, metricsPort] = [await findOwnPort(), await findOwnPort()]
  const url = `http://localhost:${port}`
  const dataDir = join(folder, 'data')

  /** Debian 12 has no pgvector, so plain SQL takes its place. */
  const createDatabase = async () => {
    await postgres.db.unsafe(`create database ${DATABASE}`)
    const db = connectDatabase({ ...postgres.address, database: DATABASE }, { statementTimeoutMs: 0 })
    try {
      await migrateWithVectors(db)
    } finally {
      await db.end({ timeout: 5 })
    }
  }
  await createDatabase()
  const json = (value: unknown) => JSON.stringify(value)
  const environment: Record<string, string> = {
    PATH: [findPostgresPrograms(), process.env['PATH']].join(delimiter),
    NODE_EXTRA_CA_CERTS: certificateFile,
    PAUTA_URL: url,
    PAUTA_OPERATOR_MAIL: 'operador@exemplo.gov.br',
    PAUTA_DATA: dataDir,
    PAUTA_PORT: String(port),
    PAUTA_METRICS: `127.0.0.1:${metricsPort}`,
    SST_RESOURCE_Database: json({ ...postgres.address, password: 'not-asked-for', database: DATABASE }),
    SST_RESOURCE_SearchIndex: json({ url: index.url, key: INDEX_KEY }),
    SST_RESOURCE_Email: json({
      kind: 'smtp',
      fromName: 'Pauta',
      fromAddress: 'pauta@exemplo.gov.br',
      host: 'localhost',
      port: mail.port,
      tls: 'starttls',
      user: 'pauta',
      password: MAIL_PASSWORD,
    }),
    SST_RESOURCE_UserIdentity: json({ issuer: issuer.issuer, audiences: USER_CLIENT }),
    SST_RESOURCE_ServiceIdentity: json({
      issuer: issuer.issuer,
      audience: OPERATOR_CLIENT,
      role: OPERATOR_ROLE,
      roleClaim: 'realm_access.roles',
    }),
    SST_RESOURCE_LinkSigning: json({ secret: 'secret-of-the-links-of-this-machine' }),
    // Nothing listens there, so no request leaves the machine.
    SST_RESOURCE_ScrapeService: json({ relay: { url: 'http://127.0.0.1:9' } }),
  }
  const running: RunningCommand[] = []
  const readNote = async () =>
    JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as RunningNote
  const start = (...args: string[]) => startScript(ENTRY, args, environment)
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    folder,
    dataDir,
    environment,
    mails: mail.mails,
    token: (claims) => issuer.token({ aud: USER_CLIENT, ...claims }),
    serve() {
      const command = start('serve')
      running.push(command)
      return command
    },
    async waitUntilUp() {
      const service = running.at(-1)
      await eventually(async () => {
        if (service?.child.exitCode !== null) throw new Error((await service?.ended)?.stderr)
        expect(await fetch(`${url}/health`).then((response) => response.status)).toBe(200)
      })
      await eventually(async () => expect((await readNote()).pid).toBe(service?.child.pid))
    },
    run: (...args) => start(...args).ended,
    readNote,
    async wipe() {
      await postgres.db.unsafe(`drop database ${DATABASE} with (force)`)
      await postgres.db.unsafe(`create database ${DATABASE}`)
      const { port: indexPort } = new URL(index.url)
      await index.stop()
      for (const name of ['index', 'data']) await rm(join(folder, name), { recursive: true, force: true })
      index = await openIndex(Number(indexPort))
    },
    async [Symbol.asyncDispose]() {
      for (const { child, ended } of running) {
        child.kill('SIGKILL')
        await ended
      }
      await Promise.all([mail.stop(), issuer.stop(), index.stop()])
      await postgres[Symbol.asyncDispose]()
      for (const path of [folder, databaseFolder]) await rm(path, { recursive: true, force: true })
    },
  }
}
