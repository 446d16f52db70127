import { PublicError, unavailable } from '@pauta/platform/errors'
import type { ServiceAccounts } from '@pauta/people/tokens/service-accounts'
import { findBearerToken, findClaimedIssuer } from '@pauta/people/tokens/unverified-token'
import type { SignIn } from '@pauta/people/people/sign-in'

/** The caller. Anonymous callers may read public fields only. */
export type Viewer =
  | { kind: 'anonymous' }
  /** `userId` is our own id, not the id of the login account. */
  | { kind: 'user'; userId: string }
  /** `account` is a hash. An account that is not listed counts as anonymous outside the internal surface. */
  | { kind: 'service'; account: string; listed: boolean }
  /**
   * The token names one of our issuers, but the keys of the issuer are not available. Public fields work; other
   * fields fail with `error`.
   */
  | { kind: 'unverified'; error: PublicError }

/** Verifies the tokens of one issuer. */
export interface ViewerVerifier {
  /** The `iss` of the tokens that this verifier accepts; undefined if not configured. */
  readonly issuer: string | undefined
  /**
   * Returns the viewer of a token, or undefined for an invalid token. Throws a PublicError if the token cannot be
   * checked.
   */
  find(token: string): Promise<Viewer | undefined>
}

/** Returns the error of a field that requires an account. */
export const unauthenticated = () => new PublicError('UNAUTHENTICATED', 'Entre na sua conta para continuar.')

const ANONYMOUS: Viewer = { kind: 'anonymous' }

/** Returns the verifier of service accounts. */
export function serviceVerifier(accounts: ServiceAccounts): ViewerVerifier {
  return {
    issuer: accounts.issuer,
    find: async (token) => {
      const found = await accounts.find(token)
      return found && { kind: 'service', ...found }
    },
  }
}

/** Returns the verifier of users. */
export function userVerifier(signIn: SignIn): ViewerVerifier {
  return {
    issuer: signIn.issuer,
    find: async (token) => {
      const userId = await signIn.find(token)
      return userId === undefined ? undefined : { kind: 'user', userId }
    },
  }
}

/** Returns the id of a logged-in user; undefined for other viewers. For fields that also answer others. */
export function findUserId(viewer: Viewer): string | undefined {
  return viewer.kind === 'user' ? viewer.userId : undefined
}

/**
 * Returns the id of a logged-in user. Throws UNAUTHENTICATED for other viewers, whom the access check already
 * refuses.
 */
export function getUserId(viewer: Viewer): string {
  const userId = findUserId(viewer)
  if (userId === undefined) throw unauthenticated()
  return userId
}

/**
 * Returns the viewer that the first of the verifiers finds. One issuer may serve users and operators: an account that is
 * not listed counts as an operator only when its token is of no user.
 */
async function findViewer(token: string, verifiers: readonly ViewerVerifier[]): Promise<Viewer> {
  let unlisted: Viewer = ANONYMOUS
  for (const verifier of verifiers) {
    const viewer = await verifier.find(token)
    if (viewer?.kind === 'service' && !viewer.listed) unlisted = viewer
    else if (viewer) return viewer
  }
  return unlisted
}

/**
 * Returns the viewer of a request. The issuer in the token selects the verifiers. A missing token, an unknown issuer
 * and an invalid token are all anonymous, without a call to an issuer. Never throws.
 */
export async function resolveViewer(
  authorization: string | undefined,
  verifiers: readonly ViewerVerifier[],
): Promise<Viewer> {
  const token = findBearerToken(authorization)
  const issuer = token && findClaimedIssuer(token)
  if (!token || !issuer) return ANONYMOUS
  try {
    return await findViewer(
      token,
      verifiers.filter((verifier) => verifier.issuer === issuer),
    )
  } catch (error) {
    return {
      kind: 'unverified',
      error: error instanceof PublicError ? error : unavailable('identity', error),
    }
  }
}
