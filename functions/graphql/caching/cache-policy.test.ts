import { buildASTSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { AccessMap } from '../request/access.ts'
import { cachePlugin, collectCachePolicies, cachePolicyOf } from './cache-policy.ts'

/** The directives are not defined here, as in the served schema. */
const build = (listing = '', root = '', others = '') =>
  buildASTSchema(
    parse(`
      type Listing { id: ID! ${listing} isMine: Boolean @cacheControl(scope: PRIVATE) }
      type Query {
        ping: String @cacheControl(maxAge: 0)
        listings: [Listing] @cacheControl(maxAge: 10)
        themes: [String] @cacheControl(maxAge: 300)
        mine: [Listing]
        ${root}
      }
      type Mutation { like: Listing }
      ${others}`),
    { assumeValid: true },
  )
const schema = build()
const access: AccessMap = {
  'Query.ping': 'public',
  'Query.listings': 'public',
  'Query.themes': 'public',
  'Query.mine': 'user',
  'Mutation.like': 'user',
}
const cachePolicies = collectCachePolicies(schema, [{ access }])

describe('collectCachePolicies', () => {
  it('reads the policies from the directives of the schema', () => {
    expect(Object.fromEntries(cachePolicies)).toEqual({
      'Query.ping': 0,
      'Query.listings': 10,
      'Query.themes': 300,
      'Listing.isMine': 'viewer',
    })
  })

  it('needs no policy for a public mutation, whose answers are never stored', () => {
    const open: AccessMap = { ...access, 'Mutation.like': 'public' }
    expect(collectCachePolicies(schema, [{ access: open }])).toEqual(cachePolicies)
  })

  it.each([
    ['a public query without a policy', build('', 'open: Int'), /Query\.open has no cache policy/],
    [
      'a query that needs an identity',
      build('', 'own: Int @cacheControl(maxAge: 60)'),
      /only answers of public queries/,
    ],
    [
      'a mutation',
      build('', '', 'extend type Mutation { clear: Int @cacheControl(scope: PRIVATE) }'),
      /Mutation\.clear has a cache policy/,
    ],
    [
      'a subscription',
      build('', '', 'type Subscription { news: Int @cacheControl(scope: PRIVATE) }'),
      /Subscription\.news has a cache policy/,
    ],
    ['a time for a field of an object', build('name: ID @cacheControl(maxAge: 60)'), /scope: PRIVATE/],
  ])('throws for %s', (_, wrong, message) => {
    const more: AccessMap = { ...access, 'Query.open': 'public', 'Query.own': 'user' }
    expect(() => collectCachePolicies(wrong, [{ access: more }])).toThrow(message)
  })
})

describe('cachePolicyOf', () => {
  it.each([
    ['{ themes }', 300],
    ['{ themes listings { id } }', 10],
    ['{ themes ping }', 0],
    ['{ themes listings { id isMine } ping }', 'viewer'],
    ['{ a: listings { b: isMine } }', 'viewer'],
    ['{ listings { ...L } } fragment L on Listing { ... on Listing { isMine } }', 'viewer'],
    ['{ ...Q } fragment Q on Query { themes }', 300],
    ['{ themes @skip(if: true) listings { isMine @include(if: false) } }', 'viewer'],
    ['{ mine { id } }', 0],
    ['{ themes mine { id } }', 0],
    ['{ __schema { queryType { name } } themes }', 0],
    ['{ __typename themes }', 300],
    ['{ __typename }', 0],
    ['mutation { like { id } }', 0],
    ['query A { themes } query B { ping }', 0],
  ])('returns the strictest policy of the fields of %s: %s', (text, kept) => {
    expect(cachePolicyOf(parse(text), schema, cachePolicies)).toBe(kept)
  })
})

describe('the header of an answer', () => {
  const stored = {
    method: 'GET',
    header: 'accept',
    text: '{ themes }',
    kind: 'single',
    errors: 0,
    warnings: 0,
  }

  /** Returns `cache-control` as the plugin sets it. */
  async function headerOf(
    answer: Omit<typeof stored, 'text'> & { text: string | undefined },
  ): Promise<string> {
    const headers = new Map<string, string>()
    const listener = await cachePlugin(schema, cachePolicies).requestDidStart?.({} as never)
    await listener?.willSendResponse?.({
      request: { http: { method: answer.method, headers: new Map([[answer.header, 'x']]) } },
      document: answer.text === undefined ? undefined : parse(answer.text),
      response: {
        http: { headers },
        body: { kind: answer.kind, singleResult: { errors: answer.errors > 0 ? [{}] : undefined } },
      },
      contextValue: { warnings: Array.from({ length: answer.warnings }, () => 'x') },
    } as never)
    return headers.get('cache-control') ?? ''
  }

  it('allows to store a whole answer that does not depend on who asks', async () => {
    expect(await headerOf(stored)).toContain('s-maxage=300')
  })

  it.each([
    { method: 'POST' },
    { header: 'authorization' },
    { kind: 'incremental' },
    { errors: 1 },
    { warnings: 1 },
    { text: undefined },
    { text: '{ listings { isMine } }' },
    { text: '{ ping }' },
  ])('forbids it with %j', async (difference) => {
    expect(await headerOf({ ...stored, ...difference })).toContain('no-store')
  })
})
