import { CHANNELS } from './channels.ts'
import { beginDeliveries, type Recipient } from './ledger/begin.ts'
import type { ChannelRows } from './ledger/channel-rows.ts'
import type { ClaimedDelivery } from './ledger/claim.ts'
import type { ReleaseContent } from './ledger/contents.ts'
import { settleDeliveries, type Settlement } from './ledger/settle.ts'
import type { DbPool } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import type { SendOutcome } from './channels/channel.ts'
import type { ChannelAdapter } from './channels/channel-adapter.ts'
import { findPauseEnd, settlementOf } from './ledger-settlement.ts'

/** Longer than any channel takes for one message. */
const HAND_OFF_TIMEOUT_MS = 70_000
const REASON_MAX_CHARACTERS = 200

export interface GroupOptions<Message> {
  db: DbPool
  adapter: ChannelAdapter<Message>
  lease: Date
  deliveries: readonly ClaimedDelivery[]
  releases: ReadonlyMap<string, ReleaseContent>
  clock: () => Date
}

/** The result of a group. */
export interface GroupOutcome {
  settlements: readonly Settlement[]
  skipped: number
  /** The provider asked for a pause until then. */
  pause: { until: Date; reason: string } | undefined
}

interface HandOff {
  recipient: Recipient
  outcome: SendOutcome
}

async function handOver<Message>(
  options: GroupOptions<Message>,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { adapter, deliveries, releases } = options
  const delivery = deliveries.find(({ id }) => id === recipient.id)
  if (!delivery || !adapter.channel)
    throw new Error(`the recipient row ${recipient.id} has no delivery or no channel`)
  let message: Message
  try {
    const release = delivery.releaseId === null ? undefined : releases.get(delivery.releaseId)
    message = adapter.compose({ delivery, recipient, release })
  } catch (error) {
    return { kind: 'retry', reason: `not composed: ${describeError(error)}`.slice(0, REASON_MAX_CHARACTERS) }
  }
  try {
    return await adapter.channel.send(message, { deliveryId: recipient.id, signal })
  } catch (error) {
    return { kind: 'uncertain', reason: describeError(error).slice(0, REASON_MAX_CHARACTERS) }
  }
}

function findPause(handOffs: readonly HandOff[], now: Date): GroupOutcome['pause'] {
  for (const { outcome } of handOffs) {
    const until = findPauseEnd(outcome, now)
    if (until && outcome.kind === 'retry') return { until, reason: outcome.reason }
  }
  return undefined
}

/** Stores our key with the addresses to which a message was sent with it for the first time. */
async function bindAddresses(
  db: DbPool,
  channel: ChannelRows,
  { handOffs, senderKey }: { handOffs: readonly HandOff[]; senderKey: string },
): Promise<void> {
  const first = handOffs.filter(({ recipient, outcome }) => outcome.kind === 'sent' && !recipient.boundKey)
  const ids = first.map(({ recipient }) => recipient.id)
  if (ids.length > 0) await channel.bindAddresses?.(db, { ids, senderKey })
}

/**
 * Sends a few rows concurrently, between the statement that marks them as started and the one that stores their
 * results.
 */
export async function deliverGroup<Message>(options: GroupOptions<Message>): Promise<GroupOutcome> {
  const { db, adapter, lease, deliveries, clock } = options
  const { policy } = adapter
  const channel = CHANNELS[policy.channel]
  const ids = deliveries.map(({ id }) => id)
  const { senderKey } = policy
  const recipients = await beginDeliveries(db, { channel, ids, lease, senderKey, now: clock() })
  const begun = recipients.filter(({ skipped }) => skipped === null)
  const signal = AbortSignal.timeout(HAND_OFF_TIMEOUT_MS)
  const handOffs = await Promise.all(
    begun.map(async (recipient) => ({ recipient, outcome: await handOver(options, recipient, signal) })),
  )
  const now = clock()
  const settlements = handOffs.map(({ recipient: { id, attempts, unclear }, outcome }) =>
    settlementOf(outcome, { id, policy, attempts, unclear, now, random: Math.random }),
  )
  const gone = handOffs.filter(({ outcome }) => outcome.kind === 'rejected' && outcome.gone)
  if (settlements.length > 0) {
    const consequences = {
      failed: settlements.filter(({ status }) => status === 'failed').map(({ id }) => id),
      gone: gone.map(({ recipient }) => recipient.id),
    }
    await settleDeliveries(db, { channel, lease, settlements, consequences, now })
  }
  if (senderKey !== undefined) await bindAddresses(db, channel, { handOffs, senderKey })
  return { settlements, skipped: recipients.length - begun.length, pause: findPause(handOffs, now) }
}
