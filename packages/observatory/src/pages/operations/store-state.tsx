import { useCallback, useEffect, useState } from 'preact/hooks'
import { API_URL, fetchFresh } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { texts } from '../../texts/texts.ts'
import { Command } from './command.tsx'
import { DocsLink } from './docs-link.tsx'
import { isReadyAnswer, listStoreTroubles, type ReadyAnswer } from './ready-answer.ts'

const words = texts.operations.stores
const REFRESH_SECONDS = 30
const READY = new URL(`${API_URL}/ready`, location.href).href

/** Asks `/ready`, whose answers with status 503 count too. Returns undefined without an answer. */
async function askReady(): Promise<ReadyAnswer | undefined> {
  try {
    const value: unknown = await (await fetchFresh(READY)).json()
    return isReadyAnswer(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Which store is down now, by `/ready`: it answers also when the API itself fails, and needs no login. */
export function StoreState() {
  const [asked, setAsked] = useState<{ answer: ReadyAnswer | undefined }>()
  const ask = useCallback(() => void askReady().then((answer) => setAsked({ answer })), [])
  useEffect(ask, [ask])
  useRefresh(ask, { seconds: REFRESH_SECONDS, isPaused: false })
  if (!asked) return <p role="status">{words.asking}</p>
  const troubles = listStoreTroubles(asked.answer, READY)
  if (troubles.length === 0) return <p role="status">{words.well}</p>
  const isDown = troubles.some((trouble) => trouble.isDown)
  return (
    <div class={isDown ? 'failure stores' : 'stores'} role={isDown ? 'alert' : 'status'}>
      <ul class="reasons">
        {troubles.map(({ text, command }) => (
          <li key={text}>
            {text} <Command text={command} />
          </li>
        ))}
      </ul>
      <p>
        <DocsLink section="when-something-is-wrong" />
      </p>
    </div>
  )
}
