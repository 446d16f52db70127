import { expect, it } from 'vitest'
import * as z from 'zod'
import { PermanentFailure, readOrRefuse } from './permanent-failure.ts'

const fields = (count: number) =>
  z.object(Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, z.string()])))

const faultOf = (schema: z.ZodType, value: unknown): string => {
  try {
    readOrRefuse(() => schema.parse(value))
  } catch (error) {
    expect(error).toBeInstanceOf(PermanentFailure)
    return (error as PermanentFailure).message
  }
  return ''
}

it('names the first five faults of a message, and counts the others', () => {
  const named = /^invalid message: f0: [^;]+(; f[1-4]: [^;]+){4}/
  expect(faultOf(fields(5), {})).toMatch(new RegExp(`${named.source}$`))
  expect(faultOf(fields(6), {})).toMatch(new RegExp(`${named.source}; and 1 more$`))
})

it('names the field of a fault by its path, and the message where it is no object', () => {
  expect(faultOf(z.object({ a: fields(1) }), { a: {} })).toMatch(/^invalid message: a\.f0: [^;]+$/)
  expect(faultOf(fields(1), 7)).toMatch(/^invalid message: the message: [^;]+$/)
})

it('has the text of another error', () => {
  const read = () => {
    throw new Error('no such topic')
  }
  expect(() => readOrRefuse(read)).toThrow(new PermanentFailure(new Error('no such topic')))
  expect(readOrRefuse(() => 1)).toBe(1)
})
