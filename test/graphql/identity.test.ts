import { createHmac, createPublicKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await shareTestStack()
})

/** Refuses users with FORBIDDEN and all other callers with UNAUTHENTICATED. */
const INTERNAL = '{ newsById(uniqueId: "nenhuma") { uniqueId } }'
const as = (token: string | undefined) => makeClient(stack.stack.graphqlUrl, token)
const refusal = async (token: string) => (await as(token).codes(INTERNAL))[0]
const nowSeconds = () => Math.floor(Date.now() / 1000)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The stored profiles of the people with these subjects, in the order of their creation. */
const people = (...subjects: string[]) => stack.db`
  select distinct u.id, u.name, u.username, u.email, u.email_verified
  from users u join identities i on i.user_id = u.id where i.subject = any(${subjects}) order by u.id`

const claimsOf = (sub: string) => ({
  iss: stack.stack.userIssuer,
  aud: 'portal',
  sub,
  iat: nowSeconds(),
  exp: nowSeconds() + 600,
})

async function listKeys(): Promise<(JsonWebKey & { kid: string })[]> {
  const response = await fetch(`${stack.stack.userIssuer}/jwks`)
  return ((await response.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys
}

async function firstKey(): Promise<JsonWebKey & { kid: string }> {
  const [key] = await listKeys()
  if (!key) throw new Error('The issuer has no key')
  return key
}

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const forge = (kid: string, sub: string) => {
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claimsOf(sub))}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(stranger.privateKey).toString('base64url')}`
}

describe('a token', () => {
  it.each<[string, (now: number) => Record<string, unknown>]>([
    ['with our audience', () => ({})],
    ['with our audience among others', () => ({ aud: ['account', 'portal'] })],
    [
      'of Cognito, whose access tokens have a client and no audience',
      () => ({ aud: undefined, client_id: 'portal' }),
    ],
    ['of Keycloak, whose audience is another', () => ({ aud: 'account', azp: 'portal' })],
    ['that ended within the last minute, as clocks differ', (now) => ({ exp: now - 30 })],
  ])('%s identifies its user', async (_, claims) => {
    // The longest subject: 255 characters.
    const sub = uniqueName('pessoa').padEnd(255, 'x')
    expect(await refusal(await stack.stack.token({ sub, ...claims(nowSeconds()) }))).toBe('FORBIDDEN')
    expect(await people(sub)).toHaveLength(1)
  })

  it.each<[string, (sub: string) => Promise<string> | string]>([
    ['that has expired', (sub) => stack.stack.token({ sub, exp: nowSeconds() - 61 })],
    ['that never expires', (sub) => stack.stack.token({ sub, exp: undefined })],
    ['that is not valid yet', (sub) => stack.stack.token({ sub, nbf: nowSeconds() + 120 })],
    [
      'for another service',
      (sub) => stack.stack.token({ sub, aud: 'other', client_id: 'other', azp: ['portal'] }),
    ],
    ['for nobody', (sub) => stack.stack.token({ sub, aud: undefined })],
    ['of another issuer', (sub) => stack.stack.token({ sub, iss: 'https://other.example' })],
    ['of the issuer of services in its name', (sub) => stack.stack.serviceToken(claimsOf(sub))],
    ['without a subject', () => stack.stack.token({ sub: undefined })],
    ['with an empty subject', () => stack.stack.token({ sub: '' })],
    ['with a subject that is no text', (sub) => stack.stack.token({ sub: [sub] })],
    ['with a subject that is too long', (sub) => stack.stack.token({ sub: sub.padEnd(256, 'x') })],
    ['with a subject that no row can hold', (sub) => stack.stack.token({ sub: `${sub}\0` })],
    ['with a subject that ends in half a character', (sub) => stack.stack.token({ sub: `${sub}\ud800` })],
    ['with alg none', async (sub) => `${part({ alg: 'none' })}.${part(claimsOf(sub))}.`],
    [
      'with alg none, the key and a signature',
      async (sub) =>
        `${part({ alg: 'none', kid: (await firstKey()).kid })}.${part(claimsOf(sub))}.${part('x')}`,
    ],
    ['without a kid', (sub) => `${part({ alg: 'RS256' })}.${part(claimsOf(sub))}.${part('x')}`],
    ["signed by a stranger under the issuer's kid", async (sub) => forge((await firstKey()).kid, sub)],
    ['signed by a stranger under a kid that the issuer has not', (sub) => forge('unknown', sub)],
    [
      'signed with the public key as a shared secret',
      async (sub) => {
        const key = await firstKey()
        const secret = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
        const signed = `${part({ alg: 'HS256', kid: key.kid })}.${part(claimsOf(sub))}`
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      },
    ],
    [
      'whose claims were changed after signing',
      async (sub) => {
        const [header, , signature] = (await stack.stack.token({ sub: 'outra' })).split('.')
        return `${header}.${part(claimsOf(sub))}.${signature}`
      },
    ],
  ])('%s identifies nobody and creates nobody', async (_, make) => {
    const sub = uniqueName('ninguem')
    const [{ count: before } = { count: -1 }] = await stack.db<{ count: number }[]>`
      select count(*)::int from users`
    const client = as(await make(sub))
    expect(await client.codes(INTERNAL)).toEqual(['UNAUTHENTICATED'])
    expect(await client.query('{ ping }')).toEqual({ ping: 'pong' })
    const [{ count: after } = { count: -2 }] = await stack.db<{ count: number }[]>`
      select count(*)::int from users`
    expect(after).toBe(before)
  })
})

describe('a person', () => {
  it('is created once by many concurrent first requests', async () => {
    const sub = uniqueName('muitas')
    const client = as(await stack.stack.token({ sub, name: 'Muitas' }))
    const codes = await Promise.all(Array.from({ length: 20 }, () => client.codes(INTERNAL)))
    expect(codes).toEqual(Array.from({ length: 20 }, () => ['FORBIDDEN']))
    expect(await people(sub)).toHaveLength(1)
    const named = await stack.db`select 1 from users where name = 'Muitas'`
    expect(named).toHaveLength(1)
  })

  it('costs a transaction at first, nothing within the minute, a read and a write after a change', async () => {
    const sub = uniqueName('conta')
    const claims = { sub, name: 'Conta', email: `${sub}@exemplo.gov.br`, email_verified: true }
    const client = as(await stack.stack.token(claims))
    await as(await stack.stack.token({ sub: uniqueName('antes') })).query('{ ping }')
    const statements = async (asked: typeof client) => {
      stack.gates.database.take()
      await asked.query('{ ping }')
      return stack.gates.database.take().length
    }
    expect(await statements(client)).toBe(8)
    expect(await statements(client)).toBe(0)
    // Another token of the same person with the same claims.
    expect(await statements(as(await stack.stack.token({ ...claims, exp: nowSeconds() + 1234 })))).toBe(0)
    const renamed = as(await stack.stack.token({ ...claims, name: 'Outro nome' }))
    expect(await statements(renamed)).toBe(2)
    expect(await statements(renamed)).toBe(0)
    expect(await people(sub)).toMatchObject([{ name: 'Outro nome', email: `${sub}@exemplo.gov.br` }])
  })
})

describe('mutations of a user', () => {
  const CHANGE = 'updatePushPreferences(preferences: { agencies: ["mec"] })'
  const times = (count: number) => Array.from({ length: count }, (_, i) => `m${i}: ${CHANGE}`).join(' ')
  const limited = expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) })

  it('are sixty a minute, in any number of requests, and the rest is refused until later', async () => {
    const sub = uniqueName('apressada')
    const client = as(await stack.stack.token({ sub }))
    await client.query(`mutation { ${times(30)} }`)
    // A fragment that is spread twice runs once.
    await client.query(
      `mutation { ...some ... on Mutation { ...some } } fragment some on Mutation { ${times(14)} }`,
    )
    await client.query(`mutation { ${times(15)} }`)
    const { status, data, errors } = await client.ask(`mutation { ${times(2)} }`)
    expect({ status, data }).toEqual({ status: 200, data: null })
    expect(errors.map((error) => error.extensions)).toEqual([limited])
    const seconds = errors[0]?.extensions['retryAfterSeconds']
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(errors[0]?.message).toContain(`${String(seconds)} segundos`)
    // Refused mutations are not counted, so one more is allowed.
    expect(await client.codes(`mutation { ${CHANGE} }`)).toEqual([])
    expect(await client.codes(`mutation { ${CHANGE} }`)).toEqual(['RATE_LIMITED'])
    expect(await client.codes('{ pushPreferences { agencies } }')).toEqual([])
    const other = as(await stack.stack.token({ sub: uniqueName('outra') }))
    expect(await other.codes(`mutation { ${CHANGE} }`)).toEqual([])
  })

  it('cost one statement more per operation, and queries none', async () => {
    const client = as(await stack.stack.token({ sub: uniqueName('medida') }))
    const statements = async (document: string) => {
      stack.gates.database.take()
      await client.query(document)
      return stack.gates.database.take().length
    }
    await statements('{ pushPreferences { agencies } }')
    expect(await statements('{ pushPreferences { agencies } }')).toBe(1)
    const one = await statements(`mutation { ${times(1)} }`)
    const ten = await statements(`mutation { ${times(10)} }`)
    expect(ten - 1).toBe(10 * (one - 1))
    expect(one - 1).toBeGreaterThanOrEqual(1)
  })

  it('of services are not counted', async () => {
    const service = as(await stack.stack.serviceToken())
    const call = 'updateTypesenseField(uniqueId: "nenhuma", field: "view_count", value: 1)'
    const document = `mutation { ${Array.from({ length: 30 }, (_, i) => `m${i}: ${call}`).join(' ')} }`
    for (let i = 0; i < 3; i++) expect(await service.codes(document)).toEqual([])
    expect(await stack.db`select 1 from user_actions where count > 60`).toEqual([])
  })

  it('of a person who was erased a moment ago are refused until the next login', async () => {
    const sub = uniqueName('apagada')
    const client = as(await stack.stack.token({ sub }))
    await client.query('{ pushPreferences { agencies } }')
    const [person] = await people(sub)
    await tables.users.remove(stack.db, { id: String(person?.['id']) })
    expect(await client.codes(`mutation { ${CHANGE} }`)).toEqual(['UNAUTHENTICATED'])
  })
})
