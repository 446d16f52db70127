import {
  Kind,
  visit,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  type StringValueNode,
} from 'graphql'

type FieldsNode = ObjectTypeDefinitionNode | InputObjectTypeDefinitionNode
type FieldNode = FieldDefinitionNode | InputValueDefinitionNode

const hasFields = (node: { kind: Kind }): node is FieldsNode =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION

/** The types that `@describedBy` names. */
function listSources({ directives }: FieldsNode): string[] {
  const values = directives?.find(({ name }) => name.value === 'describedBy')?.arguments?.[0]?.value
  if (values?.kind !== Kind.LIST) return []
  return values.values.flatMap((value) => (value.kind === Kind.STRING ? [value.value] : []))
}

/**
 * Gives each field without a description that of the field of the same name in the types that `@describedBy` names for
 * its own, the first that has one, so that a text is written once. Throws for a type that does not exist.
 */
export function inheritDescriptions(document: DocumentNode): DocumentNode {
  const types = new Map(document.definitions.filter(hasFields).map((type) => [type.name.value, type]))
  const find = (type: FieldsNode, field: string): StringValueNode | undefined => {
    const own = (type.fields as readonly FieldNode[]).find(({ name }) => name.value === field)?.description
    if (own) return own
    for (const source of listSources(type)) {
      const other = types.get(source)
      if (!other) throw new Error(`@describedBy of ${type.name.value}: there is no type ${source}`)
      const found = find(other, field)
      if (found) return found
    }
    return undefined
  }
  const describe = (type: FieldsNode) => ({
    ...type,
    fields: (type.fields as readonly FieldNode[]).map((field) => {
      const description = find(type, field.name.value)
      return description ? { ...field, description } : field
    }),
  })
  return visit(document, { ObjectTypeDefinition: describe, InputObjectTypeDefinition: describe })
}
