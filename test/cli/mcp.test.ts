import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { anArticle } from '../support/factories.ts'
import { ERAS, makeMcpClient, resultOf, callTool, type Era } from '../support/mcp.ts'
import { newPerson } from '../support/people.ts'
import { shareTestStack } from '../support/shared-stack.ts'
import { ROOT } from '../support/source-files.ts'
import type { TestStack } from '../support/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle({ uniqueId: 'vacina-000001', title: 'Vacina contra a gripe' })])
})
afterAll(() => stack.stop())

/** Starts `pauta mcp` and connects the SDK's client to its standard input and output. */
async function connect(era: Era, ...args: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const client = makeMcpClient(era)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'packages/cli/src/pauta.ts'), 'mcp', ...args],
      env: { PATH, HOME, ...stack.stack.environment },
      stderr: 'ignore',
    }),
  )
  return client
}

it('serves the tools of the linked service over standard input and output', async () => {
  const client = await connect('2026-07-28')
  expect((await client.listTools()).tools.length).toBe(15)
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
  const client = await connect(ERAS[1], '--url', stack.stack.graphqlUrl, '--token', token)
  expect(await resultOf(client, 'my_clippings', {})).toMatchObject({ clippings: [] })
  await client.close()
})

it('answers with a code when the service cannot be reached', async () => {
  const client = await connect('2026-07-28', '--url', 'http://127.0.0.1:1')
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
