// `npm start`: the whole service on a laptop, with sample data, until Ctrl-C.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_DATA_FOLDER, prepareDataFolder } from './data-folder.ts'
import { explainFolderError } from './folder-errors.ts'
import { findOutsideStores } from './outside.ts'
import { assertPortFree, findPortFrom } from './ports.ts'
import { INBOX_PORT, INDEX_PORT, SITES_PORT } from './usual-ports.ts'

const DEFAULT_PORT = 8000

const USAGE = `npm start -- [--port ${DEFAULT_PORT}] [--data DIR] [--empty] [--live --contact ADDRESS] [--receiver ORIGIN]

  --port N    port of the API (default ${DEFAULT_PORT}, or the next one that is free); the index takes ${INDEX_PORT}, the inbox
              ${INBOX_PORT} and the emulated sites ${SITES_PORT} where they are free, every other port is a free one: all are printed
  --data DIR  folder that keeps everything between starts (default ${DEFAULT_DATA_FOLDER})
  --empty     without sample data: the catalogue of agencies and no news
  --live      reads the real sites of the government in place of the emulated ones, one request a second
  --contact   your mail or web address, which --live sends to the sites with every request
  --receiver  an origin on this machine that may receive webhooks, such as http://localhost:8090; can be repeated

The variables SST_RESOURCE_Database and SST_RESOURCE_SearchIndex name a PostgreSQL (with pgvector) and a Typesense that
run already, in place of the built-in ones; compose.yaml has both. Give such a stack a folder of its own. For example:
SST_RESOURCE_SearchIndex='{"url":"http://127.0.0.1:8108","key":"KEY"}'
SST_RESOURCE_EmbeddingService names a service that makes vectors, in place of the built-in model.
SST_RESOURCE_Publisher has the name, mark and colours of the body that publishes.`

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        data: { type: 'string', default: DEFAULT_DATA_FOLDER },
        empty: { type: 'boolean', default: false },
        live: { type: 'boolean', default: false },
        contact: { type: 'string', default: '' },
        receiver: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}. What there is: npm start -- --help`, { cause: error })
  }
}

const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the origin of a receiver of webhooks. Throws unless it is on this machine: nothing else leaves the laptop. */
function readReceiver(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && OWN_HOSTS.has(url.hostname)) return url.origin
  throw new Error(`--receiver ${text} is not an origin on this machine, such as http://localhost:8090`)
}

/** Throws an error that names the help when an option is unknown. */
function readOptions() {
  const { values } = readArguments()
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && (!Number.isInteger(port) || port < 1 || port > 65_535))
    throw new Error(`--port ${values.port} is not a port number`)
  const { empty, help, live, contact } = values
  if (live && !/^(https?:\/\/\S+|[\w.+-]+@[\w-]+\.\S+)$/.test(contact))
    throw new Error('--live needs --contact with your mail or web address, so that a site can reach you')
  const receivers = values.receiver.map(readReceiver)
  return { port, dataDir: resolve(values.data), empty, help, live, contact, receivers }
}

/** Returns the requested port, which must be free, or the first free port from the default on. */
async function choosePort(asked: number | undefined): Promise<number> {
  if (asked === undefined) return await findPortFrom(DEFAULT_PORT)
  await assertPortFree(asked)
  return asked
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    console.log(USAGE)
    return
  }
  const port = await choosePort(options.port)
  const outside = findOutsideStores()
  const { isNew } = await prepareDataFolder(options.dataDir).catch((error: unknown) => {
    throw explainFolderError(error, options.dataDir)
  })
  // The stack takes half a second to load, so what a person may have to change is checked before.
  const { runStack } = await import('./run-stack.ts')
  const say = (text: string) => console.log(text)
  stopAtSignals(await runStack({ ...options, port, outside, isNew, say }))
}

function stopAtSignals(stopStack: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    console.log('\nStopping …')
    await stopStack()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
