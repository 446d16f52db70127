import { PublicError } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { GraphQLError } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { formatError } from './errors.ts'

const LOCATIONS = [{ line: 1, column: 3 }]
const PATH = ['articles', 0]

describe('an error of GraphQL', () => {
  const format = (formatted: object, error: unknown) =>
    formatError({ message: 'm', locations: LOCATIONS, ...formatted }, error, {
      logger: createLogger({ level: 'silent' }),
    })
  const ofCode = (code: string) => new GraphQLError('m', { extensions: { code } })

  it.each([
    'BAD_USER_INPUT',
    'BAD_REQUEST',
    'PERSISTED_QUERY_NOT_FOUND',
    'PERSISTED_QUERY_NOT_SUPPORTED',
    'GRAPHQL_PARSE_FAILED',
    'GRAPHQL_VALIDATION_FAILED',
    'LIMIT_EXCEEDED',
    'WRONG_ENDPOINT',
  ])('keeps its code %s and its place', (code) => {
    const shown = { message: 'm', locations: LOCATIONS, extensions: { code } }
    expect(format({ extensions: { code } }, ofCode(code))).toEqual(shown)
  })

  it.each<[string, GraphQLError, object, string]>([
    ['without an operation', ofCode('OPERATION_RESOLUTION_FAILURE'), {}, 'BAD_REQUEST'],
    ['without a code', new GraphQLError('m'), {}, 'BAD_USER_INPUT'],
    ['about a hash', new GraphQLError('m', { extensions: { http: { status: 400 } } }), {}, 'BAD_REQUEST'],
    [
      'of a rule of ours',
      new GraphQLError('m', { originalError: ofCode('LIMIT_EXCEEDED') }),
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      'LIMIT_EXCEEDED',
    ],
  ])('%s has a code of ours', (_, error, formatted, code) => {
    const extensions = { ...error.extensions, ...formatted }
    expect(format({ extensions, ...formatted }, error).extensions).toEqual({ code })
  })

  it.each<[string, unknown]>([
    ['a resolver', new GraphQLError('m', { originalError: new Error('secret') })],
    ['the execution', new GraphQLError('m', { path: PATH })],
    ['something else', new Error('m')],
    ['a code that nobody knows', ofCode('SECRET')],
  ])('of %s shows nothing but its place', (_, error) => {
    const extensions = error instanceof GraphQLError ? error.extensions : {}
    expect(format({ extensions, path: PATH }, error)).toEqual({
      message: expect.stringContaining('Erro interno'),
      locations: LOCATIONS,
      path: PATH,
      extensions: { code: 'INTERNAL', requestId: undefined },
    })
  })
})

const SECRET = new Error('secret')
const OF_EXECUTION = new GraphQLError('m', { path: PATH })
it.each([
  ['of a resolver', new GraphQLError('m', { originalError: SECRET }), SECRET],
  ['of the execution', OF_EXECUTION, OF_EXECUTION],
  ['of something else', SECRET, SECRET],
])('an unexpected error %s is logged with what caused it', (_, error, cause) => {
  const logger = createLogger({ level: 'silent' })
  const logged = vi.spyOn(logger, 'error')
  formatError({ message: 'm', path: PATH }, error, { logger })
  expect(logged.mock.calls).toEqual([[{ error: cause, path: PATH }, 'unexpected error']])
})

describe('an error that a caller may see', () => {
  it('has its place, its code and its details', () => {
    const refused = new PublicError('LIMIT_EXCEEDED', 'Menos.', { details: { argument: 'limit' } })
    const error = new GraphQLError('x', { originalError: refused })
    const logger = createLogger({ level: 'silent' })
    expect(formatError({ message: 'x', locations: LOCATIONS, path: PATH }, error, { logger })).toEqual({
      message: 'Menos.',
      locations: LOCATIONS,
      path: PATH,
      extensions: { argument: 'limit', code: 'LIMIT_EXCEEDED' },
    })
  })

  it('logs the reason of the search engine as a warning and keeps it from the caller', () => {
    const logger = createLogger({ level: 'silent' })
    const warn = vi.spyOn(logger, 'warn')
    const refused = new PublicError('BAD_USER_INPUT', 'A busca não aceita estes filtros.', {
      cause: new Error('search refused (400): bad filter'),
    })
    const error = new GraphQLError(refused.message, { originalError: refused })
    const formatted = formatError({ message: refused.message }, error, { logger })
    expect(formatted.extensions?.['code']).toBe('BAD_USER_INPUT')
    expect(JSON.stringify(formatted)).not.toContain('bad filter')
    expect(warn).toHaveBeenCalledWith({ error: refused.cause }, refused.message)
  })

  const cause = new Error('down')
  it.each([
    ['error', new PublicError('SERVICE_UNAVAILABLE', 'Fora do ar.', { cause })],
    ['warn', new PublicError('BAD_USER_INPUT', 'Não.', { cause })],
    [undefined, new PublicError('LIMIT_EXCEEDED', 'Menos.')],
  ] as const)('is logged as %s: %s', (level, known) => {
    const logger = createLogger({ level: 'silent' })
    const logged: unknown[] = []
    for (const one of ['error', 'warn'] as const)
      vi.spyOn(logger, one).mockImplementation((...line: unknown[]) => void logged.push([one, ...line]))
    // As it comes, as the original of an error of GraphQL, and as its cause.
    const forms = [
      known,
      new GraphQLError('x', { originalError: known }),
      Object.assign(new GraphQLError('x'), { cause: known }),
    ]
    for (const error of forms)
      expect(formatError({ message: 'x' }, error, { logger })).toEqual({
        message: known.message,
        extensions: { code: known.code },
      })
    const line = [level, { error: cause }, known.message]
    expect(logged).toEqual(level === undefined ? [] : [line, line, line])
  })
})
