import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, 'src')
const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter(
  (file) => !/^texts|generated|\.test\.ts$/.test(file),
)
const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

it('has every text of the site, for translation', () => {
  expect(files.length).toBeGreaterThan(60)
  const elsewhere = files.filter((file) =>
    /[áàâãéêíóôõúç]/i.test(withoutComments(readFileSync(join(SOURCE, file), 'utf8'))),
  )
  expect(elsewhere).toEqual([])
})
