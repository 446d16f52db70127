import type { Recipient } from './ledger/begin.ts'
import type { ClaimedDelivery } from './ledger/claim.ts'
import type { ReleaseContent } from './ledger/contents.ts'
import type { LedgerPolicy } from './ledger/delivery.ts'
import type { Channel } from './channels/channel.ts'

/** A row of the ledger with all that a message is made of. */
export interface Outgoing {
  delivery: ClaimedDelivery
  recipient: Recipient
  /** Undefined for what no release makes. */
  release: ReleaseContent | undefined
}

/** A channel together with how the ledger's rows become its messages. */
export interface ChannelAdapter<Message> {
  policy: LedgerPolicy
  /** Undefined where the stage has not set the channel up: its rows are skipped, and say so. */
  channel: Channel<Message> | undefined
  /** Articles of a release that its messages tell of. */
  articlesMax: number
  /** Throws for a row that no message can be made of. */
  compose(outgoing: Outgoing): Message
}

/** A worker lives for two minutes at most; what it held is free soon after. */
export const LEASE_SECONDS = 150

/** The release of a row that must have one. */
export function getRelease({ release, delivery }: Outgoing): ReleaseContent {
  if (!release) throw new Error(`a ${delivery.kind} needs its release`)
  return release
}

/** For a kind that a channel never carries. */
export function refuseKind({ delivery }: Outgoing, channel: string): never {
  throw new Error(`${channel} does not carry ${delivery.kind}`)
}
