import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The errors of section 7 of the interface document that the served operations can return, by their names there.
let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

describe('the documented errors', () => {
  it('Query uses the type ID: the type is unknown', async () => {
    const { errors } = await stack.ask('query ($id: ID!) { article(uniqueId: $id) { title } }', { id: 'x' })
    expect(errors[0]?.message).toMatch(/^Unknown type "ID"/)
    expect(errors[0]?.extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  it.each([
    '{ myClippings { id } }',
    '{ agencies { key } }',
    '{ agencies { name } }',
    '{ agencies { type } }',
  ])('Unknown field names: %s is a validation error', async (document) => {
    expect(await stack.codes(document)).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  })

  it('a syntax error has its code', async () => {
    expect(await stack.codes('{ ping')).toEqual(['GRAPHQL_PARSE_FAILED'])
  })

  it('a wrong variable has its code', async () => {
    const document = 'query ($page: Int!) { articles(page: $page) { found } }'
    expect(await stack.codes(document, { page: 'um' })).toEqual(['BAD_USER_INPUT'])
  })

  it('more wrong values than are listed have their code', async () => {
    const document = 'query ($agencies: [String!]) { articles(filter: { agencies: $agencies }) { found } }'
    const codes = await stack.codes(document, { agencies: Array.from({ length: 60 }, () => 7) })
    expect(codes).toEqual(Array.from({ length: 51 }, () => 'BAD_USER_INPUT'))
  })

  it('two operations need a name', async () => {
    expect(await stack.codes('query A { ping } query B { ping }')).toEqual(['BAD_REQUEST'])
  })
})
