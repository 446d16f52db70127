import { readRows } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import type { Context } from '../../request/context.ts'

const AWAY = 'Rede de entidades indisponível no momento (postgresql): a resposta veio vazia.'

/**
 * What the read gives, or the empty answer and a warning when PostgreSQL is away: the documents promise that what is
 * told of neighbours never fails for that.
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
