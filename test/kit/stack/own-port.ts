import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { patient } from '../runner/patience.ts'

/** Below the range from which Linux and macOS choose ports for port 0. */
const FIRST = 20_000
const COUNT = 12_000
const TRIES_MAX = 100
const GONE_TIMEOUT_MS = 10_000
const GONE_INTERVAL_MS = 10

/**
 * Whether a connection is refused. Tries to connect: a process that another thread starts has copies of this process's
 * listeners until it runs its program, so a listener may outlive its close.
 */
function isNobodyAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'))
  })
}

/** A free port that no server of another test gets by chance, so that it is still free after a stop. */
export async function findOwnPort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isNobodyAt(port)) return port
  }
  throw new Error(`None of ${TRIES_MAX} ports from ${FIRST} on was free`)
}

/** Waits after a stop until the port refuses connections and is free again. */
export async function untilNobodyIsAt(port: number): Promise<void> {
  const deadline = Date.now() + patient(GONE_TIMEOUT_MS)
  while (!(await isNobodyAt(port))) {
    if (Date.now() > deadline) throw new Error(`A server still listens on port ${port}`)
    await delay(GONE_INTERVAL_MS)
  }
}
