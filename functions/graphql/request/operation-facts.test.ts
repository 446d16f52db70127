import { getOperationAST, parse } from 'graphql'
import { expect, it } from 'vitest'
import { priceOfOperation } from '../limits/cost.ts'
import { makeSchema } from '../schema/schema.ts'
import { readFacts, type OperationFacts } from './operation-facts.ts'

const schema = makeSchema()

function factsOf(query: string): OperationFacts {
  const document = parse(query)
  const [facts] = readFacts(schema, document).operations.values()
  if (!facts) throw new Error(`No operation: ${query}`)
  return facts
}

it('counts fragments at each use, and introspection apart', () => {
  const facts = factsOf(`
    query { a: articles { ...Found b: found } ...Root ...Root __schema { c: types { d: name @skip(if: true) } } }
    fragment Root on Query { e: ping @include(if: true) }
    fragment Found on ArticlesResult { articles { f: title } }`)
  expect(facts).toMatchObject({ depth: 3, aliases: 5, introspectionAliases: 2, directives: 2 })
  expect(facts.expandedFields).toBe(Infinity)
  expect([...facts.fields].map(({ name }) => name.value)).toEqual(['articles', 'ping', '__schema'])
  expect([...facts.conditions].map(({ name }) => name.value)).toEqual(['include'])
})

it('visits and prices fragments that double at each of 50 levels once each', () => {
  const fragments = Array.from(
    { length: 49 },
    (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
  )
  const query = `{ ...F0 } ${fragments.join(' ')} fragment F49 on Query { ping }`
  expect(factsOf(query).expandedFields).toBe(2 ** 49)
  const document = parse(query)
  const operation = getOperationAST(document)
  expect(operation && priceOfOperation(schema, document, operation, {})).toBe(2 ** 49)
})

it('reads a document that validation refuses', () => {
  for (const query of [
    '{ nada { nada } ...Nada }',
    '{ ...A } fragment A on Query { ping ...B } fragment B on Nada { ...A }',
    'subscription { ping }',
  ])
    expect(factsOf(query).depth).toBeGreaterThan(0)
})
