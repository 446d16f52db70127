import { createHmac, createPublicKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { loadConfig } from '@pauta/core/config'
import { openServiceAccounts } from '@pauta/core/identity/service-accounts'
import type { Access } from '@pauta/functions/graphql/access'
import { modules } from '@pauta/functions/graphql/schema/modules'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../support/client.ts'
import { startGate, type Gate } from '../support/gate.ts'
import { listRootFields } from '../support/root-fields.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let gate: Gate

beforeAll(async () => {
  gate = await startGate()
  stack = await startTestStack({ gates: { serviceIssuer: gate } })
})
afterAll(async () => {
  await stack.stop()
  await gate.stop()
})

const INTERNAL = '{ newsById(uniqueId: "nenhuma") { uniqueId } }'
const AUDIENCE = 'pauta-internal'
const LISTED = 'worker@pauta.local'

const as = (token: string | undefined) => makeClient(stack.stack.graphqlUrl, token)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The claims that open the internal surface when the issuer has signed them. */
const goodClaims = () => ({
  iss: stack.stack.serviceIssuer,
  aud: AUDIENCE,
  sub: 'worker',
  email: LISTED,
  iat: nowSeconds(),
  exp: nowSeconds() + 600,
})

async function issuerKey(): Promise<JsonWebKey & { kid: string }> {
  const response = await fetch(`${stack.stack.serviceIssuer}/jwks`)
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const [key] = keys
  if (!key) throw new Error('The issuer has no key')
  return key
}

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A token that a stranger signs with a key of their own. */
function forge(kid: string): string {
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(goodClaims())}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(stranger.privateKey).toString('base64url')}`
}

/** The trick of signing with the public key as if it were a shared secret. */
function signWithPublicKey(key: JsonWebKey & { kid: string }): string {
  const secret = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: key.kid })}.${part(goodClaims())}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** Changes the claims and leaves the signature. */
function tamper(token: string): string {
  const [header = '', , signature = ''] = token.split('.')
  return `${header}.${part({ ...goodClaims(), email: LISTED })}.${signature}`
}

type Identity = 'anonymous' | 'user' | 'listed' | 'unlisted'

/** Every kind of caller: the token that it sends and as whom it counts. */
const CALLERS: Record<string, { counts: Identity; token: () => Promise<string | undefined> }> = {
  anonymous: { counts: 'anonymous', token: async () => undefined },
  user: { counts: 'user', token: () => stack.stack.token({ sub: 'leitora', aud: 'portal' }) },
  'service, listed by e-mail': { counts: 'listed', token: () => stack.stack.serviceToken() },
  'service, unlisted': {
    counts: 'unlisted',
    token: () => stack.stack.serviceToken({ sub: 'outra', email: 'outra@pauta.local' }),
  },
  expired: {
    counts: 'anonymous',
    token: () => stack.stack.serviceToken({ exp: nowSeconds() - 61, iat: nowSeconds() - 3600 }),
  },
  'not valid yet': {
    counts: 'anonymous',
    token: () => stack.stack.serviceToken({ nbf: nowSeconds() + 120 }),
  },
  'never expiring': {
    counts: 'anonymous',
    token: () => stack.stack.serviceToken({ exp: undefined }),
  },
  'wrong issuer': {
    counts: 'anonymous',
    token: () => stack.stack.serviceToken({ iss: 'https://other.example' }),
  },
  'wrong audience': { counts: 'anonymous', token: () => stack.stack.serviceToken({ aud: 'portal' }) },
  'no audience': { counts: 'anonymous', token: () => stack.stack.serviceToken({ aud: undefined }) },
  'alg:none': { counts: 'anonymous', token: async () => `${part({ alg: 'none' })}.${part(goodClaims())}.` },
  'alg:none with the kid and a signature': {
    counts: 'anonymous',
    token: async () =>
      `${part({ alg: 'none', kid: (await issuerKey()).kid })}.${part(goodClaims())}.${part('x')}`,
  },
  'HS256 with the public key': {
    counts: 'anonymous',
    token: async () => signWithPublicKey(await issuerKey()),
  },
  "a stranger's key under the issuer's kid": {
    counts: 'anonymous',
    token: async () => forge((await issuerKey()).kid),
  },
  'an unknown kid': { counts: 'anonymous', token: async () => forge('unknown') },
  'claims changed after signing': {
    counts: 'anonymous',
    token: async () => tamper(await stack.stack.serviceToken({ email: 'outra@pauta.local', sub: 'outra' })),
  },
  'of users, with the claims of a service': {
    counts: 'user',
    token: () => stack.stack.token({ aud: AUDIENCE, sub: 'worker', email: LISTED, email_verified: true }),
  },
  garbage: { counts: 'anonymous', token: async () => 'lixo.lixo.lixo' },
}

/** How the guard of a field may answer: codes of refusals, undefined for letting through. */
function acceptable(access: Access, identity: Identity): (string | undefined)[] {
  if (access === 'public') return [undefined]
  if (identity === 'anonymous') return ['UNAUTHENTICATED']
  if (identity === 'user') return [access === 'user' ? undefined : 'FORBIDDEN']
  if (access === 'service') return [identity === 'listed' ? undefined : 'FORBIDDEN']
  return [identity === 'listed' ? 'FORBIDDEN' : 'UNAUTHENTICATED']
}

const REFUSALS = new Set<unknown>(['UNAUTHENTICATED', 'FORBIDDEN'])

// First of all, while the function has no keys yet.
describe('an issuer that was never reached', () => {
  it('is an outage for its own tokens on guarded fields, and for nobody else', async () => {
    gate.close()
    try {
      const service = as(await stack.stack.serviceToken())
      const { status, errors } = await service.ask(INTERNAL)
      expect(status).toBe(200)
      expect(errors.map((error) => error.extensions)).toEqual([
        { code: 'SERVICE_UNAVAILABLE', dependency: 'identity' },
      ])
      expect(await service.query('{ ping }')).toEqual({ ping: 'pong' })
      for (const token of [undefined, 'lixo.lixo.lixo'])
        expect(await as(token).codes(INTERNAL)).toEqual(['UNAUTHENTICATED'])
      expect(await as(await stack.stack.token({ sub: 'leitora' })).codes(INTERNAL)).toEqual(['FORBIDDEN'])
    } finally {
      gate.open()
    }
    expect(await as(await stack.stack.serviceToken()).codes(INTERNAL)).toEqual([])
  })
})

describe('every root field for every caller', async () => {
  const access: Record<string, Access> = Object.assign({}, ...modules.map((module) => module.access))

  it.each(Object.entries(CALLERS))('%s', async (_, { counts, token }) => {
    const client = as(await token())
    const introspection = await client.query<IntrospectionQuery>(getIntrospectionQuery())
    const fields = listRootFields(buildClientSchema(introspection))
    expect(fields.map(({ name }) => name).sort()).toEqual(
      Object.keys(access)
        .filter((name) => !name.startsWith('Subscription.'))
        .sort(),
    )
    for (const { name, operation } of fields) {
      const { status, errors } = await client.ask(operation)
      const codes = errors.map((error) => error.extensions['code'])
      const refusal = codes.find((code) => REFUSALS.has(code))
      expect({ name, status, internal: codes.includes('INTERNAL') }).toEqual({
        name,
        status: 200,
        internal: false,
      })
      const fits = acceptable(access[name] ?? 'public', counts).includes(refusal as string | undefined)
      expect({ name, refusal, fits }).toEqual({ name, refusal, fits: true })
    }
  })
})

describe('a service account', () => {
  it('may be listed by its subject alone, and by its address in any case of letters', async () => {
    expect(await as(await stack.stack.serviceToken({ email: 'Worker@Pauta.Local' })).codes(INTERNAL)).toEqual(
      [],
    )
    expect(
      await as(await stack.stack.serviceToken({ sub: LISTED, email: undefined })).codes(INTERNAL),
    ).toEqual([])
  })

  it('is not listed by an address that its issuer calls unproved', async () => {
    const token = await stack.stack.serviceToken({ email_verified: false })
    expect(await as(token).codes(INTERNAL)).toEqual(['FORBIDDEN'])
  })

  it('is still let in a minute after its token has ended, as clocks differ', async () => {
    const token = await stack.stack.serviceToken({ exp: nowSeconds() - 30 })
    expect(await as(token).codes(INTERNAL)).toEqual([])
  })
})

describe('a stage', () => {
  it('without an allowlist lets nobody in', async () => {
    const accounts = openServiceAccounts({ ...loadConfig('serviceIdentity').serviceIdentity, allowlist: [] })
    expect(await accounts.find(await stack.stack.serviceToken())).toMatchObject({ listed: false })
  })

  it('without an issuer knows no service account', async () => {
    const accounts = openServiceAccounts({ issuer: '', audience: '', jwksUri: '', allowlist: [LISTED] })
    expect(accounts.issuer).toBeUndefined()
    expect(await accounts.find(await stack.stack.serviceToken())).toBeUndefined()
  })

  it('names an account in its logs by a hash, the same one each time, and no address', async () => {
    const accounts = openServiceAccounts(loadConfig('serviceIdentity').serviceIdentity)
    const found = await Promise.all(
      ['worker', 'worker', 'outra'].map(async (sub) =>
        accounts.find(await stack.stack.serviceToken({ sub })),
      ),
    )
    expect(found[0]?.account).toMatch(/^[0-9a-f]{16}$/)
    expect(found[1]).toEqual(found[0])
    expect(found[2]?.account).not.toBe(found[0]?.account)
  })
})

describe('the keys of the issuer', () => {
  it('are kept: tokens are checked while it is away, and an unknown key is no outage', async () => {
    await as(await stack.stack.serviceToken()).query(INTERNAL)
    gate.close()
    try {
      await as(await stack.stack.serviceToken()).query(INTERNAL)
      expect(await as(undefined).codes(INTERNAL)).toEqual(['UNAUTHENTICATED'])
    } finally {
      gate.open()
    }
  })
})
