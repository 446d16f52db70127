import type { Config } from '@pauta/platform/config/config'
import { clippingChangedSchema, clippingMentionSchema, newArticlesSchema } from './ledger/payloads.ts'
import { changedPushBody, endedPushBody, newArticlesPushBody, pushBody } from './channels/push/push-body.ts'
import { pushChannel, type PushMessage } from './channels/push/push.ts'
import {
  getRelease,
  LEASE_SECONDS,
  refuseKind,
  type ChannelAdapter,
  type Outgoing,
} from './channel-adapter.ts'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'

type PushConfig = Config<'settings' | 'push' | 'outbound'>

/** A later push for new articles replaces an undelivered one. */
const NEW_ARTICLES_TOPIC = 'novas-noticias'

/**
 * Returns the body and its topic. A message replaces an undelivered one with the same topic, so a retry makes no second
 * push.
 */
function composeBody(outgoing: Outgoing, portalUrl: string | null): Pick<PushMessage, 'body' | 'topic'> {
  const { id, kind, payload } = outgoing.delivery
  if (kind === 'release') {
    const { id: releaseId, clippingId, clippingName, digestPreview, releaseUrl } = getRelease(outgoing)
    const release = { releaseId, clippingId, clippingName, releaseUrl, digestPreview: digestPreview ?? '' }
    return { body: pushBody(release), topic: releaseId }
  }
  if (kind === 'new-articles') {
    const news = newArticlesSchema.parse(payload)
    return { body: newArticlesPushBody({ ...news, portalUrl }), topic: NEW_ARTICLES_TOPIC }
  }
  if (kind === 'clipping-changed') {
    const changed = clippingChangedSchema.parse(payload)
    return { body: changedPushBody({ ...changed, portalUrl }), topic: id }
  }
  if (kind !== 'clipping-ended') return refuseKind(outgoing, 'push')
  const { clippingId, ...words } = clippingMentionSchema.parse(payload)
  return { body: endedPushBody({ clippingId: clippingId ?? id, ...words, portalUrl }), topic: id }
}

function compose(outgoing: Outgoing, portalUrl: string | null): PushMessage {
  const { keysP256dh, keysAuth } = outgoing.recipient
  if (keysP256dh === null || keysAuth === null) throw new Error('a push needs the keys of its browser')
  const keys = { p256dh: keysP256dh, auth: keysAuth }
  return { endpoint: outgoing.delivery.address, keys, ...composeBody(outgoing, portalUrl) }
}

/**
 * Sends Web Push. A message replaces an undelivered one with the same topic, and a notification one with the same tag.
 */
export function pushAdapter({ settings, push, outbound }: PushConfig): ChannelAdapter<PushMessage> {
  const portalUrl = settings.portalUrl === '' ? null : settings.portalUrl
  const open = () => pushChannel({ agents: guardedAgents(outbound), vapid: push })
  return {
    policy: { channel: 'push', isKeyed: true, isReported: false, leaseSeconds: LEASE_SECONDS },
    channel: push.publicKey === '' ? undefined : open(),
    articlesMax: 0,
    compose: (outgoing) => compose(outgoing, portalUrl),
  }
}
