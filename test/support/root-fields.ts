import {
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  isCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

/** A root field and an operation that calls it with the least that it takes. */
export interface RootField {
  /** As the access maps name it: `Query.articles`. */
  name: string
  operation: string
}

const SCALARS: Record<string, string> = {
  String: '"2026-06-01"',
  Int: '1',
  Float: '0.5',
  Boolean: 'true',
  DateTime: '"2026-06-01"',
  JSON: '{chave: 1}',
}

/** A literal of the type that coercion takes; what it means is for the resolver to judge. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isScalarType(type)) {
    const literal = SCALARS[type.name]
    if (literal === undefined) throw new Error(`No literal is known for the scalar ${type.name}: add it here`)
    return literal
  }
  const fields = Object.values(type.getFields()).filter(
    (field) => isNonNullType(field.type) && field.defaultValue === undefined,
  )
  return `{${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')}}`
}

/** Every field of Query and Mutation; subscriptions are served elsewhere. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const needed = field.args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
      const list = needed.map((arg) => `${arg.name}: ${literalOf(arg.type)}`).join(', ')
      const call = `${field.name}${list === '' ? '' : `(${list})`}`
      const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''
      return {
        name: `${root?.name}.${field.name}`,
        operation: `${root?.name.toLowerCase()} { ${call}${selection} }`,
      }
    }),
  )
}
