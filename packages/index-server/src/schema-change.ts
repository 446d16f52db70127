import { badRequest } from './http-error.ts'
import { isRecord } from './json-value.ts'
import { parseField } from './schema.ts'
import type { Field, Schema } from './schema.ts'

/**
 * The schema after a `PATCH /collections/:name` body: entries with `drop` remove a field, others add one. Dropping
 * and adding the same name in one request changes its type.
 */
export function planSchemaChange(schema: Schema, change: unknown): { schema: Schema; added: Field[] } {
  if (!isRecord(change)) throw badRequest('Bad JSON.')
  const metadata = change.metadata === undefined ? schema.metadata : change.metadata
  if (change.fields === undefined && change.metadata !== undefined)
    return { schema: { ...schema, metadata }, added: [] }
  if (!Array.isArray(change.fields) || change.fields.length === 0) {
    throw badRequest(
      'The `fields` value should be an array of objects containing the field `name` and other properties.',
    )
  }
  const fields = new Map(schema.fields.map((field) => [field.name, field]))
  const added: Field[] = []
  for (const entry of change.fields as unknown[]) {
    if (!isRecord(entry) || typeof entry.name !== 'string') {
      throw badRequest(
        'The `fields` value should be an array of objects containing the field `name` and other properties.',
      )
    }
    if (entry.name === 'id') throw badRequest('Field `id` cannot be altered.')
    if (entry.drop === true) {
      dropField(schema, fields, entry.name)
      continue
    }
    if (fields.has(entry.name)) {
      throw badRequest(
        `Field \`${entry.name}\` is already part of the schema: To change this field, drop it first before adding it back to the schema.`,
      )
    }
    const field = parseField(entry)
    fields.set(field.name, field)
    added.push(field)
  }
  return { schema: { ...schema, fields: [...fields.values()], metadata }, added }
}

function dropField(schema: Schema, fields: Map<string, Field>, name: string): void {
  if (!fields.has(name)) throw badRequest(`Field \`${name}\` is not part of collection schema.`)
  if (name === schema.defaultSortingField) {
    throw badRequest(`The \`drop\` of field \`${name}\` is refused: it is the default sorting field.`)
  }
  fields.delete(name)
}
