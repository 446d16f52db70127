import { findStart, followEvents } from '@pauta/core/history/follow'
import type { Tail } from '@pauta/core/history/tail'
import { assertFilterBounds } from '@pauta/core/search-index/article-filter'
import { readRows, type Db } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import type { FollowArguments, FollowedEvents } from '../../request/stream-context.ts'

/** Subscriptions of one process. In the cloud a process has one connection. */
const FOLLOWERS_MAX = 500
/** Longest wait for the next event. The comments of the stream keep the connection. */
const WAIT_MS = 10_000

/** What a subscription asks for, and when it ends. */
interface FollowRequest extends FollowArguments {
  signal: AbortSignal
  isLate: () => boolean
}

/** Returns a function that starts subscriptions of the log on one tail. It throws BAD_USER_INPUT, LIMIT_EXCEEDED or RATE_LIMITED. */
export function openFollowers(stores: { db: Db; tail: Tail }) {
  let followers = 0

  async function* follow(request: FollowRequest, after: string): FollowedEvents {
    const { filter, signal, isLate } = request
    followers++
    try {
      const following = { after, filter: filter ?? {}, signal, isLate, waitMs: WAIT_MS }
      for await (const { events } of followEvents(stores.tail, following))
        for (const event of events) yield { articleEvents: event }
    } finally {
      followers--
    }
  }

  return async (request: FollowRequest): Promise<FollowedEvents> => {
    if (followers >= FOLLOWERS_MAX)
      throw new PublicError(
        'RATE_LIMITED',
        'Há assinaturas demais abertas agora. Tente de novo em instantes.',
      )
    if (request.filter) assertFilterBounds(request.filter, 'filter.')
    return follow(request, await readRows(() => findStart(stores, request.since)))
  }
}
