import { valueFromASTUntyped, type FieldDefinitionNode } from 'graphql'

/** A field of a type, or of an executable schema. */
export interface DescribedField {
  astNode?: FieldDefinitionNode | null | undefined
}

/**
 * Returns the arguments of a directive of a field in the SDL, or undefined without the directive. `npm run generate`
 * checks names and types of the arguments against `schema/directives.graphql`.
 */
export function findDirective<Arguments>(
  { astNode }: DescribedField,
  name: string,
): Partial<Arguments> | undefined {
  const directive = astNode?.directives?.find((node) => node.name.value === name)
  if (!directive) return undefined
  const args = directive.arguments?.map((argument) => [
    argument.name.value,
    valueFromASTUntyped(argument.value),
  ])
  return Object.fromEntries(args ?? []) as Partial<Arguments>
}
