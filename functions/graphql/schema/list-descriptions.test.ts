import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  groupArgumentTexts,
  listDescriptions,
  withoutCodes,
  withoutDescriptions,
} from './list-descriptions.ts'

const document = parse(`
  "the directive"
  directive @mark(
    "why (além: TOO_LONG)"
    why: String
    bare: String
  ) on FIELD

  "the root"
  type Query {
    "one article"
    article("its id (senão: BAD_ID)" id: ID!, bare: Int): Article
    plain(bare: Int): Int
  }
  type Article {
    "its title"
    title("form" form: String): String
    bare: String
  }
  type Mutation {
    store("the text" text: String): Int
  }
  "the filter"
  input ArticleFilter {
    "agencies (abaixo: TOO_FEW) (além: TOO_MANY)"
    agencies: [String!]
    bare: Int
  }
  input Bare {
    bare: Int
  }
  "an order" enum Order { "up" UP DOWN }
  {
    anonymous
  }
`)

it('lists descriptions by the coordinates of GraphQL', () => {
  expect([...listDescriptions(document)]).toEqual([
    ['@mark', 'the directive'],
    ['@mark(why:)', 'why (além: TOO_LONG)'],
    ['Query', 'the root'],
    ['Query.article', 'one article'],
    ['Query.article(id:)', 'its id (senão: BAD_ID)'],
    ['Article.title', 'its title'],
    ['Article.title(form:)', 'form'],
    ['Mutation.store(text:)', 'the text'],
    ['ArticleFilter', 'the filter'],
    ['ArticleFilter.agencies', 'agencies (abaixo: TOO_FEW) (além: TOO_MANY)'],
    ['Order', 'an order'],
    ['Order.UP', 'up'],
  ])
})

it('removes every description and nothing else', () => {
  const without = withoutDescriptions(document)
  expect(listDescriptions(without)).toEqual(new Map())
  expect(without.definitions.map(({ kind }) => kind)).toEqual(document.definitions.map(({ kind }) => kind))
})

describe('texts of arguments', () => {
  it('are those of queries and input types, without codes', () => {
    expect(Object.fromEntries(groupArgumentTexts(document))).toEqual({
      article: { id: 'its id' },
      articleFilter: { agencies: 'agencies' },
    })
  })

  it.each([
    ['a (além: X_Y)', 'a'],
    ['a (senão: X) b (abaixo: Y)', 'a b'],
    ['a (outro: X)', 'a (outro: X)'],
    ['a (além: x)', 'a (além: x)'],
  ])('%j are %j', (text, told) => expect(withoutCodes(text)).toBe(told))
})
