import process from 'node:process'
import { parseArgs } from 'node:util'
import { startIndexServer } from './server.ts'

const HELP = `A development index that speaks the Typesense HTTP interface.

npm run index-server -- --key KEY [--port 8108] [--host 127.0.0.1] [--data DIR]

  --key   the API key that may do everything
  --port  port to listen on, 0 for a free one (default 8108)
  --host  address to listen on (default 127.0.0.1)
  --data  folder for the documents; without it they are kept in memory only
  --help  this text`

const DEFAULT_PORT = '8108'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: DEFAULT_PORT },
      host: { type: 'string' },
      key: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  if (values.key === undefined || values.key === '') throw new Error('give a key: --key KEY (see --help)')
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port ${values.port} is not a port number: give one from 0 to 65535`)
  }
  const server = await startIndexServer({
    port,
    key: values.key,
    dataDir: values.data,
    ...(values.host === undefined ? {} : { host: values.host }),
  })
  console.log(
    `index server on ${server.url} (${values.data === undefined ? 'in memory' : `data in ${values.data}`})`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.stop().then(() => process.exit(0))
    })
  }
  await server.loaded
}

main().catch((error: unknown) => {
  console.error(`index server: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
