import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { PublicError } from '@pauta/platform/errors'
import { SECOND_MS } from '@pauta/platform/time/time'

const BUCKETS_PER_WINDOW = 6
const FOREIGN_KEY_VIOLATION = '23503'

/** How often a person may do something. */
export interface ActionLimit {
  /** Name of the counted action, such as `mutation`. */
  action: string
  max: number
  /** A multiple of six. An action counts for five sixths of the window to the whole window. */
  windowSeconds: number
}

/** Whether the action is allowed, and the start of the oldest sixth of the window that still counts. */
interface Taken {
  allowed: boolean
  oldest: Date
}

async function take(db: Db, userId: string, limit: ActionLimit, count: number, now: Date): Promise<Taken> {
  const windowMs = limit.windowSeconds * SECOND_MS
  const bucketMs = windowMs / BUCKETS_PER_WINDOW
  const bucket = new Date(Math.floor(now.getTime() / bucketMs) * bucketMs)
  const since = new Date(now.getTime() - windowMs)
  const [taken] = await db<Taken[]>`
    with earlier as (
      select coalesce(sum(count), 0)::int as taken, coalesce(min(bucket), ${bucket}::timestamptz) as oldest
      from user_actions
      where user_id = ${userId} and action = ${limit.action} and bucket > ${since} and bucket < ${bucket}
    ), taking as (
      insert into user_actions (user_id, action, bucket, count)
      select ${userId}, ${limit.action}, ${bucket}, ${count}::int from earlier
      where earlier.taken + ${count}::int <= ${limit.max}::int
      on conflict (user_id, action, bucket) do update set count = user_actions.count + excluded.count
      where user_actions.count + excluded.count + (select taken from earlier) <= ${limit.max}::int
      returning 1
    )
    select exists (select from taking) as allowed, oldest from earlier`
  if (!taken) throw new Error('The database did not return whether the limit is reached')
  return taken
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION

/**
 * Counts `count` actions of a person in one statement; refused actions are not counted. Throws RATE_LIMITED with
 * `retryAfterSeconds` above the limit, and UNAUTHENTICATED when the person was erased meanwhile.
 */
export async function takeActions(
  db: Db,
  userId: string,
  limit: ActionLimit,
  { count, now }: { count: number; now: Date },
): Promise<void> {
  const { allowed, oldest } = await take(db, userId, limit, count, now).catch((error: unknown) => {
    if (!isGone(error)) throw error
    throw new PublicError('UNAUTHENTICATED', 'Esta conta não existe mais. Entre de novo para continuar.')
  })
  if (allowed) return
  const freeAt = oldest.getTime() + limit.windowSeconds * SECOND_MS
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / SECOND_MS))
  throw new PublicError(
    'RATE_LIMITED',
    `Limite de ações atingido. Tente de novo em ${retryAfterSeconds} segundos.`,
    {
      retryable: true,
      details: { retryAfterSeconds },
    },
  )
}

/** Removes old action counts. Returns the number of rows. */
export async function removeOldActions(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from user_actions where (user_id, action, bucket) in (
      select user_id, action, bucket from user_actions where bucket < ${before} limit ${limit})`
  return count
}
