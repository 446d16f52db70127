import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { OAuth2Server, type JWK, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import { addLoginPage } from './login-page.ts'
import { readVerifiedClaims } from './token-claims.ts'

/** A private RSA key as JWK, with `kid` and `alg`. */
export type IssuerKey = JWK

const HOST = '127.0.0.1'
const DEFAULT_EXPIRY_SECONDS = 3600

export interface IdentityOptions {
  /** 0 uses the port of the last start when it is free, else any free port. */
  port: number
  /** Folder that stores key and port, so that tokens stay valid after a restart. Undefined creates new ones. */
  dataDir?: string | undefined
  /** Signs with this key when the folder has none. Default: a new key, which takes much longer than the rest. */
  key?: IssuerKey | undefined
  /** Returns the claims that the token endpoint adds to a user's token, by user name. */
  describe?: (name: string) => Record<string, unknown>
  /** User names that the login page offers. Without names, logins by a browser are not possible. */
  logins?: readonly string[]
}

/** An OIDC issuer. */
export interface Identity {
  issuer: string
  jwksUrl: string
  userinfoUrl: string
  /** Returns a signed access token. The given claims may replace `iss`, `iat`, `nbf` and `exp`. */
  token(claims: Record<string, unknown>, options?: { expiresInSeconds?: number }): Promise<string>
  /** Signs with a new key from now on. The old key stays published until the next start. */
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

/** The userinfo endpoint returns the claims of the bearer token, or 401 without a valid token. */
function answerUserinfo(server: OAuth2Server, currentKey: () => JWK): void {
  server.service.on('beforeUserinfo', (answer: MutableResponse, request: IncomingMessage) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claims = token === undefined ? undefined : readVerifiedClaims(token, currentKey(), new Date())
    answer.statusCode = claims ? 200 : 401
    answer.body = claims ?? { error: 'invalid_token' }
  })
}

/** The token endpoint (grant `password`) accepts any user name and needs no password. */
function describeUsers(server: OAuth2Server, describe: (name: string) => Record<string, unknown>): void {
  server.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    // Subject, times and audience of the endpoint take precedence.
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
export async function startIdentity(options: IdentityOptions): Promise<Identity> {
  const { port, dataDir, describe, logins } = options
  const file = dataDir === undefined ? undefined : join(dataDir, 'identity.json')
  const kept = await readKept(file)
  const server = new OAuth2Server()
  const given = kept?.key ?? options.key
  let key = given ? await server.issuer.keys.add(given) : await server.issuer.keys.generate('RS256')
  await listen(server, port === 0 && kept ? [kept.port, 0] : [port])
  answerUserinfo(server, () => key)
  if (logins) addLoginPage(server, logins)
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
