import { useEffect, useState } from 'preact/hooks'
import { PushKeyDocument } from '../../../api/generated/operations.ts'
import {
  canReceivePushes,
  findSubscription,
  subscribeBrowser,
  syncSubscription,
} from '../../../api/push-browser.ts'
import { useAction } from '../../../api/use-action.ts'
import { useData } from '../../../api/use-data.ts'
import { FailedAction } from '../../../frame/states.tsx'
import { texts } from '../../../texts/texts.ts'

/** Says whether this browser gets the person's notifications, and subscribes or unsubscribes it. */
export function PushBrowser() {
  const words = texts.editor.push
  const { data } = useData(PushKeyDocument, {})
  const [isSubscribed, setSubscribed] = useState(false)
  const { failure, needsLogin, isRunning, run } = useAction()
  const key = data?.pushPublicKey
  useEffect(() => {
    if (!key || !canReceivePushes()) return
    void run(async () => {
      const subscription = await findSubscription(key)
      // The push service may have given it another address, and another person may have used the browser.
      if (subscription) await syncSubscription(subscription)
      setSubscribed(subscription !== null)
    })
  }, [key])
  if (!data) return <p class="help">{words.waits}</p>
  if (!key) return <p class="help">{words.none}</p>
  if (!canReceivePushes()) return <p class="help">{words.unsupported}</p>
  const subscribe = async () => {
    await subscribeBrowser(key)
    setSubscribed(true)
  }
  // The service drops a browser that its push service no longer knows.
  const unsubscribe = async () => {
    const subscription = await findSubscription(key)
    await subscription?.unsubscribe()
    setSubscribed(false)
  }
  return (
    <>
      <p role="status" class="help">
        {isSubscribed ? words.isSubscribed : words.waits}
      </p>
      <p class="actions">
        <button
          type="button"
          aria-disabled={isRunning}
          onClick={() => void run(isSubscribed ? unsubscribe : subscribe)}
        >
          {isSubscribed ? words.unsubscribe : words.subscribe}
        </button>
      </p>
      <FailedAction text={failure} needsLogin={needsLogin} />
    </>
  )
}
