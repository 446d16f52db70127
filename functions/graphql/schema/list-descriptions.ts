import { Kind, visit, type DefinitionNode, type DocumentNode, type StringValueNode } from 'graphql'

interface Described {
  name: { value: string }
  description?: StringValueNode | undefined
}

/** The parts of a definition that have names of their own: fields or values. */
function partsOf(definition: DefinitionNode): readonly Described[] {
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION) return definition.values ?? []
  return 'fields' in definition ? (definition.fields ?? []) : []
}

const argumentsOf = (node: object): readonly Described[] =>
  'arguments' in node ? ((node.arguments ?? []) as readonly Described[]) : []

/**
 * Returns the descriptions of a document by the coordinates of GraphQL: `Article`, `Article.title`,
 * `Query.article(uniqueId:)`, `@skip`, `@skip(if:)`.
 */
export function listDescriptions({ definitions }: DocumentNode): Map<string, string> {
  const found = new Map<string, string>()
  const add = (coordinate: string, { description }: Described) => {
    if (description) found.set(coordinate, description.value)
  }
  const addWithArguments = (coordinate: string, node: Described) => {
    add(coordinate, node)
    for (const argument of argumentsOf(node)) add(`${coordinate}(${argument.name.value}:)`, argument)
  }
  for (const definition of definitions) {
    if (!('name' in definition) || !definition.name) continue
    const isDirective = definition.kind === Kind.DIRECTIVE_DEFINITION
    const coordinate = `${isDirective ? '@' : ''}${definition.name.value}`
    addWithArguments(coordinate, definition as Described)
    for (const part of partsOf(definition)) addWithArguments(`${coordinate}.${part.name.value}`, part)
  }
  return found
}

/** Returns the document without descriptions. */
export const withoutDescriptions = (document: DocumentNode): DocumentNode =>
  visit(document, {
    enter: (node) =>
      'description' in node && node.description ? { ...node, description: undefined } : undefined,
  })

/** Removes codes in brackets: the tools of MCP check bounds themselves, with one code for all. */
export const withoutCodes = (text: string): string =>
  text.replaceAll(/ \((?:além|senão|abaixo): [A-Z_]+\)/g, '')

/**
 * Returns the descriptions, without codes, of the arguments of each query, and of the fields of each input type, by name,
 * beginning in lower case: `{ search: { query: '…' }, articleFilter: { agencies: '…' } }`.
 */
export function groupArgumentTexts(document: DocumentNode): Map<string, Record<string, string>> {
  const groups = new Map<string, Record<string, string>>()
  const add = (group: string, nodes: readonly Described[]) => {
    const texts = nodes.flatMap(({ name, description }) =>
      description ? [[name.value, withoutCodes(description.value)]] : [],
    )
    if (texts.length > 0)
      groups.set(
        group.charAt(0).toLowerCase() + group.slice(1),
        Object.fromEntries(texts) as Record<string, string>,
      )
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      add(definition.name.value, definition.fields ?? [])
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === 'Query')
      for (const field of definition.fields ?? []) add(field.name.value, field.arguments ?? [])
  }
  return groups
}
