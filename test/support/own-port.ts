import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range from which Linux and macOS give out the ports that are asked for by 0. */
const FIRST = 20_000
const COUNT = 12_000

/** A free port that no server of another test gets by chance, so that it is still there after a stop. */
export async function findOwnPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
