import { recordAnswer } from '@pauta/people/people/consent'
import { publicName } from '@pauta/clippings/subscriptions/visibility'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'
import type { SignedLink } from './link-token.ts'

/** The current meaning of a link in a mail. */
export interface MailLink {
  clippingName: string
  /** True for the subscriber's own mail; false for an extra address. */
  isOwn: boolean
  /** Whether the clipping is the alert of an address without an account. */
  isAlert: boolean
  /** `open`: the action is possible. `done`: it was done before. `gone`: it has no effect any more. */
  state: 'open' | 'done' | 'gone'
}

interface Linked {
  clippingId: string
  clippingName: string
  isAlert: boolean
  active: boolean
  email: boolean
  extraEmails: string[]
  /** By address: the state of every consent that was asked. */
  consents: Record<string, 'asked' | 'confirmed' | 'refused'>
}

async function findLinked(db: Db, subscriptionId: string): Promise<Linked | undefined> {
  const [linked] = await db<Linked[]>`
    select c.id as clipping_id, s.active, s.extra_emails,
      case when s.role = 'AUTHOR' then c.name else ${publicName(db)} end as clipping_name,
      exists (select from alerts where subscription_id = s.id) as is_alert,
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
  return linked && describe(linked, link)
}

const describe = (linked: Linked, link: SignedLink): MailLink => ({
  clippingName: linked.clippingName,
  isOwn: link.addressKey === null,
  isAlert: linked.isAlert,
  state: stateOf(linked, link),
})

/** Starts or ends the alert of a link. An alert that ends is erased with its address. */
async function followAlertLink(
  tx: Db,
  { clippingId: id }: Linked,
  { link, now }: { link: SignedLink; now: Date },
): Promise<void> {
  // Loaded for alerts alone: its library of schedules is large.
  const { cancelAlert, confirmAlertInTransaction } = await import('@pauta/clippings/alerts/writes')
  const request = { id, addressKey: link.addressKey ?? '', now }
  if (link.purpose === 'confirm') await confirmAlertInTransaction(tx, request)
  else await cancelAlert(tx, request)
}

async function follow(tx: Db, linked: Linked, { link, now }: { link: SignedLink; now: Date }): Promise<void> {
  const address = findAddress(linked, link)
  if (link.purpose === 'confirm' && address !== undefined)
    await recordAnswer(tx, { ...link, address, status: 'confirmed', now })
  else if (address !== undefined) await dropAddress(tx, { ...link, address, now })
  else await switchOffEmail(tx, link.subscriptionId)
}

/**
 * Performs the action of a link; repeating it changes nothing. The subscriber's own link disables the subscription's
 * e-mail channel. An extra address is removed from the list and never asked again. An alert starts, or ends and is
 * erased. Returns the state before the action.
 */
export async function followMailLink(
  pool: DbPool,
  link: SignedLink,
  now: Date,
): Promise<MailLink | undefined> {
  return await pool.begin(async (tx) => {
    const known = await findLinked(tx, link.subscriptionId)
    if (known?.isAlert) {
      const before = describe(known, link)
      if (before.state === 'open') await followAlertLink(tx, known, { link, now })
      return before
    }
    await tx`select 1 from subscriptions where id = ${link.subscriptionId} for no key update`
    const linked = await findLinked(tx, link.subscriptionId)
    if (!linked) return undefined
    const before = describe(linked, link)
    if (before.state === 'open') await follow(tx, linked, { link, now })
    return before
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
