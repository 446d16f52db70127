import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMPILE_CACHE } from '../kit/processes/command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { ROOT } from '../kit/repository/root.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const INSPECTOR = join(ROOT, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

let stack: TestStack
let home: string
beforeAll(async () => {
  stack = await shareTestStack()
  home = await mkdtemp(join(tmpdir(), 'pauta-inspector-'))
  await stack.publish([anArticle({ uniqueId: 'vacina-000001', title: 'Vacina contra a gripe' })])
})
afterAll(async () => {
  await stack.stop()
  await rm(home, { recursive: true, force: true })
})

/** Runs the protocol's inspector without a window. Returns the JSON that it prints, and its remarks. */
async function inspect(...args: string[]): Promise<{ answer: unknown; remarks: string }> {
  const { PATH = '' } = process.env
  const address = new URL('/mcp', stack.stack.graphqlUrl).href
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [INSPECTOR, '--cli', address, '--transport', 'http', ...args],
    { env: { PATH, HOME: home, NODE_COMPILE_CACHE: COMPILE_CACHE }, maxBuffer: 16 * 1024 * 1024 },
  )
  return { answer: JSON.parse(stdout) as unknown, remarks: stderr }
}

it('lists tools whose schemas the inspector finds portable without a warning', async () => {
  const { answer, remarks } = await inspect('--method', 'tools/list', '--strict')
  const { tools } = answer as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toContain('search_articles')
  expect(remarks).not.toMatch(/Warning|portability/)
})

it('calls a tool', async () => {
  const args = ['--tool-name', 'search_articles', '--tool-arg', 'q=gripe', '--tool-arg', 'limit=1']
  expect((await inspect('--method', 'tools/call', ...args)).answer).toMatchObject({
    structuredContent: { found: 1, articles: [{ uniqueId: 'vacina-000001' }] },
  })
})
