// Writes the types and texts of the site's operations from the printed contract: part of `npm run generate`.
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as documentPlugin from '@graphql-codegen/typed-document-node'
import * as operationsPlugin from '@graphql-codegen/typescript-operations'
import { buildASTSchema, concatAST, NoUnusedVariablesRule, parse, validate } from 'graphql'

const FOLDER = import.meta.dirname
const CONTRACT = join(FOLDER, '../../functions/graphql/contract.graphql')
const OUTPUT = join(FOLDER, 'src/api/generated/operations.ts')
const HEADER = '// Made by `npm run generate`. Do not edit.\n'

/** Returns the text of `src/api/generated/operations.ts`. Throws for an operation that the API would refuse. */
export async function generateOperations(): Promise<string> {
  const files = globSync('src/**/*.graphql', { cwd: FOLDER }).sort()
  const documents = await Promise.all(
    files.map(async (file) => ({
      location: file,
      document: parse(await readFile(join(FOLDER, file), 'utf8')),
    })),
  )
  const schema = parse(await readFile(CONTRACT, 'utf8'))
  // The generator checks the other rules of the API.
  const [unused] = validate(buildASTSchema(schema), concatAST(documents.map(({ document }) => document)), [
    NoUnusedVariablesRule,
  ])
  if (unused) throw unused
  const text = await codegen({
    documents,
    schema,
    filename: OUTPUT,
    config: {
      documentMode: 'string',
      useTypeImports: true,
      enumsAsTypes: true,
      skipTypename: true,
      disableDescriptions: true,
      scalars: { DateTime: 'string', JSON: 'unknown' },
    },
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations: operationsPlugin, documents: documentPlugin },
  })
  return `${HEADER}${text}`
}

if (import.meta.main) {
  await writeFile(OUTPUT, await generateOperations())
}
