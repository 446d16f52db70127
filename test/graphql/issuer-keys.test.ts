import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { startGate, type Gate } from '../kit/relays/gate.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let gates: { userIssuer: Gate; serviceIssuer: Gate }

// A stack of its own: the function of a shared one has fetched the keys before.
beforeAll(async () => {
  gates = { userIssuer: await startGate(), serviceIssuer: await startGate() }
  stack = await startTestStack({ gates })
})
afterAll(async () => {
  await stack.stop()
  await Promise.all([gates.userIssuer.stop(), gates.serviceIssuer.stop()])
})

/** Refuses users with FORBIDDEN and callers without an identity with UNAUTHENTICATED. */
const INTERNAL = '{ newsById(uniqueId: "nenhuma") { uniqueId } }'
const as = (token: string | undefined) => makeClient(stack.stack.graphqlUrl, token)
const refusal = async (token: string) => (await as(token).codes(INTERNAL))[0]

/** The stored profiles of the people with these subjects, in the order of their creation. */
const people = (...subjects: string[]) => stack.db`
  select distinct u.id, u.name, u.email, u.email_verified
  from users u join identities i on i.user_id = u.id where i.subject = any(${subjects}) order by u.id`

// These tests come first, while the function has no keys yet.
describe('an issuer that was never reachable', () => {
  it('of users is an outage only for its own tokens on guarded fields', async () => {
    const sub = uniqueName('cedo')
    const client = as(await stack.stack.token({ sub }))
    gates.userIssuer.close()
    try {
      const { status, errors } = await client.ask(INTERNAL)
      expect(status).toBe(200)
      expect(errors.map((error) => error.extensions)).toEqual([
        { code: 'SERVICE_UNAVAILABLE', dependency: 'identity' },
      ])
      expect(await client.query('{ ping }')).toEqual({ ping: 'pong' })
    } finally {
      gates.userIssuer.open()
    }
    expect(await people(sub)).toEqual([])
    expect(await client.codes(INTERNAL)).toEqual(['FORBIDDEN'])
    expect(await people(sub)).toHaveLength(1)
  })

  it('of services is an outage for its own tokens on guarded fields, and for no other caller', async () => {
    gates.serviceIssuer.close()
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
      expect(await refusal(await stack.stack.token({ sub: 'leitora' }))).toBe('FORBIDDEN')
    } finally {
      gates.serviceIssuer.open()
    }
    expect(await as(await stack.stack.serviceToken()).codes(INTERNAL)).toEqual([])
  })
})

describe('the keys of an issuer', () => {
  it('are cached: new people without all claims are known while the issuer is down', async () => {
    const sub = uniqueName('sem-emissor')
    const token = await stack.stack.token({ sub, name: 'Sem Emissor' })
    gates.userIssuer.close()
    try {
      expect(await refusal(token)).toBe('FORBIDDEN')
    } finally {
      gates.userIssuer.open()
    }
    expect(await people(sub)).toMatchObject([{ name: 'Sem Emissor', email: null, emailVerified: false }])
  })

  it('may change: a token with a new key is accepted at once, and so is one with the old key', async () => {
    const [before, after] = [uniqueName('antes'), uniqueName('depois')]
    const old = await stack.stack.token({ sub: before })
    await stack.stack.rotateUserKey()
    expect(await refusal(await stack.stack.token({ sub: after }))).toBe('FORBIDDEN')
    expect(await refusal(old)).toBe('FORBIDDEN')
    expect(await people(before, after)).toHaveLength(2)
    const response = await fetch(`${stack.stack.userIssuer}/jwks`)
    expect(((await response.json()) as { keys: unknown[] }).keys).toHaveLength(2)
  })
})
