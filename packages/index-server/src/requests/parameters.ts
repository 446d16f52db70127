import { badRequest } from './http-error.ts'

/** Search parameters by name. Numbers and booleans of JSON bodies are texts here. */
export type Parameters = ReadonlyMap<string, string>

/** Maximum of values in one parameter. */
const MAX_LIST = 1_000

export function readUnsigned(parameters: Parameters, name: string, fallback: number): number {
  const value = parameters.get(name)
  if (value === undefined || value === '') return fallback
  if (!/^\d+$/.test(value)) throw badRequest(`Parameter \`${name}\` must be an unsigned integer.`)
  return Number(value)
}

export function readBoolean(parameters: Parameters, name: string, fallback: boolean): boolean {
  const value = parameters.get(name)
  return value === undefined ? fallback : value === 'true'
}

export function readText(parameters: Parameters, name: string): string {
  return parameters.get(name) ?? ''
}

/** Returns comma-separated values, trimmed, without empty ones. */
export function readList(parameters: Parameters, name: string): string[] {
  const list = readText(parameters, name)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (list.length > MAX_LIST) throw badRequest(`Parameter \`${name}\` has more than ${MAX_LIST} values.`)
  return list
}

/** Splits at `separator` outside of parentheses, brackets and backticks. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let part = ''
  for (const character of text) {
    if (character === '`') isQuoted = !isQuoted
    else if (!isQuoted && (character === '(' || character === '[')) depth++
    else if (!isQuoted && (character === ')' || character === ']')) depth--
    if (character === separator && depth === 0 && !isQuoted) {
      parts.push(part.trim())
      part = ''
    } else part += character
  }
  parts.push(part.trim())
  return parts.filter((entry) => entry !== '')
}
