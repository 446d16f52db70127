import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { patient } from './patience.ts'

/** Below the range from which Linux and macOS give out the ports that are asked for by 0. */
const FIRST = 20_000
const COUNT = 12_000
const TRIES_MAX = 100
const GONE_TIMEOUT_MS = 10_000
const GONE_INTERVAL_MS = 10

/**
 * Whether a caller is refused there. Asked by calling: a process that another thread is just starting has a copy of
 * whatever listens in this one, until it runs its program, so that a listener is there for longer than we keep it.
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

/** A free port that no server of another test gets by chance, so that it is still there after a stop. */
export async function findOwnPort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isNobodyAt(port)) return port
  }
  throw new Error(`None of ${TRIES_MAX} ports from ${FIRST} on was free`)
}

/** Waits, after a server has stopped, until its port refuses callers and can be listened on again. */
export async function untilNobodyIsAt(port: number): Promise<void> {
  const deadline = Date.now() + patient(GONE_TIMEOUT_MS)
  while (!(await isNobodyAt(port))) {
    if (Date.now() > deadline) throw new Error(`Somebody still listens on port ${port}`)
    await delay(GONE_INTERVAL_MS)
  }
}
