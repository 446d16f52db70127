/** A result before its null fields are left out: each optional field may also be null. */
export type Nullable<T> = T extends readonly (infer Item)[]
  ? Nullable<Item>[]
  : T extends object
    ? { [Key in keyof T]: undefined extends T[Key] ? Nullable<T[Key]> | null : Nullable<T[Key]> }
    : T

/**
 * Returns a value without the fields that are null, at any depth. A schema then needs no `["string", "null"]`, which
 * several dialects of models' providers refuse.
 */
export function dropNulls<T>(value: Nullable<T>): T {
  return withoutNulls(value) as T
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]))
}
