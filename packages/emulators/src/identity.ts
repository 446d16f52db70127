import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { OAuth2Server, type JWK, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import { readVerifiedClaims } from './identity/token-claims.ts'

const HOST = '127.0.0.1'
const DEFAULT_EXPIRY_SECONDS = 3600

export interface IdentityOptions {
  /** 0 takes a free port, the one of the last start when it is still free. */
  port: number
  /** Folder that keeps key and port, so that tokens outlive a restart; undefined makes new ones. */
  dataDir?: string | undefined
  /** Claims that the token endpoint puts into the token of whoever logs in, by the user name. */
  describe?: (name: string) => Record<string, unknown>
}

/** An OIDC issuer. */
export interface Identity {
  issuer: string
  jwksUrl: string
  userinfoUrl: string
  /** A signed access token with the given claims besides `iss`, `iat`, `nbf` and `exp`, which they may replace. */
  token(claims: Record<string, unknown>, options?: { expiresInSeconds?: number }): Promise<string>
  /** Signs with a new key from now on, beside which the old one stays published. The next start forgets it. */
  rotateKey(): Promise<void>
  stop(): Promise<void>
}

interface Kept {
  key: JWK
  port: number
}

async function readKept(file: string | undefined): Promise<Kept | undefined> {
  if (file === undefined) return undefined
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`The issuer's key in ${file} cannot be read. Delete the file to make a new one.`, {
      cause: error,
    })
  }
}

/** The userinfo endpoint tells the claims of the bearer token that it is asked with, and 401 without a valid one. */
function answerUserinfo(server: OAuth2Server, currentKey: () => JWK): void {
  server.service.on('beforeUserinfo', (answer: MutableResponse, request: IncomingMessage) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claims = token === undefined ? undefined : readVerifiedClaims(token, currentKey(), new Date())
    answer.statusCode = claims ? 200 : 401
    answer.body = claims ?? { error: 'invalid_token' }
  })
}

/** Whoever logs in at the token endpoint (grant `password`, no password needed) is who they say they are. */
function describeUsers(server: OAuth2Server, describe: (name: string) => Record<string, unknown>): void {
  server.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    // What the endpoint itself says of subject, times and audience stands.
    Object.assign(payload, { ...describe(String(payload['sub'])), ...payload })
  })
}

async function listen(server: OAuth2Server, ports: readonly number[]): Promise<void> {
  for (const [position, port] of ports.entries()) {
    try {
      await server.start(port, HOST)
      return
    } catch (error) {
      if (position === ports.length - 1) throw error
    }
  }
}

/** Starts an issuer (oauth2-mock-server) with discovery, keys, token and userinfo endpoints. */
export async function startIdentity({ port, dataDir, describe }: IdentityOptions): Promise<Identity> {
  const file = dataDir === undefined ? undefined : join(dataDir, 'identity.json')
  const kept = await readKept(file)
  const server = new OAuth2Server()
  let key = kept ? await server.issuer.keys.add(kept.key) : await server.issuer.keys.generate('RS256')
  await listen(server, port === 0 && kept ? [kept.port, 0] : [port])
  answerUserinfo(server, () => key)
  if (describe) describeUsers(server, describe)
  const address = server.address()
  server.issuer.url = `http://${HOST}:${address.port}`
  if (file !== undefined && dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, JSON.stringify({ key, port: address.port } satisfies Kept), { mode: 0o600 })
  }
  return {
    issuer: server.issuer.url,
    jwksUrl: `${server.issuer.url}/jwks`,
    userinfoUrl: `${server.issuer.url}/userinfo`,
    token: (claims, { expiresInSeconds = DEFAULT_EXPIRY_SECONDS } = {}) =>
      server.issuer.buildToken({
        kid: key.kid,
        expiresIn: expiresInSeconds,
        scopesOrTransform: (_header, payload) => void Object.assign(payload, claims),
      }),
    async rotateKey() {
      key = await server.issuer.keys.generate('RS256')
    },
    stop: () => server.stop(),
  }
}
