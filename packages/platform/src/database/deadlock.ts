import { hasCode } from './connection-errors.ts'

/** SQLSTATE of a transaction that PostgreSQL gave up so that another one can go on. Nothing of it was written. */
const DEADLOCK_CODES = new Set(['40P01'])
const ATTEMPTS_MAX = 3

/**
 * Runs a transaction again when PostgreSQL broke a deadlock with it. For transactions that cannot take their locks in
 * one order, because what they have to lock shows only on the way; `run` must do nothing but the transaction.
 */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !hasCode(error, DEADLOCK_CODES)) throw error
    }
  }
}
