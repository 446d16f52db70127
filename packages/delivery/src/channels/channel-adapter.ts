import { sentReleaseAddress, type ReleaseSites } from '@pauta/clippings/releases/release-address'
import type { Config } from '@pauta/platform/config/config'
import type { Recipient } from '../ledger/begin.ts'
import type { ClaimedDelivery } from '../ledger/claim.ts'
import type { ContentLimits, ReleaseContent } from '../ledger/contents.ts'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { LedgerPolicy } from '../ledger/delivery.ts'
import type { Channel } from './channel.ts'

/** A ledger row with the data that its message needs. */
export interface Outgoing {
  delivery: ClaimedDelivery
  recipient: Recipient
  /** Undefined for rows of other kinds than `release`. */
  release: ReleaseContent | undefined
}

/** A channel, and how ledger rows become its messages. */
export interface ChannelAdapter<Message, Name extends DeliveryChannel = DeliveryChannel> {
  policy: LedgerPolicy & { channel: Name }
  /** Undefined where the stage has not configured the channel. Its rows are then skipped, with that reason. */
  channel: Channel<Message> | undefined
  /** How many articles of a release `compose` needs. */
  articlesMax: number
  /** How many edits and removals of a release `compose` needs. */
  changesMax: number
  /** Which of them come first; by default the newest. */
  articleOrder?: ContentLimits['articleOrder']
  /** Throws for a row from which no message can be composed. */
  compose(outgoing: Outgoing): Message
}

/** Returns the release of a row, with the address of its page. Throws an Error for a row of another kind. */
export function getRelease({ release, delivery }: Outgoing, sites: ReleaseSites) {
  if (!release) throw new Error(`a ${delivery.kind} has no release to send`)
  return { ...release, releaseUrl: sentReleaseAddress(release, sites) }
}

/** Returns where releases have pages, as a stage is configured. */
export const releaseSites = ({ settings, delivery }: Config<'settings' | 'delivery'>): ReleaseSites => ({
  portalUrl: settings.portalUrl,
  apiUrl: delivery.apiUrl,
})
