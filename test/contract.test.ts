import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from '@pauta/functions/graphql/generate'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../functions/graphql')

describe('the contract', async () => {
  const files = await generate()
  it.each([...files])('%s is what `npm run generate` writes', async (file, text) => {
    expect(await readFile(join(FOLDER, file), 'utf8')).toBe(text)
  })
})
