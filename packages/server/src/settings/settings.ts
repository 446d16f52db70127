import type { BlockList } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { isKeyPair } from '@pauta/delivery/channels/push/vapid-keys'
import type { Config } from '@pauta/platform/config/config'
import { byChannel } from '@pauta/platform/config/delivery-channels'
import { listUnknownVariables, SettingsReader } from './settings-reader.ts'

/** Secrets and passwords that the public source or its examples contain. */
const PUBLIC_SECRETS = new Set<string | undefined>([
  '',
  'local-index-key',
  'links-of-the-local-stack',
  'updates-of-the-local-bot',
  'pauta',
  'postgres',
  'PASSWORD',
  'SECRET',
  'KEY',
])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])
const MAIL = /^[^\s@]+@[^\s@]+$/
const REQUESTS_PER_MINUTE = 600
const PORT_MAX = 65_535
const METRICS = '127.0.0.1:9464'
const RATES = { ...byChannel(() => 100), email: 10, telegram: 25 }
/** Stands for the address of an issuer's keys until the issuer names it. */
export const KEYS_UNKNOWN = 'https://keys.invalid/'

/** Sections without which nothing runs. */
type NeededSection = 'database' | 'index' | 'email' | 'userIdentity' | 'serviceIdentity' | 'linkSigning'
type OptionalSection =
  | 'settings'
  | 'storage'
  | 'delivery'
  | 'scrapeService'
  | 'embedding'
  | 'languageModel'
  | 'telegram'
  | 'push'
  | 'datasetHost'
  | 'outbound'
  | 'publisher'

/** The sections of the functions' configuration that a machine's operator decides. */
export type MachineSections = Config<NeededSection | OptionalSection>

/** The settings of a machine, read and checked. */
export interface MachineSettings {
  /** Public address without a trailing slash. */
  url: string
  dataDir: string
  operatorMail: string
  host: string
  port: number
  proxies: BlockList
  /** 0: no limit. */
  requestsPerMinute: number
  metrics: { host: string; port: number }
  sections: MachineSections
  /** A sentence for each variable or field that nothing reads, such as a misspelt one. */
  warnings: string[]
}

/** The environment is not usable. The message has one line for each problem. */
export class UnusableSettings extends Error {
  override readonly name = 'UnusableSettings'
}

const isLocal = (host: string) => LOOPBACK.has(host)

function readUrl(reader: SettingsReader): string {
  const text = reader.text('PAUTA_URL')
  if (text === '') return 'https://unknown.invalid'
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname))
  if (isSafe && url.pathname === '/' && url.search === '') return url.origin
  reader.refuse('PAUTA_URL', `${text} is not https and a name, without a path`)
  return 'https://unknown.invalid'
}

function readMetrics(reader: SettingsReader): { host: string; port: number } {
  const text = reader.text('PAUTA_METRICS', METRICS)
  const match = /^(.+):(\d{1,5})$/.exec(text)
  if (!match || Number(match[2]) > PORT_MAX) reader.refuse('PAUTA_METRICS', `${text} is not address:port`)
  return { host: match?.[1]?.replace(/^\[(.*)\]$/, '$1') ?? '', port: Number(match?.[2] ?? 0) }
}

/** Sections of `Needed` may be undefined until all problems are known. */
type ReadSections = Config<OptionalSection> & {
  [Name in NeededSection]: Config<Name>[Name] | undefined
}

function readSections(
  reader: SettingsReader,
  url: string,
  { dataDir, version }: { dataDir: string; version: string },
): ReadSections {
  const keys = { jwksUri: KEYS_UNKNOWN }
  const languageModel = reader.optional('languageModel', { kind: 'none' })
  return {
    database: reader.section('database'),
    index: reader.section('index'),
    email: reader.section('email'),
    userIdentity: reader.section('userIdentity', keys),
    serviceIdentity: reader.section('serviceIdentity', keys),
    linkSigning: reader.section('linkSigning'),
    settings: reader.optional('settings', {
      stage: 'machine',
      version,
      siteUrl: url,
      classification: languageModel.kind !== 'none',
    }),
    storage: reader.section('storage') ?? { name: 'objects', folder: join(dataDir, 'objects') },
    delivery: reader.optional('delivery', { apiUrl: url, ratePerSecond: RATES }),
    scrapeService: reader.optional('scrapeService', { contact: url }),
    embedding: reader.optional('embedding', { kind: 'hashing' }),
    languageModel,
    telegram: reader.optional('telegram', {}),
    push: reader.optional('push', {}),
    datasetHost: reader.optional('datasetHost', {}),
    outbound: reader.optional('outbound', {}),
    publisher: reader.optional('publisher', {}),
  }
}

