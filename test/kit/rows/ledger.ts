import { URL_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { Db } from '@pauta/platform/database/database'
import { ulid } from 'ulid'

/** A release with one subscriber for each row of the ledger, each with an address of their own. */
export interface ReleaseOnItsWay {
  releaseId: string
  clippingId: string
  /** Ids of the rows, by address. */
  rows: Map<string, string>
}

export interface LedgerOptions {
  channel: DeliveryChannel
  count: number
  /** Base of the addresses of push endpoints and webhooks. */
  origin: string
  /** The keys of every browser. */
  keys: { p256dh: string; auth: string }
  /** Article ids of the release. */
  articleIds?: readonly string[]
  digestHtml?: string
}

/** The address of a subscriber on a channel. */
const addressOf = (channel: DeliveryChannel, name: string, origin: string) =>
  ({
    email: `${name}@exemplo.org`.toLowerCase(),
    telegram: name,
    push: `${origin}/push/${name}`,
    webhook: `${origin}/hook/${name}`,
    slack: `${origin}/services/${name}`,
  })[channel]

const DIGEST = `<!doctype html><html lang="pt-BR"><body><h1>Saúde</h1>${'<p>Notícia</p>'.repeat(40)}</body></html>`

/** Writes an author, a clipping and a release. */
async function writeClipping(db: Db, { articleIds = [], digestHtml = DIGEST }: LedgerOptions) {
  const [authorId, clippingId, releaseId] = [ulid(), ulid(), ulid()]
  await db`insert into users (id, name) values (${authorId}, 'Autora')`
  await db`
    insert into clippings (id, author_user_id, name, schedule)
    values (${clippingId}, ${authorId}, 'Saúde', '0 8 * * *')`
  await db`
    insert into releases (id, clipping_id, clipping_name, digest_html, digest_subject, digest_text, digest_preview,
      article_ids, articles_count, ref_time, since_hours)
    values (${releaseId}, ${clippingId}, 'Saúde', ${digestHtml}, 'Saúde: 1 notícia', 'Notícia', 'Uma notícia.',
      ${[...articleIds]}, ${articleIds.length}, now(), 24)`
  return { clippingId, releaseId }
}

/** Whether the subscriber gives the address of the channel. */
const takesUrl = (channel: DeliveryChannel) => URL_CHANNELS.some((other) => other === channel)

/** Writes a release with `count` subscribers on one channel, and their pending rows. */
export async function writeLedger(db: Db, options: LedgerOptions): Promise<ReleaseOnItsWay> {
  const { channel, count, origin, keys } = options
  const { clippingId, releaseId } = await writeClipping(db, options)
  const people = Array.from({ length: count }, () => {
    const id = ulid()
    return { id, subscription: ulid(), row: ulid(), address: addressOf(channel, id, origin) }
  })
  const rows = db`jsonb_to_recordset(${db.json(people)}) as p (id text, subscription text, row text, address text)`
  const is = (other: DeliveryChannel) => channel === other
  const secret = is('webhook') ? `whsec_${Buffer.alloc(24, 7).toString('base64')}` : null
  await db`
    insert into users (id, name, email, email_verified)
    select id, 'Leitora', lower(id) || '@exemplo.org', true from ${rows}`
  await db`
    insert into subscriptions (id, clipping_id, user_id, role)
    select subscription, ${clippingId}, id, 'SUBSCRIBER' from ${rows}`
  await db`
    insert into subscription_channels (subscription_id, channel, address, secret)
    select subscription, ${channel}, case when ${takesUrl(channel)} then address end, ${secret}
    from ${rows}`
  if (is('telegram')) await db`insert into telegram_links (user_id, chat_id) select id, address from ${rows}`
  if (is('push'))
    await db`
      insert into push_subscriptions (endpoint, user_id, keys_p256dh, keys_auth)
      select address, id, ${keys.p256dh}, ${keys.auth} from ${rows}`
  // The rows are due in this millisecond, because a worker may run within the same one.
  await db`
    insert into deliveries (id, release_id, subscription_id, user_id, channel, address, due_at)
    select row, ${releaseId}, subscription, id, ${channel}, address, date_trunc('milliseconds', now()) from ${rows}`
  return { clippingId, releaseId, rows: new Map(people.map(({ address, row }) => [address, row])) }
}

/** Switches a channel of a clipping's only subscription on or off. */
export async function switchChannel(
  db: Db,
  { clippingId, channel, active }: { clippingId: string; channel: DeliveryChannel; active: boolean },
): Promise<void> {
  const { id } = await getSubscription(db, clippingId)
  await db`
    insert into subscription_channels (subscription_id, channel, active) values (${id}, ${channel}, ${active})
    on conflict (subscription_id, channel) do update set active = excluded.active`
}

/** Returns the only subscription of a clipping. Throws when there is none. */
export async function getSubscription(db: Db, clippingId: string): Promise<{ id: string; userId: string }> {
  const [row] = await db<{ id: string; userId: string }[]>`
    select id, user_id from subscriptions where clipping_id = ${clippingId}`
  if (!row) throw new Error(`The clipping ${clippingId} has no subscription`)
  return row
}

/** The columns of a ledger row that tests read. */
export interface LedgerRow {
  id: string
  status: string
  attempts: number
  error: string | null
  dueAt: Date | null
  leaseUntil: Date | null
  providerId: string | null
}

export async function listLedger(db: Db, ids: Iterable<string>): Promise<LedgerRow[]> {
  return await db<LedgerRow[]>`
    select id, status, attempts, error, due_at, lease_until, provider_id from deliveries
    where id = any(${[...ids]}) order by id`
}

/** Ends leases and makes postponed rows due, as if their time had passed. */
export async function passTime(db: Db, ids: Iterable<string>): Promise<void> {
  const rows = [...ids]
  await db`
    update deliveries set lease_until = now() - interval '1 second'
    where id = any(${rows}) and lease_until is not null`
  await db`
    update deliveries set due_at = now() - interval '1 second' where id = any(${rows}) and due_at > now()`
  await db`delete from channel_pauses`
}
