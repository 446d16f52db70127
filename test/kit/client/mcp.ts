import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import type { TestStack } from '../stack/stack.ts'

/** Revisions of the protocol: the current one, and the last with a handshake. */
export const ERAS = ['2026-07-28', '2025-11-25'] as const
export type Era = (typeof ERAS)[number]

/** Returns the SDK's client of a revision. */
export const makeMcpClient = (era: Era): Client =>
  new Client(
    { name: 'teste', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } } },
  )

/** Connects the SDK's client to /mcp of a stack. */
export async function connectMcp(
  stack: TestStack,
  { token, era = '2026-07-28' }: { token?: string; era?: Era } = {},
): Promise<Client> {
  const client = makeMcpClient(era)
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', stack.stack.graphqlUrl), { requestInit: { headers } }),
  )
  return client
}

/** Calls a tool. The client checks structured results against the schema of the tool. */
export const callTool = (
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<CallToolResult> => client.callTool({ name, arguments: args })

/** Returns the structured result of a call that must succeed. */
export async function resultOf<Result = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Result> {
  const { isError, content, structuredContent } = await callTool(client, name, args)
  expect({ name, args, isError, content: isError ? content : [] }).toMatchObject({ content: [] })
  return structuredContent as Result
}

/** Returns the text between the delimiters of quoted material. Fails if they are not its first and last line. */
export function quotedText(quoted: string): string {
  const [, text = ''] = /^<texto-citado>\n([^]*)\n<\/texto-citado>$/.exec(quoted) ?? []
  expect(quoted).toBe(`<texto-citado>\n${text}\n</texto-citado>`)
  return text
}
