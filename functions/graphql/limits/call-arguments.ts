import { valueFromASTUntyped, type FieldNode, type GraphQLField } from 'graphql'
import { priceOfFilter, countWordsOfKeywords } from '@pauta/core/search-index/price'
import { countSearchedWords } from '@pauta/core/search-index/query'
import type { CallArguments } from './call-prices.ts'

/** The coerced values of the variables of an operation, with the defaults of the operation. */
export type Variables = Readonly<Record<string, unknown>>

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** Returns the arguments of one call, for its price. A value of the wrong type counts as missing. */
export function readCallArguments(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Variables,
): CallArguments {
  /** Reads an argument, or a field of one: `recorte.keywords`. */
  const read = (path: string) => {
    const [name = '', ...fields] = path.split('.')
    const written = node.arguments?.find((argument) => argument.name.value === name)?.value
    const given: unknown = written && valueFromASTUntyped(written, variables)
    const byDefault = field.args.find((argument) => argument.name === name)?.defaultValue
    return fields.reduce(fieldOf, given === undefined ? byDefault : given)
  }
  const textOf = (name: string) => {
    const value = read(name)
    return typeof value === 'string' ? value : undefined
  }
  return {
    number(name) {
      const value = read(name)
      return typeof value === 'number' && !Number.isNaN(value) ? value : 0
    },
    characters: (name) => textOf(name)?.length ?? 0,
    words(name) {
      const value = read(name)
      return Array.isArray(value) ? countWordsOfKeywords(value) : countSearchedWords(textOf(name) ?? '')
    },
    filter: (name) => priceOfFilter(read(name)),
    count(name) {
      const value = read(name)
      return Array.isArray(value) ? value.length : value === undefined ? 0 : 1
    },
    text: textOf,
    isTrue: (name) => read(name) === true,
  }
}
