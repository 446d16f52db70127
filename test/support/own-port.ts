import { isPortFree } from '@pauta/local/ports'

/** Below the range from which Linux and macOS give out the ports that are asked for by 0. */
const FIRST = 20_000
const COUNT = 12_000
const TRIES_MAX = 100

/** A free port that no server of another test gets by chance, so that it is still there after a stop. */
export async function findOwnPort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isPortFree(port)) return port
  }
  throw new Error(`None of ${TRIES_MAX} ports from ${FIRST} on was free`)
}
