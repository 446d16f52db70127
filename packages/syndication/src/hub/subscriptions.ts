import type { Db, DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { SECOND_MS } from '@pauta/platform/time/time'
import { ulid } from 'ulid'
import type { HubRequest } from './hub-request.ts'

/** Limits of the hub. Each topic is a feed that is read for its subscribers. */
const SUBSCRIPTIONS_MAX = 5000
const TOPICS_MAX = 500
/** A service that reads feeds for many people subscribes from one network. */
const NETWORK_MAX = 200
/** Two requests at once would both find a place free. */
const HUB_LOCK = 5_301_002

/** A request that is to be verified. */
export interface OpenRequest {
  id: string
  topic: string
  callback: string
  asked: HubRequest['mode']
  askedAt: Date
  askedSeconds: number
  askedAttempts: number
}

/** A subscriber who lacks the present page of a topic. */
export interface Subscriber {
  id: string
  callback: string
  secret: string | null
  attempts: number
}

/**
 * Records a request for the verification, which a job does. A later request of the same subscriber for the same topic
 * replaces it; a verified subscription goes on meanwhile. `network` is what `clientNetwork` returns; the row has its hash.
 * Throws RATE_LIMITED when the hub or the network has too many.
 */
export async function recordRequest(
  pool: DbPool,
  { mode, topic, callback, secret, leaseSeconds }: HubRequest,
  { network, now }: { network: string; now: Date },
): Promise<void> {
  await pool.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${HUB_LOCK})`
    const [count] = await tx<{ known: boolean; own: number; all: number; topics: number; listed: boolean }[]>`
      select coalesce(bool_or(topic = ${topic} and callback = ${callback}), false) as known,
        (count(*) filter (where network = consent_hash(${network}::text)))::int as own, count(*)::int as all,
        count(distinct topic)::int as topics, coalesce(bool_or(topic = ${topic}), false) as listed
      from feed_subscriptions`
    // What is not known needs no end.
    if (!count?.known && mode === 'unsubscribe') return
    const isFull =
      !count?.known &&
      ((count?.own ?? 0) >= NETWORK_MAX ||
        (count?.all ?? 0) >= SUBSCRIPTIONS_MAX ||
        (!count?.listed && (count?.topics ?? 0) >= TOPICS_MAX))
    if (isFull) throw new PublicError('RATE_LIMITED', 'Há assinaturas de feeds demais. Tente de novo amanhã.')
    await tx`
      insert into feed_subscriptions (id, topic, callback, network, asked, asked_at, asked_secret, asked_seconds,
        asked_due_at)
      values (${ulid(now.getTime())}, ${topic}, ${callback}, consent_hash(${network}::text), ${mode}, ${now}, ${secret}, ${leaseSeconds},
        ${now})
      on conflict (topic, callback) do update set asked = excluded.asked, asked_at = excluded.asked_at,
        asked_secret = excluded.asked_secret, asked_seconds = excluded.asked_seconds, asked_attempts = 0,
        asked_due_at = excluded.asked_due_at`
  })
}

/** Lists the requests whose verification is due, the oldest first. */
export async function listOpenRequests(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<OpenRequest[]> {
  return await db<OpenRequest[]>`
    select id, topic, callback, asked, asked_at, asked_seconds, asked_attempts from feed_subscriptions
    where asked is not null and asked_due_at <= ${now}
    order by asked_due_at, id limit ${limit}`
}

/** SQL: the row of a request that no later one has replaced. */
const same = (db: Db, { id, askedAt }: OpenRequest) =>
  db`id = ${id} and date_trunc('milliseconds', asked_at) = ${askedAt}`

/** Begins, prolongs or ends a subscription whose subscriber has confirmed it. */
export async function confirmRequest(db: Db, request: OpenRequest, now: Date): Promise<void> {
  if (request.asked === 'unsubscribe') {
    await db`delete from feed_subscriptions where ${same(db, request)}`
    return
  }
  const leaseUntil = new Date(now.getTime() + request.askedSeconds * SECOND_MS)
  await db`
    update feed_subscriptions set secret = asked_secret, lease_until = ${leaseUntil}, attempts = 0, due_at = ${now},
      asked = null, asked_secret = null
    where ${same(db, request)}`
}

/** Forgets a request that its subscriber has not confirmed. A verified subscription stays as it was. */
export async function dropRequest(db: Db, request: OpenRequest): Promise<void> {
  await db`
    with dropped as (
      update feed_subscriptions set asked = null, asked_secret = null where ${same(db, request)}
        and lease_until is not null)
    delete from feed_subscriptions where ${same(db, request)} and lease_until is null`
}

/** Tries a verification again later. */
export async function delayRequest(db: Db, request: OpenRequest, dueAt: Date): Promise<void> {
  await db`
    update feed_subscriptions set asked_attempts = asked_attempts + 1, asked_due_at = ${dueAt}
    where ${same(db, request)}`
}

/** A topic is compared at least so often, also without an event: the index may have got an article long after its event. */
const CHECK_HOURS = 1

/**
 * Lists the topics that may have changed for a subscriber: one that waits for a first page or another attempt, or whose
 * page was compared before `changingUntil`, until which the last event may change pages, or an hour ago.
 */
export async function listTopics(
  db: Db,
  { now, changingUntil }: { now: Date; changingUntil: Date },
): Promise<string[]> {
  const rows = await db<{ topic: string }[]>`
    select distinct topic from feed_subscriptions
    where lease_until > ${now} and due_at <= ${now}
      and (attempts > 0 or delivered is null or checked_at is null or checked_at < ${changingUntil}
        or checked_at < ${now}::timestamptz - ${CHECK_HOURS} * interval '1 hour')
    order by topic limit ${TOPICS_MAX}`
  return rows.map(({ topic }) => topic)
}

/** Lists the subscribers of a topic who lack the page with this digest. */
export async function listLacking(
  db: Db,
  { topic, digest, now }: { topic: string; digest: string; now: Date },
): Promise<Subscriber[]> {
  return await db<Subscriber[]>`
    select id, callback, secret, attempts from feed_subscriptions
    where topic = ${topic} and lease_until > ${now} and due_at <= ${now} and delivered is distinct from ${digest}
    order by id`
}

/** Records that a subscriber has a page. */
export async function recordPush(db: Db, { id, digest }: { id: string; digest: string }): Promise<void> {
  await db`update feed_subscriptions set delivered = ${digest}, attempts = 0 where id = ${id}`
}

/** Records that the subscribers who have this page had it at an instant. */
export async function recordCheck(
  db: Db,
  { topic, digest, at }: { topic: string; digest: string; at: Date },
): Promise<void> {
  await db`update feed_subscriptions set checked_at = ${at} where topic = ${topic} and delivered = ${digest}`
}

/** Records a failed attempt and when the next one is due. */
export async function recordFailure(db: Db, { id, dueAt }: { id: string; dueAt: Date }): Promise<void> {
  await db`update feed_subscriptions set attempts = attempts + 1, due_at = ${dueAt} where id = ${id}`
}

/** Ends a subscription whose receiver is gone. */
export async function removeSubscription(db: Db, id: string): Promise<void> {
  await db`delete from feed_subscriptions where id = ${id}`
}

/** Removes subscriptions whose lease has ended, and returns their number. A request that is open keeps its row. */
export async function removeExpired(db: Db, now: Date): Promise<number> {
  const { count } = await db`
    delete from feed_subscriptions where lease_until <= ${now} and asked is null`
  return count
}
