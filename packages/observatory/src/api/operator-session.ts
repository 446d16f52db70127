import type { UserManager } from 'oidc-client-ts'
import { paths } from '../paths.ts'
import type { LoginSettings } from './session.ts'
import { openUserManager, readSettings } from './session.ts'

const KEY = 'pauta.operator'
/** Fired when an operator logs in or out, so that the navigation follows. */
export const OPERATOR_CHANGED = 'pauta-operator'

interface OperatorSession {
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Returns the token of the operator who is logged in on this tab; undefined without one, or when it has expired. */
export function readOperatorToken(): string | undefined {
  const stored = sessionStorage.getItem(KEY)
  if (stored === null) return undefined
  const session = JSON.parse(stored) as OperatorSession
  return session.expiresAt > Date.now() ? session.token : undefined
}

/** Returns when a JSON Web Token expires, in milliseconds since 1970; undefined for another text. */
function findExpiry(token: string): number | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const seconds: unknown = (JSON.parse(atob(part)) as { exp?: unknown }).exp
    return typeof seconds === 'number' ? seconds * 1000 : undefined
  } catch {
    return undefined
  }
}

/** Keeps a service token for this tab. Returns false for a text that is no token, or for an expired one. */
export function keepServiceToken(token: string): boolean {
  const expiresAt = findExpiry(token)
  if (expiresAt === undefined || expiresAt <= Date.now()) return false
  sessionStorage.setItem(KEY, JSON.stringify({ token, expiresAt } satisfies OperatorSession))
  dispatchEvent(new Event(OPERATOR_CHANGED))
  return true
}

async function findOperatorLogin(): Promise<LoginSettings | undefined> {
  const { operators } = await readSettings()
  return operators && operators.issuer !== '' ? operators : undefined
}

/** Whether operators can log in at an issuer. Without one they paste a token. */
export const hasOperatorLogin = async (): Promise<boolean> => (await findOperatorLogin()) !== undefined

async function openManager(): Promise<UserManager> {
  const login = await findOperatorLogin()
  if (!login) throw new Error('/site.json names no issuer for operators')
  return await openUserManager(login, paths.operatorLogin)
}

/** Sends the operator to the login page of the issuer of services. */
export async function logInAsOperator(): Promise<void> {
  await (await openManager()).signinRedirect()
}

/** Ends the login after the issuer has sent the operator back. Throws when the issuer sent no token. */
export async function finishOperatorLogIn(): Promise<void> {
  const user = await (await openManager()).signinCallback()
  if (!user || !keepServiceToken(user.access_token)) throw new Error('The issuer sent no token.')
}

/** Forgets the operator of this tab. */
export function logOutAsOperator(): void {
  sessionStorage.removeItem(KEY)
  dispatchEvent(new Event(OPERATOR_CHANGED))
}
