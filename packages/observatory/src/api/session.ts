const KEY = 'pauta.token'

/** Returns the bearer token of the person who is logged in on this tab, if there is one. */
export function readToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined
}

/** Stores the token until the tab closes. */
export function storeToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

export function dropToken(): void {
  sessionStorage.removeItem(KEY)
}
