import type { ReleaseSites } from '@pauta/clippings/releases/release-address'
import type { Config } from '@pauta/platform/config/config'
import { clippingChangedSchema, clippingMentionSchema, newArticlesSchema } from '../../ledger/payloads.ts'
import { changedPushBody, endedPushBody, newArticlesPushBody, pushBody } from './push-body.ts'
import { pushChannel, type PushMessage } from './push.ts'
import { getRelease, releaseSites, type ChannelAdapter, type Outgoing } from '../channel-adapter.ts'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'

type PushConfig = Config<'settings' | 'delivery' | 'push' | 'outbound'>

/** A later push for new articles replaces an undelivered one. */
const NEW_ARTICLES_TOPIC = 'novas-noticias'

/**
 * Returns the body and its topic. A message replaces an undelivered one with the same topic, so a retry makes no second
 * push.
 */
function composeBody(outgoing: Outgoing, sites: ReleaseSites): Pick<PushMessage, 'body' | 'topic'> {
  const { id, kind, payload } = outgoing.delivery
  const portalUrl = sites.portalUrl === '' ? null : sites.portalUrl
  if (kind === 'new-articles') {
    const news = newArticlesSchema.parse(payload)
    return { body: newArticlesPushBody({ ...news, portalUrl }), topic: NEW_ARTICLES_TOPIC }
  }
  if (kind === 'clipping-changed') {
    const changed = clippingChangedSchema.parse(payload)
    return { body: changedPushBody({ ...changed, portalUrl }), topic: id }
  }
  if (kind === 'clipping-ended') {
    const { clippingId, ...words } = clippingMentionSchema.parse(payload)
    return { body: endedPushBody({ clippingId: clippingId ?? id, ...words, portalUrl }), topic: id }
  }
  const release = getRelease(outgoing, sites)
  return { body: pushBody({ ...release, digestPreview: release.digestPreview ?? '' }), topic: release.id }
}

function compose(outgoing: Outgoing, sites: ReleaseSites): PushMessage {
  const { keysP256dh, keysAuth } = outgoing.recipient
  if (keysP256dh === null || keysAuth === null) throw new Error('a push needs the keys of its browser')
  const keys = { p256dh: keysP256dh, auth: keysAuth }
  return { endpoint: outgoing.delivery.address, keys, ...composeBody(outgoing, sites) }
}

/**
 * Sends Web Push. A message replaces an undelivered one with the same topic, and a notification one with the same tag.
 */
export function pushAdapter(config: PushConfig): ChannelAdapter<PushMessage, 'push'> {
  const { push, outbound } = config
  const sites = releaseSites(config)
  const open = () => pushChannel({ agents: guardedAgents(outbound), vapid: push })
  return {
    policy: { channel: 'push', isKeyed: true, isReported: false, senderKey: push.publicKey },
    channel: push.publicKey === '' ? undefined : open(),
    articlesMax: 0,
    changesMax: 1,
    compose: (outgoing) => compose(outgoing, sites),
  }
}
