import { getOperationAST, parse } from 'graphql'
import { expect, it } from 'vitest'
import { makeSchema } from '../schema/schema.ts'
import { compile } from './compiled-execution.ts'

const schema = makeSchema()
const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: ping`).join(' ')

it.each([
  ['a query of 500 fields', `{ ${fields(500)} }`, true],
  ['a query of 501 fields', `{ ${fields(501)} }`, false],
  [
    'a query whose fragments have 501 fields',
    `{ ...F b: ping } fragment F on Query { ${fields(500)} }`,
    false,
  ],
  ['a query with a directive', '{ ping @include(if: true) }', false],
  ['a query of the schema', '{ __schema { queryType { name } } }', false],
  ['a mutation', 'mutation { unpublishFromMarketplace(listingId: "a") }', false],
])('%s', async (_, text, isCompiled) => {
  const document = parse(text)
  const operation = getOperationAST(document)
  const run = operation ? await compile(schema, document, operation) : undefined
  expect(run !== undefined).toBe(isCompiled)
})
