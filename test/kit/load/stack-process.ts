// Runs a complete stack in a process of its own, so that its memory can be measured. Its only argument contains its
// settings. The process sends its address and tokens, then its memory on request.
import { startStack } from '@pauta/local/stack'
import { fillStack } from '../../bench/fill-stack.ts'
import type { LoadedStack, LoadSettings, Memory } from './loaded-stack.ts'

const USERS = 20
/** Longer than any run. */
const TOKEN_SECONDS = 3600

const { dataDir, template, articles } = JSON.parse(process.argv[2] ?? '{}') as LoadSettings
const stack = await startStack({
  dataDir,
  databaseDump: template,
  port: 0,
  indexPort: 0,
  schedules: false,
  logLevel: 'silent',
})
await fillStack(articles)
const users = await Promise.all(
  Array.from({ length: USERS }, (_, i) =>
    stack.token({ sub: `carga-${i}`, name: `Pessoa ${i}` }, { expiresInSeconds: TOKEN_SECONDS }),
  ),
)
const service = await stack.serviceToken({}, { expiresInSeconds: TOKEN_SECONDS })

function readMemory(): Memory {
  global.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, used: heapUsed + external }
}

process.on('message', (message) => {
  if (message === 'memory') process.send?.(readMemory())
})
process.once('disconnect', () => void stack.stop().then(() => process.exit(0)))
process.send?.({ url: stack.graphqlUrl, users, service } satisfies LoadedStack)
