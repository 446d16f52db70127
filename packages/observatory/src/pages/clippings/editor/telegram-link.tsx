import { useEffect, useState } from 'preact/hooks'
import { TelegramLinkedDocument } from '../../../api/generated/operations.ts'
import { askForTelegramLink } from '../../../api/telegram-link.ts'
import { useAction } from '../../../api/use-action.ts'
import { useData } from '../../../api/use-data.ts'
import { FailedAction } from '../../../frame/states.tsx'
import { takeFocus } from '../../../frame/take-focus.ts'
import { texts } from '../../../texts/texts.ts'

/** Says whether a Telegram chat is linked to the person's account, and links one by a link to the bot. */
export function TelegramLink() {
  const words = texts.editor.telegram
  const { data, retry } = useData(TelegramLinkedDocument, {})
  const [url, setUrl] = useState<string>()
  const { failure, needsLogin, isRunning, run } = useAction()
  useEffect(() => {
    if (url === undefined) return undefined
    // The person comes back from Telegram.
    window.addEventListener('focus', retry)
    return () => window.removeEventListener('focus', retry)
  }, [url, retry])
  if (!data) return <p class="help">{words.waits}</p>
  if (data.currentUserHasTelegramLinked)
    return (
      <p role="status" class="help">
        {words.isLinked}
      </p>
    )
  return (
    <>
      <p class="help">{words.waits}</p>
      <p class="actions">
        {url === undefined ? (
          <button
            type="button"
            aria-disabled={isRunning}
            onClick={() => void run(async () => setUrl(await askForTelegramLink()))}
          >
            {words.link}
          </button>
        ) : (
          <a class="button" href={url} target="_blank" rel="noreferrer" ref={takeFocus}>
            {words.open}
          </a>
        )}
      </p>
      <FailedAction text={failure} needsLogin={needsLogin} />
    </>
  )
}
