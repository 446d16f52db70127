import { isDeepStrictEqual } from 'node:util'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { compile } from '@pauta/functions/graphql/request/compiled-execution'
import fc from 'fast-check'
import {
  execute,
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLOutputType,
} from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { randomOperation, type RandomOperation } from '../kit/fuzz/random-operation.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const OPERATIONS = 300
const SEED = 20_261_122

/** An object of a made-up answer: its seed decides the value of every field. */
interface Source {
  seed: number
}

const LEAVES: Record<string, readonly unknown[]> = {
  Int: [0, 7, 2 ** 40, 'text'],
  Float: [1.5, 3, Number.NaN],
  String: ['', 'água “x”', 12, true],
  ID: ['a', 9],
  Boolean: [true, false],
  DateTime: [new Date(0), '2026-01-01T00:00:00+00:00', 5],
  JSON: [{ a: [1, null] }, 'text', null],
}

function nextSeed(seed: number, text: string): number {
  let hash = seed
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) >>> 0
}

/** Writes arguments. The order of their names depends on the executor. */
function writeSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([name, inner]) => `${name}=${writeSorted(inner)}`)
  return `(${entries.sort().join()})`
}

const isOneOf = (seed: number, count: number) => (seed >>> 8) % count === 0

/**
 * Whether resolvers return promises. Then values that must not be null never are: graphql-js leaves the promises beside a
 * null without a handler, which ends the process.
 */
let isLate = false

/** Returns a value of the type, or rarely a wrong one. */
function valueOf(type: GraphQLOutputType, seed: number): unknown {
  const mayFail = !(isLate && isNonNullType(type))
  if (mayFail && isOneOf(seed, isNonNullType(type) ? 23 : 7)) return null
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    if (mayFail && isOneOf(seed, 50)) return 'no list'
    return Array.from({ length: seed % 4 }, (_, position) =>
      valueOf(nullable.ofType, nextSeed(seed, String(position))),
    )
  }
  const named = getNamedType(nullable)
  if (isObjectType(named)) return objectOf(named.name, seed)
  const values = isEnumType(named)
    ? [...named.getValues().map(({ value }) => value as unknown), 'NO_SUCH_VALUE']
    : (LEAVES[named.name] ?? [])
  // The last values are wrong ones and rare.
  return mayFail && isOneOf(seed, 4) ? values[seed % values.length] : values[0]
}

const schema = new GraphQLSchema(makeSchema().toConfig())

/** An object whose fields are computed at each access, as the object may contain itself. */
function objectOf(typeName: string, seed: number): Source {
  const type = schema.getType(typeName)
  const fields = isObjectType(type) ? type.getFields() : {}
  return new Proxy<Source>(
    { seed },
    {
      get: (target, name) => {
        if (name === 'seed') return target.seed
        const field = typeof name === 'string' ? fields[name] : undefined
        return field && valueOf(field.type, nextSeed(seed, field.name))
      },
    },
  )
}

/**
 * Replaces the resolvers of the schema: some throw, some are late, and half of the fields have none. Three of
 * four fields become nullable, so that most errors leave the rest of the answer.
 */
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue
  for (const field of Object.values(type.getFields())) {
    const isRoot = type === schema.getQueryType()
    if (type.getInterfaces().length === 0 && !isOneOf(nextSeed(2, `${type.name}.${field.name}`), 4))
      field.type = getNullableType(field.type)
    delete field.resolve
    if (!isRoot && nextSeed(1, `${type.name}.${field.name}`) % 2 === 0) continue
    field.resolve = (source: Source | undefined, args) => {
      const seed = nextSeed(source?.seed ?? 1, `${field.name}${writeSorted(args)}`)
      const mayFail = !(isLate && isNonNullType(field.type))
      if (mayFail && isOneOf(seed, 3)) throw new Error(`thrown by ${field.name}`)
      const value = valueOf(field.type, seed)
      return isLate && seed % 3 === 0 ? Promise.resolve(value) : value
    }
  }
}

