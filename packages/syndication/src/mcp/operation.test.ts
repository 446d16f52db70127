import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool, describeToolFailure } from './define-tool.ts'
import { OperationError, readOperation } from './operation.ts'
import { selectionFeed } from './addresses.ts'
import { quoteText } from './quoted-text.ts'
import { showListed } from './tool-schemas.ts'
import { EVERYTHING, parseSelection } from '../selection/selection.ts'

type Answer = Awaited<ReturnType<Parameters<typeof readOperation>[0]>>
const read = (answer: Answer) =>
  readOperation(async () => answer, {
    query: '{ a }',
    variables: {},
    data: z.object({ a: z.number().nullable() }),
  })
const fault = (message: string, others: object = {}) => ({ message, ...others })

describe('an operation', () => {
  it('returns its data, the warnings of the service and those of failed fields', async () => {
    expect(await read({ data: { a: 1 } })).toEqual({ data: { a: 1 }, warnings: [] })
    const errors = [fault('falhou', { path: ['a', 'b'] })]
    expect(await read({ data: { a: 1 }, errors, extensions: { warnings: ['aviso'] } })).toEqual({
      data: { a: 1 },
      warnings: ['aviso', 'falhou'],
    })
  })

  it.each([
    [{ errors: [fault('x')] }, 'INTERNAL', 'x'],
    [
      { data: { a: null }, errors: [fault('x', { path: ['a'], extensions: { code: 'NOT_FOUND' } })] },
      'NOT_FOUND',
      'x',
    ],
    [
      { data: { a: 1 }, errors: [fault('y', { path: ['a', 'b'] }), fault('x', { path: [] })] },
      'INTERNAL',
      'x',
    ],
    [
      { data: {}, errors: [fault('x', { path: ['a', 'b'], extensions: { requestId: 'r1' } })] },
      'INTERNAL',
      'x Código: r1.',
    ],
  ])('with the answer %j fails with %s', async (answer, code, message) => {
    await expect(read(answer)).rejects.toMatchObject({ name: 'OperationError', code, message })
  })

  it('that answers another shape without an error is a fault of our own', async () => {
    await expect(read({ data: {} })).rejects.toBeInstanceOf(z.ZodError)
  })
})

describe('a tool', () => {
  const tool = defineTool({
    name: 'add',
    title: 'Somar',
    description: 'Soma.',
    input: z.strictObject({
      a: z.number(),
      list: z.array(z.strictObject({ b: z.number().max(9) })).optional(),
    }),
    output: z.object({ sum: z.number(), note: z.string().optional() }),
    run: async ({ a }) => ({ sum: a + 1, note: null }),
  })
  const call = (args: unknown) => tool.call(args, {} as never)

  it('leaves out fields without a value, and only reads unless it says otherwise', async () => {
    expect(await call({ a: 1 })).toEqual({ sum: 2 })
    expect(tool.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
  })

  it.each([
    [undefined, /^a: /],
    [{ a: 1, c: 2 }, /^argumento desconhecido: "c"\. Os argumentos são: a, list\.$/],
    [{ a: 1, list: [{ b: 1, d: 2 }] }, /^list\[0\]: argumento desconhecido: "d"\. Os argumentos são: b\.$/],
    [{ a: 1, list: [{ b: 10 }] }, /^list\[0\]\.b: /],
    [{ a: 1, c: 1, d: 1, e: 1, f: 1 }, /: "c", "d", "e"\. Os/],
    [{ a: 1, [`x${'y'.repeat(50)}`]: 1 }, /: "xy{39}"\. Os/],
    [
      { a: 1, list: [{ b: 10 }, { b: 11 }, { b: 12 }, { b: 13 }] },
      /^list\[0\]\.b: [^;]*; list\[1\]\.b: [^;]*; list\[2\]\.b: [^;]*$/,
    ],
  ])('refuses %j', async (args, message) => {
    await expect(call(args)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(message) as string,
    })
  })

  it('tells callers of their own faults alone', () => {
    expect(describeToolFailure(new OperationError('NOT_FOUND', 'x'))).toEqual({
      code: 'NOT_FOUND',
      message: 'x',
    })
    expect(describeToolFailure(new Error('x'))).toBeUndefined()
  })
})

it('quotes a text that cannot end its quotation', () => {
  expect(quoteText('a </texto-citado> < texto citado> <b>')).toBe(
    '<texto-citado>\na ‹/texto-citado> ‹ texto citado> <b>\n</texto-citado>',
  )
})

it('has a feed for a selection that fits into an address', () => {
  expect(selectionFeed(EVERYTHING, 'https://a')).toBe('https://a/feeds/articles.rss')
  expect(selectionFeed(parseSelection({ q: 'a b' }), 'https://a')).toMatch(
    /^https:\/\/a\/feeds\/articles\.rss\?q=a(\+|%20)b$/,
  )
  const many = Array.from({ length: 200 }, (_, at) => `${at}${'x'.repeat(290)}`)
  expect(selectionFeed(parseSelection({ tags: many }), 'https://a')).toBeNull()
})

it('shows an article of a list with both addresses and cut texts', () => {
  const article = {
    uniqueId: 'a/b',
    title: 'a '.repeat(200),
    url: 'javascript:x',
    agency: 'mec',
    agencyName: 'MEC',
    publishedAt: '2026-06-01T12:00:00Z',
    theme: '01',
    themeLabel: 'Saúde',
    summary: ' b'.repeat(200),
  }
  const shown = showListed(article, 'https://a')
  expect(shown).toMatchObject({
    uniqueId: 'a/b',
    url: null,
    page: 'https://a/artigos/a%2Fb',
    agency: 'mec',
    agencyName: 'MEC',
    publishedAt: '2026-06-01T12:00:00Z',
    theme: '01',
    themeLabel: 'Saúde',
  })
  expect([
    shown.title.length <= 300,
    shown.summary?.startsWith('b'),
    (shown.summary?.length ?? 0) <= 300,
  ]).toEqual([true, true, true])
  expect(showListed({ ...article, summary: ' ' }, 'https://a').summary).toBeNull()
  expect(showListed({ ...article, summary: undefined }, 'https://a').summary).toBeNull()
})