/** Refuses secrets that everybody knows, and connections that others on the way can read. */
function checkSecrets(reader: SettingsReader, sections: ReadSections): void {
  const { database, index, email, linkSigning, telegram, push } = sections
  const guard = (name: string, secret: string | undefined) => {
    if (PUBLIC_SECRETS.has(secret))
      reader.refuse(name, 'has a secret that is blank or public: make one with `openssl rand -base64 32`')
  }
  guard('SST_RESOURCE_Database', database?.password)
  guard('SST_RESOURCE_SearchIndex', index?.key)
  guard('SST_RESOURCE_LinkSigning', linkSigning?.secret)
  if (telegram.token !== '') guard('SST_RESOURCE_Telegram', telegram.updatesSecret)
  if (push.publicKey !== '' && !isKeyPair(push.publicKey, push.privateKey))
    reader.refuse('SST_RESOURCE_Push', 'has two keys that are not one pair: set both from the same pair')
  if (database?.tls === 'off' && !isLocal(database.host) && !/^[\w-]+$/.test(database.host))
    reader.refuse('SST_RESOURCE_Database', `reaches ${database.host} without TLS: set tls to verify-full`)
  if (email?.kind !== 'smtp') return
  if (email.user !== '') guard('SST_RESOURCE_Email', email.password)
  if (email.tls === 'off' && !isLocal(email.host))
    reader.refuse('SST_RESOURCE_Email', `sends to ${email.host} without TLS: set tls to starttls or implicit`)
}

/** Keys of an issuer that come without TLS could be anybody's. */
function checkIssuers(reader: SettingsReader, { userIdentity, serviceIdentity }: ReadSections): void {
  for (const [variable, identity] of [
    ['SST_RESOURCE_UserIdentity', userIdentity],
    ['SST_RESOURCE_ServiceIdentity', serviceIdentity],
  ] as const) {
    if (!identity) continue
    const url = URL.parse(identity.issuer)
    if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal(url.hostname)))
      reader.refuse(variable, `has the issuer “${identity.issuer}”, which is no https address`)
  }
  if (serviceIdentity && serviceIdentity.allowlist.length === 0 && serviceIdentity.role === '')
    reader.refuse('SST_RESOURCE_ServiceIdentity', 'has neither an allowlist nor a role: nobody could operate')
}

const hasAll = (sections: ReadSections): sections is ReadSections & MachineSections =>
  Object.values(sections).every((section) => section !== undefined)

/**
 * Reads the settings of a machine from the environment. Throws UnusableSettings, which names every missing variable with
 * an example, and every wrong one.
 */
export function readMachineSettings(version: string): MachineSettings {
  const reader = new SettingsReader()
  reader.refuseMissing()
  const url = readUrl(reader)
  const dataDir = reader.text('PAUTA_DATA')
  if (dataDir !== '' && !isAbsolute(dataDir)) reader.refuse('PAUTA_DATA', `${dataDir} is no absolute path`)
  const operatorMail = reader.text('PAUTA_OPERATOR_MAIL')
  if (operatorMail !== '' && !MAIL.test(operatorMail))
    reader.refuse('PAUTA_OPERATOR_MAIL', `${operatorMail} is no mail address`)
  const sections = readSections(reader, url, { dataDir, version })
  checkIssuers(reader, sections)
  checkSecrets(reader, sections)
  const settings = {
    url,
    dataDir,
    operatorMail,
    host: reader.text('PAUTA_HOST', '127.0.0.1'),
    port: reader.number('PAUTA_PORT', 8000, PORT_MAX),
    proxies: reader.networks('PAUTA_PROXIES', '127.0.0.1,::1'),
    requestsPerMinute: reader.number('PAUTA_REQUESTS_PER_MINUTE', REQUESTS_PER_MINUTE, 1_000_000),
    metrics: readMetrics(reader),
  }
  if (reader.problems.length > 0 || !hasAll(sections))
    throw new UnusableSettings(
      [`Pauta does not start, because settings are missing or wrong:`, ...new Set(reader.problems)].join(
        '\n- ',
      ),
    )
  return { ...settings, sections, warnings: [...listUnknownVariables(), ...reader.warnings] }
}
