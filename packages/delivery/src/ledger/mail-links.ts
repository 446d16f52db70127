import { recordAnswer } from '@pauta/people/people/consent'
import { publicName } from '@pauta/clippings/subscriptions/visibility'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { addressKey, type SignedLink } from './link-token.ts'

/** The current meaning of a link in a mail. */
export interface MailLink {
  clippingName: string
  /** True for the subscriber's own mail; false for an extra address. */
  isOwn: boolean
  /** `open`: the action is possible. `done`: it was done before. `gone`: it has no effect any more. */
  state: 'open' | 'done' | 'gone'
}

interface Linked {
  clippingName: string
  active: boolean
  email: boolean
  extraEmails: string[]
  /** By address: the state of every consent that was asked. */
  consents: Record<string, 'asked' | 'confirmed' | 'refused'>
}

async function findLinked(db: Db, subscriptionId: string): Promise<Linked | undefined> {
  const [linked] = await db<Linked[]>`
    select case when s.role = 'AUTHOR' then c.name else ${publicName(db)} end as clipping_name, s.active, s.extra_emails,
      exists (select from subscription_channels where subscription_id = s.id and channel = 'email' and active) as email,
      coalesce((select jsonb_object_agg(address, status) from address_consents where subscription_id = s.id), '{}')
        as consents
    from subscriptions s join clippings c on c.id = s.clipping_id
    where s.id = ${subscriptionId}`
  return linked
}

/** Returns the extra address of a link, if the subscription still has it. */
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

/**
 * Returns what a link is about and whether its action is possible, or undefined when its clipping or subscription was
 * deleted.
 */
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
 * Performs the action of a link; repeating it changes nothing. The subscriber's own link disables the subscription's
 * e-mail channel. An extra address is removed from the list and never asked again. Returns the state before the action.
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
      await recordAnswer(tx, { ...link, address, status: 'confirmed', now })
    else if (state === 'open' && address !== undefined) await dropAddress(tx, { ...link, address, now })
    else if (state === 'open') await switchOffEmail(tx, link.subscriptionId)
    return { clippingName: linked.clippingName, isOwn: link.addressKey === null, state }
  })
}

async function dropAddress(
  tx: Db,
  { subscriptionId, address, now }: { subscriptionId: string; address: string; now: Date },
): Promise<void> {
  await tx`
    update subscriptions set extra_emails = array_remove(extra_emails, ${address}), updated_at = ${now}
    where id = ${subscriptionId}`
  await recordAnswer(tx, { subscriptionId, address, status: 'refused', now })
}

async function switchOffEmail(tx: Db, subscriptionId: string): Promise<void> {
  await tx`
    update subscription_channels set active = false where subscription_id = ${subscriptionId} and channel = 'email'`
}
