import { describe, expect, it } from 'vitest'
import { retryDeadlock } from './deadlock.ts'

const failure = (code: string) => Object.assign(new Error('aborted'), { code })

/** Throws each of the errors in turn, then returns how often it ran. */
function failing(errors: readonly Error[]) {
  let runs = 0
  return async () => {
    const error = errors[runs++]
    if (error) throw error
    return runs
  }
}

describe('retryDeadlock', () => {
  it('retries a transaction that lost a deadlock, at most twice', async () => {
    const deadlock = failure('40P01')
    await expect(retryDeadlock(failing([]))).resolves.toBe(1)
    await expect(retryDeadlock(failing([deadlock, deadlock]))).resolves.toBe(3)
    await expect(retryDeadlock(failing([deadlock, deadlock, deadlock]))).rejects.toBe(deadlock)
  })

  it('rethrows every other error without a retry', async () => {
    const other = failure('23505')
    await expect(retryDeadlock(failing([other]))).rejects.toBe(other)
  })
})
