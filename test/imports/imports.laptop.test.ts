import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../kit/repository/root.ts'
import { redrawPage } from './draw-imports.ts'
import { checkImports } from './run-cruiser.ts'

/** Writes a small tree and returns what the check prints on one line, with the number of wrong imports before it. */
async function check(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'pauta-imports-'))
  try {
    for (const folder of ['packages', 'functions', 'stacks']) await mkdir(join(root, folder))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    const { code, stdout } = await checkImports(root)
    return `${code} ${stdout.replace(/\s+/g, ' ')}`
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Mistakes of all kinds in one tree, because each check starts a process. No mistake has a file of another one. */
const MISTAKES = {
  'packages/clippings/src/clipping.ts': 'export const clipping = 1\nexport interface Clipping {}\n',
  'packages/core/src/direct.ts':
    "import { clipping } from '../../clippings/src/clipping.ts'\nexport const news = clipping\n",
  'packages/core/src/of-type.ts':
    "import type { Clipping } from '../../clippings/src/clipping.ts'\nexport type News = Clipping\n",
  'packages/core/src/late.ts': "export const news = () => import('../../clippings/src/clipping.ts')\n",
  'packages/core/src/again.ts': "export { clipping } from '../../clippings/src/clipping.ts'\n",
  'packages/core/src/a.ts': "import type { B } from './b.ts'\nexport type A = B\n",
  'packages/core/src/b.ts': "import type { A } from './a.ts'\nexport type B = A\n",
  'packages/core/src/one/a.ts': "import { d } from '../two/d.ts'\nexport const a = d\n",
  'packages/core/src/one/b.ts': 'export const b = 1\n',
  'packages/core/src/two/c.ts': "import { b } from '../one/b.ts'\nexport const c = b\n",
  'packages/core/src/two/d.ts': 'export const d = 1\n',
  'functions/jobs/purge/handler.ts': 'export const handler = 1\n',
  'packages/cli/src/job.ts':
    "import { handler } from '../../../functions/jobs/purge/handler.ts'\nexport const job = handler\n",
  'packages/platform/src/text.ts': 'export const text = 1\n',
  'packages/news/src/a.ts': "import { text } from '../../platform/src/text.ts'\nexport const a = text\n",
}

let refusal = ''

beforeAll(async () => {
  refusal = await check(MISTAKES)
})

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
    ['an import', 'direct'],
    ['type import', 'of-type'],
    ['a late import', 'late'],
    ['a re-export', 'again'],
  ])('refuses code that reaches a higher room by %s, and prints the remedy', (_, name) => {
    expect(refusal).toContain(`error core-imports: packages/core/src/${name}.ts → packages/clippings`)
    expect(refusal).toContain(
      'packages/core may import platform. Move the code to a room that may import both',
    )
  })

  it('refuses two files that import each other, if only for a type', () => {
    expect(refusal).toContain('error no-cycle-between-files: packages/core/src/a.ts → packages/core/src/b.ts')
    expect(refusal).toContain('Move what both need, types included, into a file of its own.')
  })

  it('refuses two folders that import each other', () => {
    expect(refusal).toContain('error no-cycle-between-folders: packages/core/src/one')
    expect(refusal).toContain('Move the shared file to the folder that the other one imports.')
  })

  it('refuses a job that a command runs itself', () => {
    expect(refusal).toContain('error commands-enqueue-jobs: packages/cli/src/job.ts')
    expect(refusal).toContain('Enqueue the job instead of running it.')
  })

  it('refuses a package without a line in the table', () => {
    expect(refusal).toContain('error every-room-has-a-line: packages/news')
  })

  it('refuses nothing else', () => {
    const errors = [...refusal.matchAll(/error (\S+): (\S+)/g)].map(([, rule, file]) => `${rule} ${file}`)
    expect(errors.sort()).toEqual([
      'commands-enqueue-jobs packages/cli/src/job.ts',
      ...['again', 'direct', 'late', 'of-type'].map((name) => `core-imports packages/core/src/${name}.ts`),
      'every-room-has-a-line packages/news/src/a.ts',
      'no-cycle-between-files packages/core/src/a.ts',
      'no-cycle-between-folders packages/core/src/one',
      'no-cycle-between-folders packages/core/src/two',
    ])
    expect(Number.parseInt(refusal, 10)).toBe(errors.length)
  })
})

describe('docs/architecture.md', () => {
  it('draws the imports as they are: else run `npm run draw-imports`', async () => {
    const page = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8')
    expect(page).toBe(await redrawPage(page))
  })
})
