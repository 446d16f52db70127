import { readBounded } from '@pauta/platform/outbound/read-bounded'
import type { Claims } from './token-verifier.ts'

const TIMEOUT_MS = 3000
const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Asks the issuer's userinfo endpoint (OpenID Connect Core, 5.3) who holds a token. Throws when it gives no answer
 * within three seconds, answers more than 64 KB, or speaks of anybody but `subject`.
 */
export async function askUserinfo(url: string, token: string, subject: string): Promise<Claims> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    // The token is for the issuer alone, not for wherever a redirect leads.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`userinfo answered ${response.status}`)
  }
  const answer: unknown = JSON.parse((await readBounded(response, ANSWER_MAX_BYTES)).toString('utf8'))
  const isTheirs = typeof answer === 'object' && answer !== null && 'sub' in answer && answer.sub === subject
  if (!isTheirs) throw new Error('userinfo did not answer for the subject of the token')
  return answer
}
