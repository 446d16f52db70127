import { buildSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { AccessMap } from '../request/access.ts'
import { collectCachePolicies, cachePolicyOf, type CachePolicyMap } from './cache-policy.ts'

const schema = buildSchema(`
  type Listing { id: ID! isMine: Boolean }
  type Query { ping: String listings: [Listing] themes: [String] mine: [Listing] }
  type Mutation { like: Listing }
`)
const access = {
  'Query.ping': 'public',
  'Query.listings': 'public',
  'Query.themes': 'public',
  'Query.mine': 'user',
  'Mutation.like': 'user',
} satisfies AccessMap
const cachePolicies = {
  'Query.ping': 'never',
  'Query.listings': 'seconds',
  'Query.themes': 'minutes',
  'Listing.isMine': 'viewer',
} satisfies CachePolicyMap

describe('collectCachePolicies', () => {
  it('merges the policies of the nouns', () => {
    expect(collectCachePolicies(schema, [{ access }, { access: {}, cachePolicies }])).toEqual(cachePolicies)
  })

  it.each([
    ['a public query without an entry', { 'Query.themes': 'minute' }, /Query\.ping has no cache policy/],
    [
      'a field that is not there',
      { ...cachePolicies, 'Listing.gone': 'viewer' },
      /Listing\.gone, which does not/,
    ],
    ['a type that is not there', { ...cachePolicies, 'Gone.id': 'viewer' }, /Gone\.id, which does not/],
    [
      'a query that needs an identity',
      { ...cachePolicies, 'Query.mine': 'minute' },
      /only answers of public queries/,
    ],
    ['a mutation', { ...cachePolicies, 'Mutation.like': 'never' }, /only answers of public queries/],
    ['a time for a field of an object', { ...cachePolicies, 'Listing.id': 'minute' }, /can only be 'viewer'/],
  ] as [string, CachePolicyMap, RegExp][])('throws for %s', (_, wrong, message) => {
    expect(() => collectCachePolicies(schema, [{ access, cachePolicies: wrong }])).toThrow(message)
  })
})

describe('cachePolicyOf', () => {
  it.each([
    ['{ themes }', 'minutes'],
    ['{ themes listings { id } }', 'seconds'],
    ['{ themes ping }', 'never'],
    ['{ themes listings { id isMine } ping }', 'viewer'],
    ['{ a: listings { b: isMine } }', 'viewer'],
    ['{ listings { ...L } } fragment L on Listing { ... on Listing { isMine } }', 'viewer'],
    ['{ ...Q } fragment Q on Query { themes }', 'minutes'],
    ['{ themes @skip(if: true) listings { isMine @include(if: false) } }', 'viewer'],
    ['{ mine { id } }', 'never'],
    ['{ themes mine { id } }', 'never'],
    ['{ __schema { queryType { name } } themes }', 'never'],
    ['{ __typename themes }', 'minutes'],
    ['{ __typename }', 'never'],
    ['mutation { like { id } }', 'never'],
    ['query A { themes } query B { ping }', 'never'],
  ])('returns the strictest policy of the fields of %s: %s', (text, kept) => {
    expect(cachePolicyOf(parse(text), schema, cachePolicies)).toBe(kept)
  })
})
