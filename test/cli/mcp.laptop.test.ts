import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMPILE_CACHE, runCommand } from '../kit/processes/command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { ERAS, makeMcpClient, resultOf, callTool, type Era } from '../kit/client/mcp.ts'
import { newPerson } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { ROOT } from '../kit/repository/root.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle({ uniqueId: 'vacina-000001', title: 'Vacina contra a gripe' })])
})
afterAll(() => stack.stop())

/** Starts `pauta mcp` and connects the SDK's client to its standard input and output. */
async function connect(era: Era, args: readonly string[] = [], variables: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const client = makeMcpClient(era)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'packages/cli/src/pauta.ts'), 'mcp', ...args],
      env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE, ...stack.stack.environment, ...variables },
      stderr: 'ignore',
    }),
  )
  return client
}

it('serves the tools of the linked service over standard input and output', async () => {
  const client = await connect('2026-07-28')
  expect((await client.listTools()).tools.length).toBe(21)
  expect(await resultOf(client, 'search_articles', { q: 'gripe' })).toMatchObject({
    articles: [
      { uniqueId: 'vacina-000001', page: new URL('/artigos/vacina-000001', stack.stack.graphqlUrl).href },
    ],
  })
  expect(await callTool(client, 'my_clippings', {})).toMatchObject({ _meta: { code: 'UNAUTHENTICATED' } })
  await client.close()
})

it('uses the address and the token that it is given', async () => {
  const { token } = await newPerson(stack)
  const client = await connect(ERAS[1], ['--url', stack.stack.graphqlUrl, '--token', token])
  expect(await resultOf(client, 'my_clippings', {})).toMatchObject({ clippings: [] })
  await client.close()
})

it('takes the token from PAUTA_TOKEN, which the list of processes does not show', async () => {
  const { token } = await newPerson(stack)
  const client = await connect('2026-07-28', [], { PAUTA_TOKEN: token })
  expect(await resultOf(client, 'my_clippings', {})).toMatchObject({ clippings: [] })
  await client.close()
})

it('calls without a token when PAUTA_TOKEN is empty', async () => {
  const client = await connect('2026-07-28', [], { PAUTA_TOKEN: '' })
  expect(await callTool(client, 'my_clippings', {})).toMatchObject({ _meta: { code: 'UNAUTHENTICATED' } })
  await client.close()
})

it('answers with a code when the service cannot be reached', async () => {
  const client = await connect('2026-07-28', ['--url', 'http://127.0.0.1:1'])
  expect(await callTool(client, 'search_articles', {})).toMatchObject({
    isError: true,
    _meta: { code: 'SERVICE_UNAVAILABLE' },
  })
  await client.close()
})

it('refuses an address that is not http', async () => {
  expect(await runCommand('mcp', ['--url', 'ftp://exemplo'], stack.stack.environment)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--url ftp://exemplo') as string,
  })
})
