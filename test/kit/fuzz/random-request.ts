import fc from 'fast-check'
import type { GraphQLSchema } from 'graphql'
import { anyJson, anyText, HOSTILE_TEXTS } from './hostile-values.ts'
import { randomOperation, type RandomOperation } from './random-operation.ts'

const CALLERS = ['anonymous', 'user', 'service'] as const
export type CallerKind = (typeof CALLERS)[number]

/** A request as it is sent. */
export interface RandomRequest {
  caller: CallerKind
  method: 'POST' | 'GET'
  /** The query string of a GET. */
  search: string
  headers: Record<string, string>
  body: string | undefined
}

const SNIPPETS = [
  '{',
  '}',
  '(',
  '"',
  '"""',
  '$',
  '@',
  '...',
  '...F9',
  ' inexistente ',
  ' __schema { types { name } } ',
  ' @include(if: $nada)',
  ' @deprecated',
  'fragment F9 on Query { ...F9 }',
  ' mutation Outra { deleteClipping(id: "x") } ',
  ' subscription { generateRecortes(prompt: "abc") { __typename } } ',
  '#',
  '\u0000',
  '\ud800',
  '\\u{110000}',
  'articles(limit: 250) { articles { ',
] as const

/** Removes a piece of a text or inserts one. */
function damaged(text: string): fc.Arbitrary<string> {
  const place = fc.nat(text.length)
  const cut = fc
    .tuple(place, fc.integer({ min: 1, max: 12 }))
    .map(([at, length]) => text.slice(0, at) + text.slice(at + length))
  const insert = fc
    .tuple(place, fc.oneof(fc.constantFrom(...SNIPPETS), anyText(5)))
    .map(([at, piece]) => text.slice(0, at) + piece + text.slice(at))
  return fc.oneof(cut, insert)
}

const WRONG_KEYWORDS = ['query', 'mutation', 'subscription', 'outra', ''] as const

/** The parameters of a request, sometimes with a fault. */
function parametersOf(operation: RandomOperation): fc.Arbitrary<unknown> {
  const { query, variables } = operation
  const whole = { query, variables, operationName: 'Op' }
  const withQuery = (text: string) => ({ ...whole, query: text })
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(whole) },
    { weight: 3, arbitrary: damaged(query).map(withQuery) },
    { weight: 1, arbitrary: damaged(query).chain(damaged).map(withQuery) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...WRONG_KEYWORDS).map((word) => withQuery(query.replace(/^\w+/, word))),
    },
    { weight: 1, arbitrary: anyJson.map((other) => ({ ...whole, variables: other })) },
    {
      weight: 1,
      arbitrary: fc
        .dictionary(fc.constantFrom('v0', 'v1', 'v2', 'toString'), anyJson, { maxKeys: 3 })
        .map((other) => ({ ...whole, variables: { ...variables, ...other } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...HOSTILE_TEXTS.slice(0, 20))
        .map((operationName) => ({ ...whole, operationName })),
    },
    { weight: 1, arbitrary: fc.constantFrom([whole], [whole, whole], {}, 7, null, { query: [query] }) },
    { weight: 1, arbitrary: anyJson.map((extensions) => ({ ...whole, extensions })) },
  )
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The longest request line that reaches a function: clients and gateways refuse longer ones. */
const SEARCH_MAX_CHARACTERS = 6000

function searchOf(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return undefined
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const search = `?${new URLSearchParams(given.map(([key, value]) => [key, asText(value)])).toString()}`
  return search.length > SEARCH_MAX_CHARACTERS ? undefined : search
}

/** Requests with operations of one kind, valid and broken, by POST and by GET, of every kind of caller. */
export function randomRequest(
  schema: GraphQLSchema,
  keyword: 'query' | 'mutation' | 'subscription',
  known: readonly string[],
): fc.Arbitrary<RandomRequest> {
  const parameters = randomOperation(schema, keyword, known).chain(parametersOf)
  return fc
    .record({
      parameters,
      caller: fc.constantFrom(...CALLERS, 'user', 'service'),
      byGet: fc.integer({ min: 1, max: 8 }).map((one) => one === 1),
      accept: fc.constantFrom('application/json', 'application/graphql-response+json', '*/*'),
      isCut: fc.integer({ min: 1, max: 40 }).map((one) => one === 1),
    })
    .map(({ parameters: given, caller, byGet, accept, isCut }): RandomRequest => {
      const search = byGet ? searchOf(given) : undefined
      if (search !== undefined) return { caller, method: 'GET', search, headers: { accept }, body: undefined }
      const body = JSON.stringify(given)
      const headers = { accept, 'content-type': 'application/json' }
      return { caller, method: 'POST', search: '', headers, body: isCut ? body.slice(0, -2) : body }
    })
}
