import { badRequest } from '../requests/http-error.ts'
import type { Field } from '../schema/field.ts'

/** Both bounds are inclusive. */
export interface NumberRange {
  low: number
  high: number
}

/** One alternative of a numeric filter. `except` is a single excluded value. */
export type NumberCondition = NumberRange | { except: number }

const INTEGER = /^[+-]?\d+$/
const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const MAX_INT32 = 2_147_483_647

/** Parses the value side of a filter on a number or boolean field. With `negated`, no condition may match. */
export function parseNumberConditions(
  field: Field,
  value: string,
): { conditions: NumberCondition[]; negated: boolean } {
  let rest = value.startsWith('=') ? value.slice(1).trim() : value
  const negated = rest.startsWith('!=')
  const isBool = field.scalar === 'bool'
  if (negated) rest = rest.slice(2).trim()
  if (rest === '' && isBool)
    throw badRequest(`Error with filter field \`${field.name}\`: Filter value cannot be empty.`)
  const isList = rest.startsWith('[') && rest.endsWith(']') && rest.length > 1
  const values = isList ? rest.slice(1, -1).split(',') : [rest]
  const conditions = values
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' || !isList)
    .map((entry) =>
      isBool ? parseBool(field, entry, isList) : parseComparison(field, entry, negated && !isList),
    )
  return { conditions, negated }
}

function parseBool(field: Field, value: string, isList: boolean): NumberCondition {
  if (value !== 'true' && value !== 'false') {
    throw badRequest(
      isList
        ? `Values of filter field \`${field.name}\`: must be \`true\` or \`false\`.`
        : `Value of filter field \`${field.name}\` must be \`true\` or \`false\`.`,
    )
  }
  const number = value === 'true' ? 1 : 0
  return { low: number, high: number }
}

function parseComparison(field: Field, value: string, isPlain: boolean): NumberCondition {
  if (isPlain || FLOAT.test(value)) {
    const number = parseNumber(field, value)
    return { low: number, high: number }
  }
  const operator = /^(<=|>=|!=|<|>)/.exec(value)?.[1]
  if (operator === undefined) {
    const bounds = value.split('..')
    if (bounds.length !== 2) {
      throw badRequest(
        `Error with filter field \`${field.name}\`: Numerical field has an invalid comparator.`,
      )
    }
    return { low: parseNumber(field, bounds[0]!.trim()), high: parseNumber(field, bounds[1]!.trim()) }
  }
  const number = parseNumber(field, value.slice(operator.length).trim())
  switch (operator) {
    case '<=':
      return { low: Number.NEGATIVE_INFINITY, high: number }
    case '>=':
      return { low: number, high: Number.POSITIVE_INFINITY }
    case '<':
      return { low: Number.NEGATIVE_INFINITY, high: below(field, number) }
    case '>':
      return { low: above(field, number), high: Number.POSITIVE_INFINITY }
    default:
      return { except: number }
  }
}

function parseNumber(field: Field, text: string): number {
  if (field.scalar === 'float') {
    if (!FLOAT.test(text)) throw badRequest(`Error with filter field \`${field.name}\`: Not a float.`)
    return Math.fround(Number(text))
  }
  if (!INTEGER.test(text))
    throw badRequest(`Error with filter field \`${field.name}\`: Not an ${field.scalar}.`)
  const number = Number(text)
  if (field.scalar === 'int32' && Math.abs(number) > MAX_INT32) {
    throw badRequest(`Error with filter field \`${field.name}\`: \`${text}\` exceeds the range of an int32.`)
  }
  return number
}

/** Bounds are inclusive, so "less than" ends at the nearest smaller value of the field's type. */
function below(field: Field, number: number): number {
  return field.scalar === 'float' ? nextSingle(number, -1) : number - 1
}

function above(field: Field, number: number): number {
  return field.scalar === 'float' ? nextSingle(number, 1) : number + 1
}

function nextSingle(number: number, direction: 1 | -1): number {
  const single = new Float32Array([number])
  const bits = new Int32Array(single.buffer)
  if (number === 0) return direction * 1.401298464324817e-45
  bits[0]! += number > 0 ? direction : -direction
  return single[0]!
}

export function matchesNumber(conditions: readonly NumberCondition[], value: number): boolean {
  for (const condition of conditions) {
    if (
      'except' in condition ? value !== condition.except : value >= condition.low && value <= condition.high
    ) {
      return true
    }
  }
  return false
}
