// The index server in a process of its own, so that its processor time and memory are not those of what is measured.
import { mkdirSync } from 'node:fs'
import { startIndexServer } from '@pauta/index-server/server'
import { measureKept } from '../kept-memory.ts'
import { measureThisProcess } from './processor-time.ts'

const [key, dataDir] = process.argv.slice(2)
if (key === undefined || dataDir === undefined) throw new Error('usage: index-process.ts KEY DIR')
mkdirSync(dataDir, { recursive: true })
const server = await startIndexServer({ port: 0, key, dataDir })
await server.loaded
process.on('message', (wish: 'measure' | 'collect') => {
  if (wish === 'collect') measureKept()
  process.send?.({ pid: process.pid, rssBytes: process.memoryUsage().rss, busyMs: measureThisProcess() })
})
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.send?.({ url: server.url })
