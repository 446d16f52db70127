import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readData } from './read-data.ts'

describe('readData', () => {
  it('returns the checked contents of a data file', () => {
    const people = readData('people.json', z.record(z.string(), z.object({ name: z.string() })))
    expect(people['author']).toEqual({ name: 'Ana Autora' })
  })

  it('names the file and the wrong field when a data file has another shape', () => {
    const people = z.record(z.string(), z.object({ name: z.string(), age: z.int() }))
    expect(() => readData('people.json', people)).toThrow(
      /packages\/sample-data\/data\/people\.json is invalid:[\s\S]*author\.age/,
    )
  })
})
