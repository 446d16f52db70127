import { readBounded } from '@pauta/platform/input/read-bounded'
import type { Claims } from './token-verifier.ts'

const TIMEOUT_MS = 3000
const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Asks the issuer's userinfo endpoint (OpenID Connect Core, 5.3) for the claims of a token's user. Throws when there is
 * no answer within 3 s, when the answer exceeds 64 KB, or when it is about another subject.
 */
export async function askUserinfo(url: string, token: string, subject: string): Promise<Claims> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    // The token must be sent to the issuer only, not to the target of a redirect.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`userinfo answered ${response.status}`)
  }
  const answer: unknown = JSON.parse((await readBounded(response.body, ANSWER_MAX_BYTES)).toString('utf8'))
  const isTheirs = typeof answer === 'object' && answer !== null && 'sub' in answer && answer.sub === subject
  if (!isTheirs) throw new Error('userinfo answered for another subject than the token’s')
  return answer
}
