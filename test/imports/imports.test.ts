import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { redrawPage } from './draw-imports.ts'
import { checkImports } from './run-cruiser.ts'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pauta-imports-'))
  for (const folder of ['packages', 'functions', 'stacks']) await mkdir(join(root, folder))
})

afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

/** Writes a small tree and returns what the check prints on one line, with the number of wrong imports before it. */
async function check(files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const { code, stdout } = await checkImports(root)
  return `${code} ${stdout.replace(/\s+/g, ' ')}`
}

describe('the check of imports', () => {
  it('accepts imports of lower rooms', async () => {
    const output = await check({
      'packages/platform/src/text.ts': 'export const text = 1\n',
      'packages/core/src/news.ts':
        "import { text } from '../../platform/src/text.ts'\nexport const news = text\n",
    })
    expect(output).toMatch(/^0 .*no dependency violations found \(2 modules, 1 dependencies/)
  })

  it.each([
    [
      'an import',
      "import { clipping } from '../../clippings/src/clipping.ts'\nexport const news = clipping\n",
    ],
    [
      'type import',
      "import type { Clipping } from '../../clippings/src/clipping.ts'\nexport type News = Clipping\n",
    ],
    ['a late import', "export const news = () => import('../../clippings/src/clipping.ts')\n"],
    ['a re-export', "export { clipping } from '../../clippings/src/clipping.ts'\n"],
  ])('refuses code that reaches a higher room by %s, and prints the remedy', async (_, text) => {
    const output = await check({
      'packages/clippings/src/clipping.ts': 'export const clipping = 1\nexport interface Clipping {}\n',
      'packages/core/src/news.ts': text,
    })
    expect(output).toMatch(/^1 .*error core-imports: packages\/core\/src\/news\.ts → packages\/clippings/)
    expect(output).toContain(
      'packages/core may import platform. Move the code to a room that may import both',
    )
  })

  it('refuses two files that import each other, if only for a type', async () => {
    const output = await check({
      'packages/core/src/a.ts': "import type { B } from './b.ts'\nexport type A = B\n",
      'packages/core/src/b.ts': "import type { A } from './a.ts'\nexport type B = A\n",
    })
    expect(output).toContain('error no-cycle-between-files')
    expect(output).toContain('Move what both need, types included, into a file of its own.')
  })

  it('refuses two folders that import each other', async () => {
    const output = await check({
      'packages/core/src/one/a.ts': "import { d } from '../two/d.ts'\nexport const a = d\n",
      'packages/core/src/one/b.ts': 'export const b = 1\n',
      'packages/core/src/two/c.ts': "import { b } from '../one/b.ts'\nexport const c = b\n",
      'packages/core/src/two/d.ts': 'export const d = 1\n',
    })
    expect(output).toContain('error no-cycle-between-folders')
    expect(output).toContain('Move the shared file to the folder that the other one imports.')
  })

  it('refuses a job that a command runs itself', async () => {
    const output = await check({
      'functions/jobs/purge/handler.ts': 'export const handler = 1\n',
      'packages/cli/src/job.ts':
        "import { handler } from '../../../functions/jobs/purge/handler.ts'\nexport const job = handler\n",
    })
    expect(output).toMatch(/^1 .*error commands-enqueue-jobs/)
    expect(output).toContain('Enqueue the job instead of running it.')
  })

  it('refuses a package without a line in the table', async () => {
    const output = await check({
      'packages/platform/src/text.ts': 'export const text = 1\n',
      'packages/news/src/a.ts': "import { text } from '../../platform/src/text.ts'\nexport const a = text\n",
    })
    expect(output).toMatch(/^1 .*error every-room-has-a-line/)
  })
})

describe('docs/architecture.md', () => {
  it('draws the imports as they are: else run `npm run draw-imports`', async () => {
    const page = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8')
    expect(page).toBe(await redrawPage(page))
  })
})
