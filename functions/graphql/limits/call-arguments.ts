import {
  Kind,
  visit,
  valueFromASTUntyped,
  type ConstValueNode,
  type FieldNode,
  type GraphQLField,
  type ValueNode,
} from 'graphql'
import type { CallArguments } from './call-prices.ts'

/** The values of the variables of an operation. */
export interface Variables {
  /** Undefined if the values are unknown. */
  values: Record<string, unknown> | undefined
  /** Default values that the operation declares. */
  defaults: ReadonlyMap<string, ConstValueNode>
}

/** An unknown value. */
const ANYTHING = Symbol('anything')

function namesVariable(value: ValueNode): boolean {
  let found = false
  visit(value, {
    Variable() {
      found = true
    },
  })
  return found
}

/** Returns the value of an argument. A missing variable has its own default, else the default of the argument. */
function readArgument(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  name: string,
  { values, defaults }: Variables,
): unknown {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value
  const byDefault = field.args.find((argument) => argument.name === name)?.defaultValue
  if (!value) return byDefault
  if (!values && namesVariable(value)) return ANYTHING
  if (value.kind !== Kind.VARIABLE) return valueFromASTUntyped(value, values)
  const given = values?.[value.name.value]
  if (given !== undefined) return given
  const own = defaults.get(value.name.value)
  return own ? valueFromASTUntyped(own) : byDefault
}

/** Returns the arguments of one call, for its price. A value of the wrong type counts as missing. */
export function readCallArguments(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Variables,
): CallArguments {
  const read = (name: string) => readArgument(node, field, name, variables)
  const textOf = (name: string) => {
    const value = read(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    number: (name) => {
      const value = read(name)
      if (value === ANYTHING) return Infinity
      return typeof value === 'number' && !Number.isNaN(value) ? value : 0
    },
    characters: (name) => (read(name) === ANYTHING ? Infinity : textOf(name).length),
    words: (name) => (read(name) === ANYTHING ? Infinity : (textOf(name).match(/[^\s,;.:/]+/g)?.length ?? 0)),
    count: (name) => {
      const value = read(name)
      if (value === ANYTHING) return Infinity
      return Array.isArray(value) ? value.length : 1
    },
    text: (name) => {
      const value = read(name)
      return typeof value === 'string' ? value : undefined
    },
    isTrue: (name) => {
      const value = read(name)
      return value === ANYTHING || value === true
    },
  }
}