/** Whether the value at the path of an error is null, and no object above it. */
function isAtNull(data: unknown, { path = [] }: Pick<GraphQLError, 'path'>): boolean {
  let value = data
  for (const key of path) {
    if (value === null || value === undefined) return false
    value = (value as Record<string | number, unknown>)[key]
  }
  return value === null
}

/**
 * An answer in a form in which the order of errors does not matter. Nor do quotation marks: about a resolver that returns no
 * list, only graphql-js puts the field into some. Callers never see these messages.
 */
function describeAnswer({ data, errors = [] }: ExecutionResult) {
  return {
    data: JSON.parse(JSON.stringify(data)) as unknown,
    errors: errors.map(({ message, path }) => `${path?.join('.')}: ${message.replaceAll('"', '')}`).sort(),
  }
}

/** Returns the answer of each executor, or undefined for an operation that is invalid or never compiled. */
async function runBoth({ query, variables }: RandomOperation) {
  let document
  try {
    document = parse(query)
  } catch {
    return undefined
  }
  const operation = getOperationAST(document)
  if (!operation || validate(schema, document).length > 0) return undefined
  const run = await compile(schema, document, operation)
  if (!run) return undefined
  return {
    interpreted: await execute({ schema, document, variableValues: variables }),
    // Undefined when the variables do not fit. Then the query is interpreted.
    compiled: await run({ context: undefined, variables }),
  }
}

function isSameAnswer(interpreted: ExecutionResult, compiled: ExecutionResult | undefined): boolean {
  if (!compiled) return interpreted.data === undefined
  const [expected, actual] = [describeAnswer(interpreted), describeAnswer(compiled)]
  if (!isDeepStrictEqual(actual.data, expected.data)) return false
  // Of several errors that make the same object null, an executor reports one.
  if (interpreted.errors?.some((error) => !isAtNull(interpreted.data, error))) return actual.errors.length > 0
  return isDeepStrictEqual(actual.errors, expected.errors)
}

it('a compiled query returns the data and the errors of the interpreted one', async () => {
  const operations = fc.sample(randomOperation(schema, 'query', ['mec']), { numRuns: OPERATIONS, seed: SEED })
  const differing: string[] = []
  let compared = 0
  let withErrors = 0
  let partial = 0
  for (const operation of operations) {
    isLate = !isLate
    const answers = await runBoth(operation)
    if (!answers) continue
    if (!isSameAnswer(answers.interpreted, answers.compiled)) differing.push(operation.query)
    compared++
    if (!answers.compiled?.errors) continue
    withErrors++
    if (answers.compiled.data !== null) partial++
  }
  expect(differing).toEqual([])
  expect(compared).toBeGreaterThan(OPERATIONS / 6)
  // Answers without errors, or with nothing but errors, would prove little.
  expect(withErrors).toBeGreaterThan(compared / 4)
  expect(partial).toBeGreaterThan(compared / 6)
})

it('a repeated query keeps its answer, its errors and its checks', async () => {
  const uniqueId = 'repetida_aaaaaa'
  await stack.publish([anArticle({ uniqueId, title: 'Repetida' })])
  const query = `query Repeated($id: String!, $limit: Int!) {
    article(uniqueId: $id) { title publishedAt features { wordCount entities { text } } }
    articles(limit: $limit) { found }
    clippings { id }
  }`
  const ask = async (variables: Record<string, unknown>): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query, variables })
    return await (await fetch(stack.stack.graphqlUrl, { method: 'POST', headers, body })).json()
  }
  const first = await ask({ id: uniqueId, limit: 0 })
  expect(first).toMatchObject({
    data: null,
    errors: [{ path: ['clippings'], extensions: { code: 'UNAUTHENTICATED' } }],
  })
  const [unknown, wrong] = [
    { id: '', limit: 0 },
    { id: uniqueId, limit: 'dez' },
  ]
  const [firstUnknown, firstWrong] = [await ask(unknown), await ask(wrong)]
  for (let turn = 0; turn < 4; turn++) {
    expect(await ask({ id: uniqueId, limit: 0 })).toEqual(first)
    expect(await ask(unknown)).toEqual(firstUnknown)
    expect(await ask(wrong)).toEqual(firstWrong)
  }
  expect(firstWrong).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
})
