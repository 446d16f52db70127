import fc from 'fast-check'
import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { anyJson, NUMBERS, textOf } from './hostile-values.ts'

const DEEPEST_SELECTION = 6
const MOST_FIELDS = 8

/** Draws one value of an arbitrary. All values of an operation come from one seed. */
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T

/** An operation as a client sends it, valid or not. */
export interface RandomOperation {
  query: string
  variables: Record<string, unknown>
}

/** The name of an enum's value, which is written without quotes. */
class EnumName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toJSON(): string {
    return this.name
  }
}

/** A value in the query language. Keys that are not names cannot be written and are left out. */
function printValue(value: unknown): string {
  if (value instanceof EnumName) return value.name
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '1e999'
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([key]) => /^[_A-Za-z]\w*$/.test(key))
  return `{${fields.map(([key, inner]) => `${key}: ${printValue(inner)}`).join(', ')}}`
}

/** Writes one operation over a schema, with drawn values, variables, selections, fragments and directives. */
class OperationWriter {
  readonly #schema: GraphQLSchema
  readonly #draw: Draw
  readonly #text: fc.Arbitrary<string>
  readonly #variables: Record<string, unknown> = {}
  readonly #declarations: string[] = []
  readonly #fragments: string[] = []
  #aliases = 0
  /** Whether this operation sometimes gets a value of a wrong type. */
  readonly #careless: boolean

  constructor(schema: GraphQLSchema, draw: Draw, known: readonly string[]) {
    this.#schema = schema
    this.#draw = draw
    this.#text = textOf(known)
    this.#careless = this.#chance(0.25)
  }

  #chance(probability: number): boolean {
    return this.#draw(fc.integer({ min: 0, max: 999 })) < probability * 1000
  }

  #scalar(type: GraphQLNamedType): unknown {
    if (isEnumType(type))
      return new EnumName(this.#draw(fc.constantFrom(...type.getValues().map(({ name }) => name))))
    switch (type.name) {
      case 'Int':
        return this.#draw(
          fc.oneof(
            fc.integer({ min: 1, max: 30 }),
            fc.constantFrom(...NUMBERS.filter((one) => Number.isInteger(one) && Math.abs(one) <= 2 ** 31)),
          ),
        )
      case 'Float':
        return this.#draw(fc.oneof(fc.double({ min: 0, max: 2, noNaN: true }), fc.constantFrom(...NUMBERS)))
      case 'Boolean':
        return this.#draw(fc.boolean())
      case 'JSON':
        return this.#draw(anyJson)
      default:
        return this.#draw(this.#text)
    }
  }

  /** Lists inside a list are short: long lists in long lists would exceed the maximum length of a string. */
  #value(type: GraphQLInputType, isInList = false): unknown {
    if (this.#careless && this.#chance(0.05)) return this.#draw(anyJson)
    if (isNonNullType(type)) return this.#value(type.ofType, isInList)
    if (this.#careless && this.#chance(0.05)) return null
    if (isListType(type)) {
      const short = fc.nat(3)
      const length = this.#draw(isInList ? short : fc.oneof(short, fc.constantFrom(0, 21, 201, 501)))
      // Long lists repeat one value: drawing each value would test nothing more.
      const values = Array.from({ length: Math.min(length, 3) }, () => this.#value(type.ofType, true))
      return length <= 3 ? values : Array.from({ length }, (_, i) => values[i % 3])
    }
    if (!isInputObjectType(type)) return this.#scalar(type)
    const given = Object.values(type.getFields()).filter(
      (field) => (isNonNullType(field.type) && field.defaultValue === undefined) || this.#chance(0.5),
    )
    return Object.fromEntries(given.map((field) => [field.name, this.#value(field.type, isInList)]))
  }

  /** An argument as a literal, or as a declared variable. */
  #argument(argument: GraphQLArgument): string {
    const value = this.#value(argument.type)
    if (this.#chance(0.4)) return `${argument.name}: ${printValue(value)}`
    const name = `v${this.#declarations.length}`
    this.#declarations.push(`$${name}: ${argument.type.toString()}`)
    this.#variables[name] = value
    return `${argument.name}: $${name}`
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const given = args.filter(
      (argument) =>
        (isNonNullType(argument.type) &&
          argument.defaultValue === undefined &&
          !(this.#careless && this.#chance(0.1))) ||
        this.#chance(0.6),
    )
    return given.length === 0 ? '' : `(${given.map((argument) => this.#argument(argument)).join(', ')})`
  }

  #directive(): string {
    if (!this.#chance(0.1)) return ''
    return this.#draw(
      fc.constantFrom(' @include(if: true)', ' @skip(if: false)', ' @skip(if: true)', ' @include(if: false)'),
    )
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const named = getNamedType(field.type)
    // Two calls of one field with different arguments need different aliases.
    const alias = field.args.length > 0 || this.#chance(0.05) ? `a${this.#aliases++}: ` : ''
    const below = isCompositeType(named) ? ` ${this.#selection(named, depth + 1)}` : ''
    return `${alias}${field.name}${this.#arguments(field.args)}${this.#directive()}${below}`
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    if (isUnionType(type)) {
      const members = type
        .getTypes()
        .map((member) => `... on ${member.name} ${this.#selection(member, depth)}`)
      return `{ __typename ${members.join(' ')} }`
    }
    if (!isObjectType(type)) return '{ __typename }'
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < DEEPEST_SELECTION || !isCompositeType(getNamedType(field.type)),
    )
    const chosen = this.#draw(
      fc.subarray(fields, { minLength: 0, maxLength: Math.min(fields.length, MOST_FIELDS) }),
    )
    const parts = ['__typename', ...chosen.map((field) => this.#field(field, depth))]
    const body = `{ ${parts.join(' ')} }`
    if (!this.#chance(0.15)) return body
    if (this.#chance(0.5)) return `{ ... on ${type.name}${this.#directive()} ${body} }`
    const name = `F${this.#fragments.length}`
    this.#fragments.push(`fragment ${name} on ${type.name} ${body}`)
    return `{ ...${name} ${this.#chance(0.3) ? `...${name}` : ''} }`
  }

  write(root: GraphQLObjectType, keyword: string, count: number): RandomOperation {
    const fields = this.#draw(
      fc.array(fc.constantFrom(...Object.values(root.getFields())), { minLength: 1, maxLength: count }),
    )
    const selection = fields.map((field) => this.#field(field, 0)).join(' ')
    const declared = this.#declarations.length === 0 ? '' : `(${this.#declarations.join(', ')})`
    return {
      query: [`${keyword} Op${declared} { ${selection} }`, ...this.#fragments].join('\n'),
      variables: this.#variables,
    }
  }

  rootOf(keyword: 'query' | 'mutation' | 'subscription'): GraphQLObjectType {
    const root = {
      query: this.#schema.getQueryType(),
      mutation: this.#schema.getMutationType(),
      subscription: this.#schema.getSubscriptionType(),
    }[keyword]
    if (!root) throw new Error(`The schema has no ${keyword}`)
    return root
  }
}

/**
 * Operations of one kind over a schema, most of them valid. `known` are existing names, so that not all operations end
 * at
 * the first look-up.
 */
export function randomOperation(
  schema: GraphQLSchema,
  keyword: 'query' | 'mutation' | 'subscription',
  known: readonly string[],
): fc.Arbitrary<RandomOperation> {
  return fc.gen().map((g) => {
    const draw: Draw = (arbitrary) => g(() => arbitrary)
    const writer = new OperationWriter(schema, draw, known)
    return writer.write(writer.rootOf(keyword), keyword, draw(fc.constantFrom(1, 1, 2, 3)))
  })
}
