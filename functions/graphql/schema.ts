import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { enforceAccess } from './access.ts'
import { typeDefs } from './generated/type-defs.ts'
import { modules } from './schema/modules.ts'
import { DateTime, JSONValue } from './schema/scalars.ts'

/** The executable schema with a guard before every root field. */
export function makeSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: [{ DateTime, JSON: JSONValue }, ...modules.map((module) => module.resolvers)],
  })
  enforceAccess(
    schema,
    modules.map((module) => module.access),
  )
  return schema
}
