import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from '@pauta/functions/graphql/generate'
import { generateOperations } from '@pauta/observatory/generate-operations'
import { makeSchema } from '@pauta/functions/graphql/schema'
import { buildSchema, printSchema, validateSchema } from 'graphql'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../functions/graphql')

describe('the contract', async () => {
  const files = await generate()
  it.each([...files])('%s equals the output of `npm run generate`', async (file, text) => {
    expect(await readFile(join(FOLDER, file), 'utf8')).toBe(text)
  })

  it('has the types of the observatory that `npm run generate` writes', async () => {
    const file = join(import.meta.dirname, '../packages/observatory/src/api/generated/operations.ts')
    expect(await readFile(file, 'utf8')).toBe(await generateOperations())
  })

  it('is served and valid; a cold start does not validate it again', () => {
    expect(`${printSchema(makeSchema())}\n`).toBe(files.get('contract.graphql'))
    expect(validateSchema(buildSchema(files.get('contract.graphql') ?? ''))).toEqual([])
  })
})
