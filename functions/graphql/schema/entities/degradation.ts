import { readRows } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import type { Context } from '../../request/context.ts'

const AWAY = 'Rede de entidades indisponível no momento (postgresql): a resposta veio vazia.'

/**
 * Returns the result of the read, or the empty answer with a warning while PostgreSQL is not available: by contract,
 * the lists of neighbours never fail for that reason.
 */
export async function emptyWhenAway<T>(
  read: () => Promise<T>,
  empty: T,
  { warnings, logger }: Context,
): Promise<T> {
  try {
    return await readRows(read)
  } catch (error) {
    if (!(error instanceof PublicError) || error.details['dependency'] !== 'postgresql') throw error
    logger.error({ error: error.cause }, error.message)
    if (!warnings.includes(AWAY)) warnings.push(AWAY)
    return empty
  }
}
