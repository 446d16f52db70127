import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql'
import { formatInstant } from '@pauta/platform/time/time'

function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new GraphQLError('DateTime deve ser um texto ISO 8601 ou AAAA-MM-DD.', {
    extensions: { code: 'BAD_USER_INPUT' },
  })
}

/** ISO 8601. Inputs stay text, because the resolver decides between start and end of a day. */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? formatInstant(value) : text(value)),
  parseValue: text,
  parseLiteral: (node) => text(node.kind === Kind.STRING ? node.value : undefined),
})

/** Any JSON value. */
export const JSONValue = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
})
