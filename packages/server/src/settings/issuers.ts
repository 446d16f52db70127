import { readBounded } from '@pauta/platform/input/read-bounded'
import * as z from 'zod'
import { KEYS_UNKNOWN, type MachineSections } from './settings.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024

const discoverySchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  userinfo_endpoint: z.url().optional(),
})

/** What an issuer says about itself. */
type Issuer = z.output<typeof discoverySchema>

/** Returns why an issuer could not be read, in one line. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof z.ZodError)
    return `its answer lacks or has a wrong ${error.issues.map(({ path }) => path.join('.') || 'form').join(', ')}`
  const { message, cause } = error as Error
  return (cause instanceof Error ? cause.message : message).split('\n')[0]
}

/** Asks an issuer of OpenID Connect for its addresses. Throws one sentence when it does not answer or is another one. */
async function discoverIssuer(issuer: string): Promise<Issuer> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  let found: Issuer
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const text = Buffer.from(await readBounded(response.body, MAX_BYTES)).toString('utf8')
    found = discoverySchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(
      `The issuer ${issuer} does not describe itself at ${address} (${reasonOf(error)}): correct the address, or start it.`,
      { cause: error },
    )
  }
  if (found.issuer === issuer) return found
  throw new Error(
    `The issuer at ${issuer} calls itself ${found.issuer}: write that name into the settings, letter by letter, because its tokens have it.`,
  )
}

/** The issuers of a machine, and its settings with what they say about themselves. */
interface CompletedIssuers {
  userIdentity: MachineSections['userIdentity']
  serviceIdentity: MachineSections['serviceIdentity']
  /** Addresses that a page which logs people in asks. */
  loginAddresses: string[]
}

/**
 * Adds the addresses of keys and of userinfo that the settings leave out. Asks each issuer once. Throws one sentence that
 * names the issuer when one does not answer or is another one.
 */
export async function completeIssuers({
  userIdentity,
  serviceIdentity,
}: MachineSections): Promise<CompletedIssuers> {
  const names = [...new Set([userIdentity.issuer, serviceIdentity.issuer])]
  const found = new Map(
    await Promise.all(names.map(async (name) => [name, await discoverIssuer(name)] as const)),
  )
  const complete = <Identity extends { issuer: string; jwksUri: string }>(identity: Identity): Identity => {
    const keys = found.get(identity.issuer)?.jwks_uri ?? ''
    return identity.jwksUri === KEYS_UNKNOWN ? { ...identity, jwksUri: keys } : identity
  }
  const userinfoUrl = userIdentity.userinfoUrl || (found.get(userIdentity.issuer)?.userinfo_endpoint ?? '')
  return {
    userIdentity: { ...complete(userIdentity), userinfoUrl },
    serviceIdentity: complete(serviceIdentity),
    loginAddresses: [...found.values()].flatMap((issuer) =>
      [issuer.token_endpoint, issuer.userinfo_endpoint].filter((address) => address !== undefined),
    ),
  }
}
