import { badRequest } from './http-error.ts'

export type Document = Record<string, unknown>

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw badRequest('Bad JSON.')
  }
}

/** Reads a boolean property of a field definition. */
export function readFlag(
  value: Record<string, unknown>,
  field: string,
  key: string,
  fallback: boolean,
): boolean {
  const flag = value[key]
  if (flag === undefined) return fallback
  if (typeof flag !== 'boolean') {
    throw badRequest(`The \`${key}\` property of the field \`${field}\` should be a boolean.`)
  }
  return flag
}

/** Returns a value that `JSON.stringify` writes with exactly these digits. TypeScript has no type for it yet. */
export function rawNumber(digits: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)
}
