import { buildSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { AccessMap } from '../request/access.ts'
import { collectKeeping, keepingOf, type KeepingMap } from './cache-policy.ts'

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
const keeping = {
  'Query.ping': 'never',
  'Query.listings': 'seconds',
  'Query.themes': 'minutes',
  'Listing.isMine': 'viewer',
} satisfies KeepingMap

describe('keeping maps', () => {
  it('are put together from the nouns', () => {
    expect(collectKeeping(schema, [{ access }, { access: {}, keeping }])).toEqual(keeping)
  })

  it.each([
    ['a public query without an entry', { 'Query.themes': 'minute' }, /Query\.ping has no entry/],
    ['a field that is not there', { ...keeping, 'Listing.gone': 'viewer' }, /Listing\.gone, which does not/],
    ['a type that is not there', { ...keeping, 'Gone.id': 'viewer' }, /Gone\.id, which does not/],
    ['a query of known callers', { ...keeping, 'Query.mine': 'minute' }, /only public queries/],
    ['a mutation', { ...keeping, 'Mutation.like': 'never' }, /only public queries/],
    ['a time for a field of an object', { ...keeping, 'Listing.id': 'minute' }, /can only be 'viewer'/],
  ] as [string, KeepingMap, RegExp][])('stop the server at start over %s', (_, wrong, message) => {
    expect(() => collectKeeping(schema, [{ access, keeping: wrong }])).toThrow(message)
  })
})

describe('a document', () => {
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
  ])('%s is kept as the strictest of its fields: %s', (text, kept) => {
    expect(keepingOf(parse(text), schema, keeping)).toBe(kept)
  })
})
