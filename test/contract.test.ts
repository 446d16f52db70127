import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSchema } from '@pauta/functions/graphql/schema/describe-schema'
import { generate } from '@pauta/functions/graphql/generate'
import { generateOperations } from '@pauta/observatory/generate-operations'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
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

  it('gets its descriptions by the first introspection, not by a cold start', async () => {
    const schema = makeSchema()
    const shown = () => {
      const fields = schema.getQueryType()?.getFields() ?? {}
      return fields['articles']?.args.map(({ description }) => description)
    }
    expect(new Set(shown())).toEqual(new Set([undefined]))
    await describeSchema(schema)
    expect(shown()?.[0]).toMatch(/^Número da página: padrão 1/)
  })

  it('is served and valid; a cold start does not validate it again', async () => {
    const schema = makeSchema()
    await describeSchema(schema)
    expect(`${printSchema(schema)}\n`).toBe(files.get('contract.graphql'))
    expect(validateSchema(buildSchema(files.get('contract.graphql') ?? ''))).toEqual([])
  })
})
