import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier'
import { Resource } from 'sst/resource'
import * as z from 'zod'

const link = z.object({ issuer: z.string(), audiences: z.string(), jwksUri: z.string() })
const { issuer, audiences, jwksUri } = link.parse(
  (Resource as unknown as { UserIdentity: unknown }).UserIdentity,
)

/** The verifier of tokens as its manual opens it. It reads keys with the first token. */
export const verifier = JwtVerifier.create({ issuer, audience: audiences, jwksUri })
