import type { DbPool } from '@pauta/platform/database/database'
import { suppressAddresses } from '../../ledger/consequences.ts'
import type { MailEvent } from './mail-events.ts'

/** The error of a mail that was sent and did not arrive. */
const FAILURES: Partial<Record<MailEvent['kind'], string>> = {
  'hard-bounce': 'the address bounced',
  rejected: 'the provider refused the message',
}

/**
 * Stores the provider's events. Events may be repeated and in any order. Accepted mails become `sent`, also from
 * `unknown`; bounced mails become `failed`; dead or complaining addresses are suppressed. Nothing counts towards
 * disabling the channel, because SES had accepted the mail.
 */
export async function recordMailEvents(pool: DbPool, events: readonly MailEvent[], now: Date): Promise<void> {
  const sent = events.filter(({ kind }) => kind === 'sent').flatMap((event) => event.deliveryId ?? [])
  const failed = events.flatMap(({ kind, deliveryId }) => {
    const reason = FAILURES[kind]
    return reason === undefined || deliveryId === undefined ? [] : [{ id: deliveryId, reason }]
  })
  const providerIds = Object.fromEntries(
    events.flatMap(({ deliveryId, providerId }) =>
      deliveryId && providerId ? [[deliveryId, providerId]] : [],
    ),
  )
  const addressesOf = (wanted: MailEvent['kind']) =>
    events.filter(({ kind }) => kind === wanted).flatMap(({ addresses }) => addresses)
  await pool.begin(async (tx) => {
    if (sent.length > 0)
      await tx`
        update deliveries set
          status = 'sent', due_at = null, lease_until = null, error = null, updated_at = ${now},
          sent_at = ${now}, provider_id = coalesce(${tx.json(providerIds)}::jsonb ->> id, provider_id)
        where id = any(${sent}) and channel = 'email' and attempts > 0
          and status in ('pending', 'sending', 'unknown')`
    if (failed.length > 0)
      await tx`
        update deliveries d set
          status = 'failed', due_at = null, lease_until = null, error = f.reason, updated_at = ${now}
        from jsonb_to_recordset(${tx.json(failed)}) as f (id text, reason text)
        where d.id = f.id and d.channel = 'email' and d.attempts > 0 and d.status <> 'failed'`
    for (const [kind, reason] of [
      ['complaint', 'complaint'],
      ['hard-bounce', 'bounce'],
    ] as const) {
      const addresses = addressesOf(kind)
      if (addresses.length > 0) await suppressAddresses(tx, { addresses, reason, now })
    }
  })
}
