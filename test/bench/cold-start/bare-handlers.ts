// The handlers in whose place a function is measured: they open the clients that the function needs, and nothing else.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Bundle } from '../../stacks/bundle.ts'
import type { BuildRequest } from '../../stacks/graph.ts'
import { ROOT } from '../../stacks/platform.ts'

/** A module in `stock/` that opens a client. */
export type ClientName =
  | 'database'
  | 'search-index'
  | 'storage'
  | 'identity'
  | 'mail'
  | 'push'
  | 'webhook'
  | 'dataset'
  | 'http'
  | 'public-http'

/** The client of a linked resource. */
const CLIENT_OF_RESOURCE: Readonly<Record<string, ClientName>> = {
  Database: 'database',
  SearchIndex: 'search-index',
  Storage: 'storage',
  UserIdentity: 'identity',
}
/** The clients that one handler needs besides those of its stores. */
const CLIENTS_OF_HANDLER: Readonly<Record<string, readonly ClientName[]>> = {
  'functions/workers/deliver/email-handler.handler': ['mail'],
  'functions/workers/deliver/push-handler.handler': ['push', 'public-http'],
  'functions/workers/deliver/telegram-handler.handler': ['http'],
  'functions/workers/deliver/webhook-handler.handler': ['public-http', 'webhook'],
  'functions/jobs/scrape/handler.handler': ['http'],
  'functions/jobs/scrape-ebc/handler.handler': ['http'],
  'functions/jobs/sweep/handler.handler': ['http'],
  'functions/jobs/export-dataset/handler.handler': ['dataset'],
}
/** The package of a client. A client that a function loads later is no part of its start, nor of the bare handler's. */
const PACKAGE_OF_CLIENT: Readonly<Partial<Record<ClientName, string>>> = {
  database: 'postgres',
  'search-index': 'typesense',
  storage: '@aws-sdk/client-s3',
  mail: 'nodemailer',
  push: 'web-push',
  webhook: 'standardwebhooks',
  dataset: '@huggingface/hub',
  'public-http': 'request-filtering-agent',
  identity: 'aws-jwt-verify',
}

/** Returns the clients that a bare handler in the place of a function opens, in order. */
export function listClients({ handler, links }: BuildRequest, { packages }: Bundle): ClientName[] {
  const ofStores = Object.keys(links).flatMap((resource) => CLIENT_OF_RESOURCE[resource] ?? [])
  const loaded = new Set(packages.map(([name]) => name))
  return [...ofStores, ...(CLIENTS_OF_HANDLER[handler] ?? [])]
    .filter((client) => loaded.has(PACKAGE_OF_CLIENT[client] ?? '') || client === 'http')
    .sort()
}

/** The number of requests of a function to each store while it answered its first event. */
export interface StoreReads {
  sql: number
  index: number
}

const CLIENT_OF_STORE = { sql: 'database', index: 'search-index' } as const satisfies Record<
  keyof StoreReads,
  ClientName
>

export interface BareHandler {
  clients: readonly ClientName[]
  /** Whether the handler has the libraries that every function with settings opens. */
  hasSettings: boolean
}

/** Writes a handler that opens clients, and sends as many requests as its event counts. Returns its path for SST. */
export function writeBareHandler({ clients, hasSettings }: BareHandler, folder: string): string {
  const modules = [...(hasSettings ? ['base'] : []), ...clients]
  const name = ['bare', ...modules].join('-')
  const stock = join(import.meta.dirname, '../stock')
  const imports = modules.map(
    (module, at) => `import * as client${at} from ${JSON.stringify(join(stock, `${module}.ts`))}`,
  )
  const requests = Object.entries(CLIENT_OF_STORE).flatMap(([store, client]) => {
    const at = modules.indexOf(client)
    return at < 0 ? [] : [`  for (let i = 0; i < reads.${store}; i++) await client${at}.ask()`]
  })
  const lines = [
    ...imports,
    `export const opened = [${modules.map((_, at) => `client${at}`).join(', ')}]`,
    'export async function handler({ reads }) {',
    ...requests,
    '  return { statusCode: 200, batchItemFailures: [] }',
    '}',
  ]
  writeFileSync(join(folder, `${name}.js`), `${lines.join('\n')}\n`)
  return relative(ROOT, join(folder, `${name}.handler`))
}
