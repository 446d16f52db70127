import { texts } from '../texts/texts.ts'
import { ActionFailure } from './act.ts'
import { API_URL, fetchFresh } from './client.ts'
import { readToken } from './session.ts'

/** Returns an address of the bot that links the chat in which the person opens it: once, within 15 minutes. Throws ActionFailure. */
export async function askForTelegramLink(): Promise<string> {
  const response = await fetchFresh(`${API_URL}/telegram/link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken() ?? ''}` },
  }).catch((cause: unknown) => {
    throw new ActionFailure(navigator.onLine ? texts.failures.network : texts.failures.offline, { cause })
  })
  if (response.status === 403) throw new ActionFailure(texts.failures.login, { needsLogin: true })
  if (response.status === 404) throw new ActionFailure(texts.editor.telegram.none)
  if (!response.ok)
    throw new ActionFailure(response.status === 429 ? texts.failures.busy : texts.failures.server)
  return ((await response.json()) as { url: string }).url
}
