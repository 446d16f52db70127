import {
  buildASTSchema,
  isObjectType,
  isScalarType,
  parse,
  type GraphQLField,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql'
import { enforceAccess } from '../request/access.ts'
import type { Context } from '../request/context.ts'
import { typeDefs } from '../generated/type-defs.ts'
import { modules } from './modules.ts'
import { DateTime, JSONValue } from './scalars.ts'

type Field = GraphQLField<unknown, Context>
/** Resolvers by type and field; for a subscription also its source. */
type ResolverMap = Record<string, Record<string, Field['resolve'] | Pick<Field, 'resolve' | 'subscribe'>>>

function attachResolvers(schema: GraphQLSchema, resolvers: ResolverMap): void {
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    for (const [fieldName, resolver] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
      if (!field) throw new Error(`${typeName}.${fieldName} has a resolver, but the schema has no such field`)
      Object.assign(field, typeof resolver === 'function' ? { resolve: resolver } : resolver)
    }
  }
}

function attachScalar(
  schema: GraphQLSchema,
  { name, serialize, parseValue, parseLiteral }: GraphQLScalarType,
) {
  const type = schema.getType(name)
  if (!isScalarType(type)) throw new Error(`The schema has no scalar ${name}`)
  Object.assign(type, { serialize, parseValue, parseLiteral })
}

/**
 * Returns the executable schema with an access check on every root field. Every cold start waits for this function,
 * so the schema is not validated here; `npm test` validates it.
 */
export function makeSchema(): GraphQLSchema {
  const schema = buildASTSchema(parse(typeDefs, { noLocation: true }), { assumeValid: true })
  for (const scalar of [DateTime, JSONValue]) attachScalar(schema, scalar)
  // Each resolver has the types of its field, which one map of all resolvers cannot express.
  for (const { resolvers } of modules) attachResolvers(schema, resolvers as unknown as ResolverMap)
  enforceAccess(
    schema,
    modules.map((module) => module.access),
  )
  return schema
}
