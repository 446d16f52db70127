import { describeError, PublicError } from '@pauta/platform/errors'

/** Turns an error of AWS into SERVICE_UNAVAILABLE. AWS's own text names the missing permission or wrong credentials. */
export async function orExplain<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw new PublicError('SERVICE_UNAVAILABLE', `${what} did not succeed: ${describeError(error)}`)
  }
}
