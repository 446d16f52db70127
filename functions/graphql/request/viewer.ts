import { PublicError, unavailable } from '@pauta/platform/errors'
import type { ServiceAccounts } from '@pauta/people/identity/service-accounts'
import { findBearerToken, findClaimedIssuer } from '@pauta/people/identity/unverified-token'
import type { SignIn } from '@pauta/people/people/sign-in'

/** Who asks. Anonymous callers see public fields only. */
export type Viewer =
  | { kind: 'anonymous' }
  /** `userId` is our own id, whichever account the user logged in with. */
  | { kind: 'user'; userId: string }
  /** `account` is a hash; an account that is not listed is as good as anonymous outside the internal surface. */
  | { kind: 'service'; account: string; listed: boolean }
  /** The bearer names an issuer of ours whose keys cannot be had: public fields work, guarded ones fail with `error`. */
  | { kind: 'unverified'; error: PublicError }

/** Proves the tokens of one issuer. */
export interface ViewerVerifier {
  /** `iss` of the tokens that it is asked about; undefined where it is not configured. */
  readonly issuer: string | undefined
  /** The viewer behind a token, or undefined when it proves nothing. Throws a PublicError when nothing can be said. */
  find(token: string): Promise<Viewer | undefined>
}

/** What a field answers that is for people with an account. */
export const unauthenticated = () => new PublicError('UNAUTHENTICATED', 'Entre na sua conta para continuar.')

const ANONYMOUS: Viewer = { kind: 'anonymous' }

/** Service accounts as viewers. */
export function serviceVerifier(accounts: ServiceAccounts): ViewerVerifier {
  return {
    issuer: accounts.issuer,
    find: async (token) => {
      const found = await accounts.find(token)
      return found && { kind: 'service', ...found }
    },
  }
}

/** Users as viewers. */
export function userVerifier(signIn: SignIn): ViewerVerifier {
  return {
    issuer: signIn.issuer,
    find: async (token) => {
      const userId = await signIn.find(token)
      return userId === undefined ? undefined : { kind: 'user', userId }
    },
  }
}

/** The id of a logged-in user; undefined for everybody else. For fields that answer others too. */
export function findUserId(viewer: Viewer): string | undefined {
  return viewer.kind === 'user' ? viewer.userId : undefined
}

/** The id of a logged-in user. Throws UNAUTHENTICATED for everybody else, whom the guard of a user's field stops. */
export function getUserId(viewer: Viewer): string {
  const userId = findUserId(viewer)
  if (userId === undefined) throw unauthenticated()
  return userId
}

/**
 * Who sent a request. The issuer that the token names chooses the verifier; no token, an unknown issuer and a token
 * that proves nothing are all anonymous, and nothing is asked of any issuer for them. Never throws.
 */
export async function resolveViewer(
  authorization: string | undefined,
  verifiers: readonly ViewerVerifier[],
): Promise<Viewer> {
  const token = findBearerToken(authorization)
  const issuer = token && findClaimedIssuer(token)
  if (!token || !issuer) return ANONYMOUS
  try {
    return (await verifiers.find((verifier) => verifier.issuer === issuer)?.find(token)) ?? ANONYMOUS
  } catch (error) {
    return {
      kind: 'unverified',
      error: error instanceof PublicError ? error : unavailable('identity', error),
    }
  }
}
