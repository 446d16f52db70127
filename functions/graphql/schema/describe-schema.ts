import type { ApolloServerPlugin } from '@apollo/server'
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql'

/** An element of a schema that introspection describes. */
interface Described {
  name: string
  description: string | null | undefined
  args?: readonly Described[]
}

/**
 * Adds the descriptions to a schema. They are longer than the rest of the schema and only introspection needs them, so a
 * cold start does not read them.
 */
export async function describeSchema(schema: GraphQLSchema): Promise<void> {
  const { descriptions } = await import('../generated/descriptions.ts')
  const texts = new Map(Object.entries(descriptions))
  const describe = (element: Described, coordinate: string) => {
    element.description = texts.get(coordinate) ?? element.description
    for (const argument of element.args ?? []) describe(argument, `${coordinate}(${argument.name}:)`)
  }
  for (const directive of schema.getDirectives()) describe(directive, `@${directive.name}`)
  for (const type of Object.values(schema.getTypeMap())) {
    describe(type, type.name)
    if (isEnumType(type)) for (const value of type.getValues()) describe(value, `${type.name}.${value.name}`)
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      for (const field of Object.values(type.getFields())) describe(field, `${type.name}.${field.name}`)
  }
}

/** Adds the descriptions before the first introspection. */
export const descriptionsPlugin = (schema: GraphQLSchema): ApolloServerPlugin => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ source }) => {
      if (/__(schema|type)\b/.test(source)) await describeSchema(schema)
    },
  }),
})
