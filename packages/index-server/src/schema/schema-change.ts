import { isDynamic, parseDynamicField } from './dynamic-fields.ts'
import { badRequest } from '../requests/http-error.ts'
import { isRecord } from '../requests/json-value.ts'
import { parseField } from './field.ts'
import type { Field } from './field.ts'
import type { Schema } from './schema.ts'

export interface SchemaPlan {
  schema: Schema
  /** True when there are new rules that may match fields of existing documents. */
  addsRules: boolean
}

/**
 * Returns the schema after a `PATCH /collections/:name` body. Entries with `drop` remove a field; others add one.
 * Dropping and adding the same name in one request changes its type.
 */
export function planSchemaChange(schema: Schema, change: unknown): SchemaPlan {
  if (!isRecord(change)) throw badRequest('Bad JSON.')
  const metadata = change.metadata === undefined ? schema.metadata : change.metadata
  if (change.fields === undefined && change.metadata !== undefined)
    return { schema: { ...schema, metadata }, addsRules: false }
  if (!Array.isArray(change.fields) || change.fields.length === 0) {
    throw badRequest(
      'The `fields` value should be an array of objects containing the field `name` and other properties.',
    )
  }
  const fields = new Map(schema.fields.map((field) => [field.name, field]))
  const rules = new Map(schema.dynamic.map((rule) => [rule.name, rule]))
  let addsRules = false
  for (const entry of change.fields as unknown[]) {
    if (!isRecord(entry) || typeof entry.name !== 'string') {
      throw badRequest(
        'The `fields` value should be an array of objects containing the field `name` and other properties.',
      )
    }
    if (entry.name === 'id') throw badRequest('Field `id` cannot be altered.')
    if (entry.drop === true) {
      if (!rules.delete(entry.name)) dropField(schema, fields, entry.name)
      continue
    }
    if (entry.name === '.*' && rules.has(entry.name))
      throw badRequest('The schema already contains a `.*` field.')
    if (fields.has(entry.name) || rules.has(entry.name)) {
      throw badRequest(
        `Field \`${entry.name}\` is already part of the schema: To change this field, drop it first before adding it back to the schema.`,
      )
    }
    if (isDynamic(entry)) {
      rules.set(entry.name, parseDynamicField(entry))
      addsRules = true
    } else {
      const field = parseField(entry)
      fields.set(field.name, field)
    }
  }
  const changed = { ...schema, fields: [...fields.values()], dynamic: [...rules.values()], metadata }
  return { schema: changed, addsRules }
}

function dropField(schema: Schema, fields: Map<string, Field>, name: string): void {
  if (!fields.has(name)) throw badRequest(`Field \`${name}\` is not part of collection schema.`)
  if (name === schema.defaultSortingField) {
    throw badRequest(`The \`drop\` of field \`${name}\` is refused: it is the default sorting field.`)
  }
  fields.delete(name)
}
