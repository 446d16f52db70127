import type { User, UserManager } from 'oidc-client-ts'
import { paths } from '../paths.ts'

/** An issuer of logins, and the id of the site's client at that issuer. */
export interface LoginSettings {
  issuer: string
  clientId: string
}

/** Settings of the logins, as the site's host serves them at `/site.json`. */
interface SiteSettings extends LoginSettings {
  operators?: LoginSettings
}

const KEY = 'pauta.session'
const SETTINGS_TIMEOUT_MS = 10_000

/** A person who is logged in. */
export interface Session {
  token: string
  name: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Returns the session of this browser, which all tabs of the site share, unless there is none or it has expired. */
export function readSession(): Session | undefined {
  const stored = localStorage.getItem(KEY)
  if (stored === null) return undefined
  const session = JSON.parse(stored) as Session
  return session.expiresAt > Date.now() ? session : undefined
}

/** Returns the bearer token of the person who is logged in, if there is one. */
export const readToken = (): string | undefined => readSession()?.token

/** Reads the settings of the logins. Throws when the host does not answer. */
export async function readSettings(): Promise<SiteSettings> {
  const response = await fetch('/site.json', { signal: AbortSignal.timeout(SETTINGS_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`/site.json answered ${response.status}`)
  return (await response.json()) as SiteSettings
}

/** Opens the client of an issuer that sends people back to a path of the site. */
export async function openUserManager(
  { issuer, clientId }: LoginSettings,
  returnPath: string,
): Promise<UserManager> {
  const { UserManager, WebStorageStateStore } = await import('oidc-client-ts')
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${location.origin}${returnPath}`,
    response_type: 'code',
    scope: 'openid profile email',
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
  })
}

const openManager = async () => await openUserManager(await readSettings(), paths.login)

/** Sends the person to the login page of the issuer, and back to this page afterwards; from the page of the login, to the clippings. */
export async function logIn(): Promise<void> {
  const manager = await openManager()
  const { pathname, search } = location
  await manager.signinRedirect({ state: pathname === paths.login ? paths.clippings : `${pathname}${search}` })
}

/** Ends the login after the issuer has sent the person back. Returns the path of the page where it began. */
export async function finishLogIn(): Promise<string> {
  const manager = await openManager()
  const user: User = await manager.signinCallback().then((known) => {
    if (!known) throw new Error('The issuer sent no user.')
    return known
  })
  const session: Session = {
    token: user.access_token,
    name: user.profile.name ?? user.profile.preferred_username ?? '',
    expiresAt: (user.expires_at ?? 0) * 1000,
  }
  localStorage.setItem(KEY, JSON.stringify(session))
  return typeof user.state === 'string' ? user.state : paths.clippings
}

/** Forgets the session, in all tabs. */
export function logOut(): void {
  localStorage.removeItem(KEY)
  sessionStorage.clear()
  location.assign(paths.panorama)
}
