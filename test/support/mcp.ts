import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestStack } from './stack.ts'

/** The revision of the protocol that a client speaks. */
export type Era = 'modern' | 'legacy'

/** Connects the SDK's client to /mcp of a stack. */
export async function connectMcp(
  stack: TestStack,
  { token, era = 'modern' }: { token?: string; era?: Era } = {},
): Promise<Client> {
  const client = new Client(
    { name: 'teste', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  )
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', stack.stack.graphqlUrl), { requestInit: { headers } }),
  )
  return client
}
