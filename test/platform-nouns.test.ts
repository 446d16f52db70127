import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, isInputObjectType, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { ROOT } from './kit/repository/root.ts'
import { sourceFiles, trackedFiles } from './kit/repository/source-files.ts'

/** Names of the engines themselves: runs of jobs, and the probe of a database that takes writes. */
const OWN = new Set(['job_runs', 'JobRun', 'write_probe'])

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const schema = buildSchema(read('functions/graphql/contract.graphql'))
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

const tables = trackedFiles
  .filter((path) => path.startsWith('packages/core/migrations/'))
  .flatMap((path) => [...read(path).matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)])
  .map(([, table = '']) => table)
const composite = types.filter((type) => isObjectType(type) || isInputObjectType(type))
/** Arguments and fields of inputs. A name of one word, such as `limit`, is a word of the language and no noun. */
const given = composite
  .flatMap((type) =>
    isInputObjectType(type)
      ? Object.keys(type.getFields())
      : Object.values(type.getFields()).flatMap(({ args }) => args.map(({ name }) => name)),
  )
  .filter((name) => /[A-Z]/.test(name))

/** The words of TypeScript without its comments. */
const wordsOf = (text: string): Set<string> =>
  new Set(text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$| \/\/ .*$/gm, '').match(/[A-Za-z_]\w*/g))

it('names no table, argument or type of the service in packages/platform', () => {
  const nouns = new Set(
    [...tables, ...given, ...composite.map(({ name }) => name)].filter((name) => !OWN.has(name)),
  )
  expect(tables.length).toBeGreaterThan(40)
  expect(given.length).toBeGreaterThan(20)
  const named = sourceFiles
    .filter(({ path }) => path.startsWith('packages/platform/src/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      [...wordsOf(text)].filter((word) => nouns.has(word)).map((word) => `${path}: ${word}`),
    )
  expect(
    named,
    'platform knows no noun: move the code to the package of the noun, or take the name as a parameter',
  ).toEqual([])
})
