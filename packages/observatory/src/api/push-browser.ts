import { texts } from '../texts/texts.ts'
import { act, ActionFailure } from './act.ts'
import { SyncPushDocument } from './generated/operations.ts'

const WORKER = '/push-worker.js'

/** Returns whether this browser knows Web Push at this address. */
export const canReceivePushes = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns bytes as base64url without padding, as keys are written. */
function toBase64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey !== null && toBase64Url(options.applicationServerKey) === publicKey
}

/** Returns the subscription of this browser to the service with this public key, or null. */
export async function findSubscription(publicKey: string): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && hasKey(subscription, publicKey) ? subscription : null
}

/** Tells the API that this browser is the person's. Throws ActionFailure. */
export async function syncSubscription(subscription: PushSubscription): Promise<void> {
  const { keys = {} } = subscription.toJSON()
  const { p256dh: keysP256dh = '', auth: keysAuth = '' } = keys
  await act(SyncPushDocument, { subscription: { endpoint: subscription.endpoint, keysP256dh, keysAuth } })
}

/**
 * Asks the person, subscribes this browser at its push service and tells the API. Replaces a subscription with another
 * key, which no service can use any more. Throws ActionFailure.
 */
export async function subscribeBrowser(publicKey: string): Promise<void> {
  const words = texts.editor.push
  if ((await Notification.requestPermission()) !== 'granted') throw new ActionFailure(words.refused)
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const former = await pushManager.getSubscription()
  if (former && !hasKey(former, publicKey)) await former.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new ActionFailure(words.failed, { cause })
    })
  await syncSubscription(subscription)
}
