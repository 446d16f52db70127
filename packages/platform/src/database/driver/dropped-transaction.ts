import type { Sql, TransactionSql } from 'postgres'
import { isConnectionError, isDroppedConnection } from '../connection-errors.ts'

type Plain = Record<string, never>
type Work = (tx: TransactionSql<Plain>) => unknown
type Begin = (options: string, work: Work) => Promise<unknown>

/** Longest wait in milliseconds until the client notices that the connection of a failed statement is closed. */
const NOTICE_WAIT_MS = 1000
const NOTICE_STEP_MS = 5

const turn = () => new Promise((resolve) => setImmediate(resolve))
const pause = () => new Promise((resolve) => setTimeout(resolve, NOTICE_STEP_MS))

/** Waits until the transaction has ended when the error means that the connection was lost. */
async function untilNoticed(error: unknown, isOver: () => boolean): Promise<void> {
  // Wrapped errors lose their code. Wait two event-loop turns to see whether the connection closed.
  await turn()
  await turn()
  const deadline = Date.now() + (isConnectionError(error) ? NOTICE_WAIT_MS : 0)
  while (!isOver() && Date.now() < deadline) await pause()
}

/**
 * Returns a proxy that throws CONNECTION_CLOSED once the transaction has ended. Later statements would run outside the
 * transaction.
 */
function refuseWhenOver(tx: TransactionSql<Plain>, isOver: () => boolean): TransactionSql<Plain> {
  const check = () => {
    if (!isOver()) return
    const error = new Error('The connection of this transaction was lost, and the transaction with it')
    throw Object.assign(error, { code: 'CONNECTION_CLOSED' })
  }
  return new Proxy(tx, {
    apply(target, self, args) {
      check()
      return Reflect.apply(target, self, args) as unknown
    },
    get(target, property) {
      check()
      return Reflect.get(target, property) as unknown
    },
  })
}

async function beginOnce(begin: Begin, options: string, work: Work, onStart: () => void): Promise<unknown> {
  let over = false
  const isOver = () => over
  try {
    return await begin(options, async (tx) => {
      onStart()
      try {
        const result = await work(refuseWhenOver(tx, isOver))
        return Array.isArray(result) ? await Promise.all(result) : result
      } catch (error) {
        await untilNoticed(error, isOver)
        if (!over) throw error
        // The client would send a rollback without a connection. The caller of `begin` has the error already.
        return await new Promise<never>(() => {})
      }
    })
  } finally {
    over = true
  }
}

/**
 * Two faults of postgres 3.4.9 with a transaction whose connection drops:
 *
 * 1. The client's own rollback writes to the missing socket. The error is not catchable and ends the process. Reported:
 *    https://github.com/porsager/postgres/issues/1208.
 * 2. The rest of the work runs on the next connection, without a transaction. Reported: issue 1216 there.
 *
 * Workaround: the transaction and its later statements reject, and the client does not roll back. When the connection was
 * lost before the work began, as after a freeze by Lambda, the guard begins the transaction once more. A statement in the
 * transaction's queue still never settles (issue 1186 there), but the transaction does. Pull request 1215 mends 2 and the
 * queue and is not merged. Remove this file when the client rejects statements of a lost transaction.
 */
export function guardTransactions<Pool extends Sql<Plain>>(pool: Pool): Pool {
  const begin = pool.begin.bind(pool) as Begin
  const guarded = async (...args: [Work] | [string, Work]) => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args
    let started = false
    const onStart = () => (started = true)
    try {
      return await beginOnce(begin, options, work, onStart)
    } catch (error) {
      if (started || !isDroppedConnection(error)) throw error
      return await beginOnce(begin, options, work, onStart)
    }
  }
  return Object.assign(pool, { begin: guarded as Sql<Plain>['begin'] })
}
