import { hasCode } from './connection-errors.ts'

/** SQLSTATE of a transaction that PostgreSQL aborted to resolve a deadlock. PostgreSQL rolled the transaction back. */
const DEADLOCK_CODES = new Set(['40P01'])
const ATTEMPTS_MAX = 3

/**
 * Runs a transaction and retries it, up to 3 attempts, when PostgreSQL aborted it for a deadlock. Use this for
 * transactions that cannot take their locks in one order, because they find the rows to lock step by step. `run` must
 * do nothing but the transaction.
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
