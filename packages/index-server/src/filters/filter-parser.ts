import { badRequest } from '../requests/http-error.ts'
import { isNumeric } from '../schema/field.ts'
import type { Field } from '../schema/field.ts'
import { parseNumberConditions } from './number-condition.ts'
import type { NumberCondition } from './number-condition.ts'

/** A parsed `filter_by`. */
export type Filter =
  | { kind: 'and'; left: Filter; right: Filter }
  | { kind: 'or'; left: Filter; right: Filter }
  | { kind: 'ids'; ids: string[]; negated: boolean }
  | { kind: 'numbers'; field: Field; conditions: NumberCondition[]; negated: boolean }
  | { kind: 'texts'; field: Field; texts: FilterText[]; isExact: boolean; negated: boolean }

/** Words of one alternative. With `isPrefix` the last word may be unfinished. */
export interface FilterText {
  text: string
  isPrefix: boolean
}

type Token = { kind: 'open' | 'close' | '&&' | '||' } | { kind: 'expression'; text: string }

/** Maximum of operations in one filter. */
const MAX_OPERATIONS = 100
/** Maximum of values in one list. */
const MAX_VALUES = 10_000
const MAX_LENGTH = 400_000

/**
 * Parses a filter. `&&` and `||` have equal precedence, from left to right; parentheses group. Backticks keep
 * operators, commas and parentheses inside a value. Returns undefined for a blank filter.
 */
export function parseFilter(
  text: string,
  findField: (name: string) => Field | undefined,
): Filter | undefined {
  if (text.trim() === '') return undefined
  if (text.length > MAX_LENGTH) throw badRequest(`\`filter_by\` is longer than ${MAX_LENGTH} characters.`)
  const postfix = toPostfix(splitFilter(text))
  if (postfix.length > MAX_OPERATIONS) throw badRequest('`filter_by` has too many operations.')
  const operands: Filter[] = []
  for (const token of postfix) {
    if (token.kind === 'expression') {
      operands.push(parseExpression(token.text, findField))
      continue
    }
    const right = operands.pop()
    const left = operands.pop()
    if (left === undefined || right === undefined) {
      throw badRequest(`Could not parse the filter query: unbalanced \`${token.kind}\` operands.`)
    }
    operands.push({ kind: token.kind === '&&' ? 'and' : 'or', left, right })
  }
  const filter = operands.pop()
  if (filter === undefined) throw badRequest('Filter query cannot be empty.')
  return filter
}

function splitFilter(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const character = text[at]!
    if (character === ' ') at++
    else if (character === '(' || character === ')') {
      tokens.push({ kind: character === '(' ? 'open' : 'close' })
      at++
    } else if (character === '&' || character === '|') {
      if (text[at + 1] !== character) throw badRequest('Could not parse the filter query.')
      tokens.push({ kind: character === '&' ? '&&' : '||' })
      at += 2
    } else {
      const end = endOfExpression(text, at)
      tokens.push({ kind: 'expression', text: text.slice(at, end).trim() })
      at = end
    }
  }
  return tokens
}

function endOfExpression(text: string, start: number): number {
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    if (character === '`') isQuoted = !isQuoted
    else if (!isQuoted && at > start) {
      if (character === '(' || character === ')') return at
      if ((character === '&' || character === '|') && text[at + 1] === character) return at
    }
  }
  return text.length
}

type PostfixToken = { kind: '&&' } | { kind: '||' } | { kind: 'expression'; text: string }

function toPostfix(tokens: readonly Token[]): PostfixToken[] {
  const postfix: PostfixToken[] = []
  const stack: ('&&' | '||' | 'open')[] = []
  const popGroup = (): void => {
    for (let top = stack.at(-1); top !== undefined && top !== 'open'; top = stack.at(-1)) {
      postfix.push({ kind: top })
      stack.pop()
    }
  }
  for (const token of tokens) {
    if (token.kind === 'expression') postfix.push(token)
    else if (token.kind === 'open') stack.push('open')
    else if (token.kind === 'close') {
      popGroup()
      if (stack.pop() !== 'open')
        throw badRequest('Could not parse the filter query: unbalanced parentheses.')
    } else {
      popGroup()
      stack.push(token.kind)
    }
  }
  popGroup()
  if (stack.length > 0) throw badRequest('Could not parse the filter query: unbalanced parentheses.')
  return postfix
}

function parseExpression(expression: string, findField: (name: string) => Field | undefined): Filter {
  const colon = expression.indexOf(':')
  if (colon < 0) throw badRequest('Could not parse the filter query.')
  const name = expression.slice(0, colon).trim()
  const value = expression.slice(colon + 1).trim()
  if (name === 'id') return parseIds(value)
  const field = findField(name)
  if (field === undefined) throw badRequest(`Could not find a filter field named \`${name}\` in the schema.`)
  if (field.dimensions > 0) throw badRequest(`Cannot filter on vector field \`${name}\`.`)
  if (!field.index) throw badRequest(`Cannot filter on non-indexed field \`${name}\`.`)
  if (isNumeric(field)) {
    const { conditions, negated } = parseNumberConditions(field, value)
    return { kind: 'numbers', field, conditions, negated }
  }
  return parseTexts(field, value)
}

const isList = (value: string): boolean => value.startsWith('[') && value.endsWith(']') && value.length > 1

function parseIds(value: string): Filter {
  if (value === '*') return { kind: 'ids', ids: [], negated: true }
  const negated = value.startsWith('!=')
  const rest = (negated ? value.slice(2) : value.replace(/^=/, '')).trim()
  if (rest === '') throw badRequest('Error with filter field `id`: Filter value cannot be empty.')
  const ids = isList(rest) ? splitValues(rest.slice(1, -1)) : splitValues(rest).slice(0, 1)
  return { kind: 'ids', ids, negated }
}

function parseTexts(field: Field, value: string): Filter {
  const operator = /^(=|!=|!)?\s*/.exec(value)!
  const rest = value.slice(operator[0].length)
  if (rest === '')
    throw badRequest(`Error with filter field \`${field.name}\`: Filter value cannot be empty.`)
  const values = isList(rest) ? splitValues(rest.slice(1, -1)) : [rest]
  if (values.length === 0) {
    throw badRequest(`Error with filter field \`${field.name}\`: Filter value array cannot be empty.`)
  }
  const texts = values.map((text) => {
    const isPrefix = text.length > 1 && text.endsWith('*')
    return { text: isPrefix ? text.slice(0, -1) : text, isPrefix }
  })
  const isExact = operator[1] === '=' || operator[1] === '!='
  return { kind: 'texts', field, texts, isExact, negated: operator[1]?.startsWith('!') ?? false }
}

/** Splits values at commas. A value in backticks may contain commas, and a backtick after a backslash is kept. */
export function splitValues(list: string): string[] {
  const values: string[] = []
  let isQuoted = false
  let value = ''
  for (let at = 0; at < list.length; at++) {
    const character = list[at]!
    if (character === '`' && (at === 0 || list[at - 1] !== '\\')) isQuoted = !(isQuoted && value !== '')
    else if (character === ',' && !isQuoted) {
      values.push(value.trim())
      value = ''
    } else value += character
  }
  if (value !== '') values.push(value.trim())
  if (values.length > MAX_VALUES) throw badRequest(`A filter list has at most ${MAX_VALUES} values.`)
  return values
}
