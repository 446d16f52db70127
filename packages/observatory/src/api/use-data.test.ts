import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { texts } from '../texts.ts'
import { describeFailure } from './use-data.ts'

const failure = (message: string, code: string, path?: string[]) =>
  describeFailure({ graphQLErrors: [new GraphQLError(message, { path, extensions: { code } })] })

describe('describeFailure', () => {
  it('shows readers the Portuguese message of a field that refuses a value', () => {
    const message = 'page: deve ser maior ou igual a 1.'
    expect(failure(message, 'BAD_USER_INPUT', ['articles'])).toBe(message)
  })

  it('shows readers a Portuguese text by the code for a variable that GraphQL itself refuses', () => {
    const message = 'Variable "$page" got invalid value "um"; Int cannot represent non-integer value: "um"'
    expect(failure(message, 'BAD_USER_INPUT')).toBe(texts.failures.refused)
    expect(failure('Unknown type "ID".', 'GRAPHQL_VALIDATION_FAILED')).toBe(texts.failures.server)
  })
})
