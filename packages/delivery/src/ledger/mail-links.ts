import { publicName } from '@pauta/clippings/subscriptions/visibility'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { addressKey, type SignedLink } from './link-token.ts'

/** What a link in a mail still means. */
export interface MailLink {
  clippingName: string
  /** Whose mail it is: the subscriber's own, or that of an extra address. */
  isOwn: boolean
  /** `open`: the button has something to do. `done`: it has been done already. `gone`: it makes no difference any more. */
  state: 'open' | 'done' | 'gone'
}

interface Linked {
  clippingName: string
  active: boolean
  email: boolean
  extraEmails: string[]
  /** Of all addresses that were ever asked. */
  consents: Record<string, 'asked' | 'confirmed' | 'refused'>
}

async function findLinked(db: Db, subscriptionId: string): Promise<Linked | undefined> {
  const [linked] = await db<Linked[]>`
    select case when s.role = 'AUTHOR' then c.name else ${publicName(db)} end as clipping_name, s.active, s.email, s.extra_emails,
      coalesce((select jsonb_object_agg(address, status) from address_consents where subscription_id = s.id), '{}')
        as consents
    from subscriptions s join clippings c on c.id = s.clipping_id
    where s.id = ${subscriptionId}`
  return linked
}

/** The extra address that a link is for, as long as the subscription has it. */
function findAddress({ extraEmails }: Linked, link: SignedLink): string | undefined {
  return extraEmails.find((address) => addressKey(address) === link.addressKey)
}

function stateOf(linked: Linked, link: SignedLink): MailLink['state'] {
  const { active, email, consents } = linked
  const address = findAddress(linked, link)
  if (link.purpose === 'unsubscribe') {
    const gets = active && email && (link.addressKey === null || address !== undefined)
    return gets ? 'open' : 'done'
  }
  const status = address === undefined ? undefined : consents[address]
  if (!active || status === undefined) return 'gone'
  return status === 'confirmed' ? 'done' : 'open'
}

/** What a link is about and whether its button has something to do; undefined when its clipping or subscription is gone. */
export async function findMailLink(db: Db, link: SignedLink): Promise<MailLink | undefined> {
  const linked = await findLinked(db, link.subscriptionId)
  if (!linked) return undefined
  return {
    clippingName: linked.clippingName,
    isOwn: link.addressKey === null,
    state: stateOf(linked, link),
  }
}

/**
 * Does what the button behind a link stands for, once: doing it again changes nothing. The subscriber's own link
 * switches the e-mail channel of the subscription off; that of an extra address takes this address off the list, and it
 * is not asked again. Returns what the link was about, as it stood before.
 */
export async function followMailLink(
  pool: DbPool,
  link: SignedLink,
  now: Date,
): Promise<MailLink | undefined> {
  return await pool.begin(async (tx) => {
    await tx`select 1 from subscriptions where id = ${link.subscriptionId} for no key update`
    const linked = await findLinked(tx, link.subscriptionId)
    if (!linked) return undefined
    const state = stateOf(linked, link)
    const address = findAddress(linked, link)
    if (state === 'open' && link.purpose === 'confirm' && address !== undefined)
      await answerConsent(tx, { ...link, address, status: 'confirmed', now })
    else if (state === 'open' && address !== undefined) await dropAddress(tx, { ...link, address, now })
    else if (state === 'open') await switchOffEmail(tx, { ...link, now })
    return { clippingName: linked.clippingName, isOwn: link.addressKey === null, state }
  })
}

async function answerConsent(
  tx: Db,
  answer: { subscriptionId: string; address: string; status: 'confirmed' | 'refused'; now: Date },
): Promise<void> {
  const { subscriptionId, address, status, now } = answer
  await tx`
    insert into address_consents (subscription_id, address, status, asked_at, answered_at)
    values (${subscriptionId}, ${address}, ${status}, ${now}, ${now})
    on conflict (subscription_id, address) do update set status = excluded.status, answered_at = excluded.answered_at`
}

async function dropAddress(
  tx: Db,
  { subscriptionId, address, now }: { subscriptionId: string; address: string; now: Date },
): Promise<void> {
  await tx`
    update subscriptions set extra_emails = array_remove(extra_emails, ${address}), updated_at = ${now}
    where id = ${subscriptionId}`
  await answerConsent(tx, { subscriptionId, address, status: 'refused', now })
}

async function switchOffEmail(
  tx: Db,
  { subscriptionId, now }: { subscriptionId: string; now: Date },
): Promise<void> {
  await tx`update subscriptions set email = false, updated_at = ${now} where id = ${subscriptionId}`
}
