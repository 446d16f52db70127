import { isDeepStrictEqual } from 'node:util'
import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'

/** The fields of a type, without those that lead back to a type above: a story has articles, which have stories. */
const fieldsBelow = (type: GraphQLObjectType, above: readonly GraphQLObjectType[]) =>
  Object.values(type.getFields()).filter((field) => !above.some((each) => each === getNamedType(field.type)))

/** Every selectable field of a type, at any depth; '' for a scalar. A type is not selected again below itself. */
export function fullSelection(type: GraphQLOutputType, above: readonly GraphQLObjectType[] = []): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const path = [...above, named]
  const fields = fieldsBelow(named, path)
  return `{ ${fields.map((field) => `${field.name} ${fullSelection(field.type, path)}`).join(' ')} }`
}

function objectsOf(values: readonly unknown[]): Record<string, unknown>[] | undefined {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return values.every(isObject) ? (values as Record<string, unknown>[]) : undefined
}

function listsOf(values: readonly unknown[]): unknown[][] | undefined {
  if (!values.every((value) => Array.isArray(value))) return undefined
  const lists = values as unknown[][]
  return lists.every((list) => list.length === lists[0]?.length) ? lists : undefined
}

/**
 * The fields, as `Type.field`, in which several answers to one selection differ: the deepest that can be compared, or
 * `name` itself when one answer lacks an object or has a longer list.
 */
export function listDifferences(name: string, type: GraphQLOutputType, values: readonly unknown[]): string[] {
  if (values.every((value) => isDeepStrictEqual(value, values[0]))) return []
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const lists = listsOf(values)
    const element = nullable.ofType
    if (!lists) return [name]
    return (
      lists[0]?.flatMap((_, i) =>
        listDifferences(
          name,
          element,
          lists.map((list) => list[i]),
        ),
      ) ?? []
    )
  }
  const objects = isObjectType(nullable) ? objectsOf(values) : undefined
  return objects ? listFieldDifferences(nullable as GraphQLObjectType, objects) : [name]
}

function listFieldDifferences(
  type: GraphQLObjectType,
  objects: readonly Record<string, unknown>[],
): string[] {
  return Object.values(type.getFields()).flatMap((field) =>
    listDifferences(
      `${type.name}.${field.name}`,
      field.type,
      objects.map((object) => object[field.name]),
    ),
  )
}

/** Returns the fields, as `Type.field`, of a type and the types below it that no object has a value for. */
export function listEmptyFields(
  type: GraphQLObjectType,
  objects: readonly Record<string, unknown>[],
  above: readonly GraphQLObjectType[] = [],
): string[] {
  const path = [...above, type]
  return fieldsBelow(type, path).flatMap((field) => {
    const values = objects
      .flatMap((object) => object[field.name])
      .filter((value) => value !== null && value !== undefined)
    if (values.length === 0) return [`${type.name}.${field.name}`]
    const below = getNamedType(field.type)
    return isObjectType(below) ? listEmptyFields(below, values as Record<string, unknown>[], path) : []
  })
}
