import { createHmac, createPublicKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { loadConfig } from '@pauta/platform/config/config'
import { openServiceAccounts } from '@pauta/people/tokens/service-accounts'
import type { Access } from '@pauta/functions/graphql/request/access'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { modules } from '@pauta/functions/graphql/schema/modules'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Answer, type Client } from '../kit/client/client.ts'
import { followEvents, generate } from '../kit/client/event-stream.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson, publish } from '../kit/rows/people.ts'
import { makeAlert, makeScene, type Scene } from '../kit/rows/scenes.ts'
import { listRootFields, type RootField } from '../kit/client/root-fields.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle({ uniqueId: ARTICLE_ID })])
})

const INTERNAL = '{ newsById(uniqueId: "nenhuma") { uniqueId } }'
const AUDIENCE = 'pauta-internal'
const ARTICLE_ID = 'vacina_000000'
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

/** A token signed with a key that is not the issuer's. */
function forge(kid: string): string {
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(goodClaims())}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(stranger.privateKey).toString('base64url')}`
}

/** Signs with the public key as if it were a shared secret, which is a known attack. */
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

type Identity = 'anonymous' | 'author' | 'subscriber' | 'stranger' | 'listed' | 'unlisted'

interface Caller {
  /** The identity that the service should see in this caller. */
  counts: Identity
  token: (scene: Scene) => string | undefined | Promise<string | undefined>
}

/** A caller with this token. */
const bearer = (counts: Identity, token: () => Promise<string | undefined>): Caller => ({ counts, token })
const user = (claims: Record<string, unknown> = {}) =>
  stack.stack.token({ sub: uniqueName('leitora'), ...claims })
const service = (claims: Record<string, unknown> = {}) => stack.stack.serviceToken(claims)
/** Claims that are accepted for users when their issuer has signed them. */
const userClaims = () => ({ ...goodClaims(), iss: stack.stack.userIssuer, aud: 'portal' })

/** Every kind of caller. */
const CALLERS: Record<string, Caller> = {
  anonymous: bearer('anonymous', async () => undefined),
  author: { counts: 'author', token: ({ author }) => author.token },
  subscriber: { counts: 'subscriber', token: ({ subscriber }) => subscriber.token },
  user: bearer('stranger', () => user()),
  'other user, an author too': {
    counts: 'stranger',
    async token() {
      const other = await newPerson(stack)
      await publish(other, await createClipping(other))
      return other.token
    },
  },
  'service, listed by e-mail': bearer('listed', () => service()),
  'service, unlisted': bearer('unlisted', () => service({ sub: 'outra', email: 'outra@pauta.local' })),
  'user, expired': bearer('anonymous', () => user({ exp: nowSeconds() - 61 })),
  'user, wrong issuer': bearer('anonymous', () => user({ iss: 'https://other.example' })),
  'user, wrong audience': bearer('anonymous', () => user({ aud: AUDIENCE })),
  'user, alg:none': bearer('anonymous', async () => `${part({ alg: 'none' })}.${part(userClaims())}.`),
  'user, by the issuer of services': bearer('anonymous', () => service(userClaims())),
  'service, expired': bearer('anonymous', () =>
    service({ exp: nowSeconds() - 61, iat: nowSeconds() - 3600 }),
  ),
  'service, not valid yet': bearer('anonymous', () => service({ nbf: nowSeconds() + 120 })),
  'service, never expiring': bearer('anonymous', () => service({ exp: undefined })),
  'service, wrong issuer': bearer('anonymous', () => service({ iss: 'https://other.example' })),
  'service, wrong audience': bearer('anonymous', () => service({ aud: 'portal' })),
  'service, no audience': bearer('anonymous', () => service({ aud: undefined })),
  'service, alg:none': bearer('anonymous', async () => `${part({ alg: 'none' })}.${part(goodClaims())}.`),
  'service, alg:none with the kid and a signature': bearer(
    'anonymous',
    async () => `${part({ alg: 'none', kid: (await issuerKey()).kid })}.${part(goodClaims())}.${part('x')}`,
  ),
  'service, HS256 with the public key': bearer('anonymous', async () => signWithPublicKey(await issuerKey())),
  "service, another key under the issuer's kid": bearer('anonymous', async () =>
    forge((await issuerKey()).kid),
  ),
  'service, an unknown kid': bearer('anonymous', async () => forge('unknown')),
  'service, claims changed after signing': bearer('anonymous', async () =>
    tamper(await service({ email: 'outra@pauta.local', sub: 'outra' })),
  ),
  'service, by the issuer of users': bearer('anonymous', () => user(goodClaims())),
  'user, with the claims of a service': bearer('stranger', () =>
    user({ aud: [AUDIENCE, 'portal'], email: LISTED, email_verified: true }),
  ),
  garbage: bearer('anonymous', async () => 'lixo.lixo.lixo'),
}

const isUser = (identity: Identity) => ['author', 'subscriber', 'stranger'].includes(identity)

/** Returns the code with which the guard of a field refuses; undefined when the caller passes. */
function refusalOf(access: Access, identity: Identity): string | undefined {
  if (access === 'public') return undefined
  if (identity === 'anonymous') return 'UNAUTHENTICATED'
  if (isUser(identity)) return access === 'user' ? undefined : 'FORBIDDEN'
  if (access === 'service') return identity === 'listed' ? undefined : 'FORBIDDEN'
  return identity === 'listed' ? 'FORBIDDEN' : 'UNAUTHENTICATED'
}

const AUTHOR_ONLY = { subscriber: 'FORBIDDEN', stranger: 'FORBIDDEN' }
const OUTSIDERS = ['anonymous', 'stranger', 'listed', 'unlisted'] as const
const forOutsiders = (outcome: string) => Object.fromEntries(OUTSIDERS.map((who) => [who, outcome]))
/**
 * The answers behind the guard, for a private clipping and a listing that are not the caller's: a code, null or an
 * empty list. Callers that are not in the table are served.
 */
const OF_OTHERS: Record<string, Partial<Record<Identity, string>>> = {
  'Query.clipping': forOutsiders('null'),
  'Query.release': forOutsiders('null'),
  'Query.releaseArticles': forOutsiders('empty'),
  'Query.releaseChanges': forOutsiders('empty'),
  'Mutation.updateClipping': AUTHOR_ONLY,
  'Mutation.setClippingActive': AUTHOR_ONLY,
  'Mutation.deleteClipping': AUTHOR_ONLY,
  'Mutation.sendClipping': AUTHOR_ONLY,
  'Mutation.renewReleaseAddresses': AUTHOR_ONLY,
  'Mutation.publishToMarketplace': AUTHOR_ONLY,
  'Mutation.unpublishFromMarketplace': AUTHOR_ONLY,
  // A private clipping accepts no new subscriber, and the answer does not reveal whether it exists.
  'Mutation.subscribeToClipping': { subscriber: 'NOT_FOUND', stranger: 'NOT_FOUND' },
  'Mutation.updateMySubscription': { stranger: 'null' },
}

/** Fields that answer null to everyone here: no such entity, no news to preview, and no alert after the only one ended. */
const NULL_FOR_ALL = new Set([
  'Query.entity',
  'Query.policyDetails',
  'Query.clippingMailPreview',
  'Mutation.cancelAlert',
])

/** Returns the expected outcome: a code, `null`, `empty` or `served`. */
function outcomeOf(name: string, access: Access, identity: Identity): string {
  const refused = refusalOf(access, identity)
  if (refused !== undefined) return refused
  return OF_OTHERS[name]?.[identity] ?? (NULL_FOR_ALL.has(name) ? 'null' : 'served')
}

/**
 * Returns the actual outcome in the same words. An empty list counts as served when no caller should get an empty
 * one.
 */
function describeOutcome(name: string, answer: unknown, errors: Answer<unknown>['errors']): string {
  if (errors.length > 0) return errors.map((error) => String(error.extensions['code'])).join(' ')
  if (answer === null) return 'null'
  const isTold = Object.values(OF_OTHERS[name] ?? {}).includes('empty')
  return isTold && Array.isArray(answer) && answer.length === 0 ? 'empty' : 'served'
}

const access: Record<string, Access> = Object.assign({}, ...modules.map((module) => module.access))
const schema = makeSchema()

/** More in one document could exceed the price limit of an operation. */
const FIELDS_AT_ONCE = 12
/** Mutations that take away what later ones need. */
const DESTROYING = new Set([
  'Mutation.deleteClipping',
  'Mutation.unsubscribeFromClipping',
  'Mutation.unpublishFromMarketplace',
])

interface Outcome {
  name: string
  status: number
  outcome: string | undefined
}

/** Asks several fields of Query or of Mutation in one operation. Returns their outcomes. */
async function askTogether(caller: Client, fields: readonly RootField[]): Promise<Outcome[]> {
  const [type = ''] = fields[0]?.name.toLowerCase().split('.') ?? []
  const answers = fields.map(({ name, call }, at) => ({ name, call, alias: `answer${at}` }))
  const operation = `${type} { ${answers.map(({ alias, call }) => `${alias}: ${call}`).join(' ')} }`
  const { status, data, errors } = await caller.ask<Record<string, unknown> | null>(operation)
  return answers.map(({ name, alias }) => {
    const own = errors.filter(({ path }) => path === undefined || path[0] === alias)
    return { name, status, outcome: describeOutcome(name, data?.[alias] ?? null, own) }
  })
}

describe('every root field for every caller', () => {
  let common: Scene
  beforeAll(async () => {
    common = await makeScene(stack, ARTICLE_ID)
  })

  it.each(Object.entries(CALLERS))('%s', async (_, { counts, token }) => {
    // Callers that are no users may change nothing of a scene but its alert.
    const renew = async () =>
      isUser(counts) ? await makeScene(stack, ARTICLE_ID) : { ...common, ...(await makeAlert(stack.db)) }
    let scene = await renew()
    let caller = as(await token(scene))
    const fields = listRootFields(schema, scene)
    expect(fields.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(access)
        .filter((name) => !name.startsWith('Subscription.'))
        .sort(),
    )
    const expected = new Map(
      fields.map(({ name }) => [name, outcomeOf(name, access[name] ?? 'public', counts)]),
    )
    const expectOutcomes = async (asked: readonly RootField[]) =>
      expect(await askTogether(caller, asked)).toEqual(
        asked.map(({ name }) => ({ name, status: 200, outcome: expected.get(name) })),
      )
    // A refusal of a field that is never null hides the other fields of its operation.
    const together = fields.filter(
      ({ name }) => name.startsWith('Query.') && /^(?:served|null|empty)$/.test(expected.get(name) ?? ''),
    )
    for (let start = 0; start < together.length; start += FIELDS_AT_ONCE)
      await expectOutcomes(together.slice(start, start + FIELDS_AT_ONCE))
    for (const { name } of fields.filter((field) => !together.includes(field))) {
      await expectOutcomes(listRootFields(schema, scene).filter((field) => field.name === name))
      if (!DESTROYING.has(name) || expected.get(name) !== 'served') continue
      scene = await renew()
      caller = as(await token(scene))
    }
  })
})

describe('every subscription for every caller', () => {
  const subscriptions = Object.entries(access).filter(([name]) => name.startsWith('Subscription.'))
  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene(stack, ARTICLE_ID)
  })

  it('is one of those that this test covers', () => {
    const fields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {})
    expect(subscriptions.map(([name]) => name).sort()).toEqual(
      fields.map((field) => `Subscription.${field}`).sort(),
    )
    expect(fields.toSorted()).toEqual(['articleEvents', 'generateRecortes'])
  })

  it.each(Object.entries(CALLERS))('%s', async (_, { counts, token }) => {
    const told = await generate(`${stack.stack.graphqlUrl}/stream`, await token(scene), 'vacina')
    const refused = refusalOf(access['Subscription.generateRecortes'] ?? 'public', counts)
    expect(told.codes).toEqual(refused === undefined ? [] : [refused])
    expect(told.events.length > 0).toBe(refused === undefined)
    // Answers a caller who may follow with what is wrong in the request, and starts nothing.
    const followed = await followEvents(`${stack.stack.graphqlUrl}/stream`, await token(scene), {
      since: 'ontem',
    })
    expect(followed.codes).toEqual([
      refusalOf(access['Subscription.articleEvents'] ?? 'public', counts) ?? 'BAD_USER_INPUT',
    ])
  })
})

describe('a service account', () => {
  it('may be listed by its subject, or by its address in any case', async () => {
    expect(await as(await stack.stack.serviceToken({ email: 'Worker@Pauta.Local' })).codes(INTERNAL)).toEqual(
      [],
    )
    expect(
      await as(await stack.stack.serviceToken({ sub: LISTED, email: undefined })).codes(INTERNAL),
    ).toEqual([])
  })

  it('is not listed by an address that only looks like a listed one', async () => {
    const token = await stack.stack.serviceToken({ email: 'wor\u212Aer@pauta.local' })
    expect(await as(token).codes(INTERNAL)).toEqual(['FORBIDDEN'])
  })

  it('is not listed by an address that its issuer has not verified', async () => {
    const token = await stack.stack.serviceToken({ email_verified: false })
    expect(await as(token).codes(INTERNAL)).toEqual(['FORBIDDEN'])
  })

  it('is accepted up to a minute after its token expired, because clocks differ', async () => {
    const token = await stack.stack.serviceToken({ exp: nowSeconds() - 30 })
    expect(await as(token).codes(INTERNAL)).toEqual([])
  })
})

describe('a stage', () => {
  it('without an allowlist accepts no service account', async () => {
    const accounts = openServiceAccounts({ ...loadConfig('serviceIdentity').serviceIdentity, allowlist: [] })
    expect(await accounts.find(await stack.stack.serviceToken())).toMatchObject({ listed: false })
  })

  it('without an issuer accepts no service account', async () => {
    const accounts = openServiceAccounts({
      issuer: '',
      audience: '',
      jwksUri: '',
      allowlist: [LISTED],
      role: '',
      roleClaim: '',
    })
    expect(accounts.issuer).toBeUndefined()
    expect(await accounts.find(await stack.stack.serviceToken())).toBeUndefined()
  })

  it.each([
    ['a list in an object', 'realm_access.roles', { realm_access: { roles: ['outro', 'operacao'] } }, true],
    [
      'a list under an address',
      'https://exemplo.gov.br/roles',
      { 'https://exemplo.gov.br/roles': ['operacao'] },
      true,
    ],
    ['a text', 'role', { role: 'operacao' }, true],
    ['a longer text', 'role', { role: 'operacao2' }, false],
    ['another role', 'realm_access.roles', { realm_access: { roles: ['outro'] } }, false],
    ['no object', 'realm_access.roles', { realm_access: 'operacao' }, false],
    ['no claim', 'realm_access.roles', {}, false],
  ])('lists an account by a role in %s', async (_, roleClaim, claims, listed) => {
    const config = loadConfig('serviceIdentity').serviceIdentity
    const accounts = openServiceAccounts({ ...config, allowlist: [], role: 'operacao', roleClaim })
    expect(await accounts.find(await stack.stack.serviceToken(claims))).toMatchObject({ listed })
  })

  it('logs an account as a constant hash, without its address', async () => {
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
  it('are cached: tokens are verified while the issuer is down, and an unknown key is no outage', async () => {
    await as(await stack.stack.serviceToken()).query(INTERNAL)
    stack.gates.serviceIssuer.close()
    try {
      await as(await stack.stack.serviceToken()).query(INTERNAL)
      expect(await as(undefined).codes(INTERNAL)).toEqual(['UNAUTHENTICATED'])
    } finally {
      stack.gates.serviceIssuer.open()
    }
  })
})
