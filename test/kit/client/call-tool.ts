import type { ExecuteOperation, Operation } from '@pauta/syndication/mcp/operation'

const now = new Date('2026-06-15T15:00:00Z')

/** Calls a tool of MCP whose operation is answered with this data. Returns the answer and what it asked. */
export async function callTool(
  tool: { call: (args: unknown, context: never) => Promise<Record<string, unknown>> },
  args: object,
  data: object,
) {
  const asked: Operation[] = []
  const execute: ExecuteOperation = async (operation) => {
    asked.push(operation)
    return { data }
  }
  const answer = await tool.call(args, { execute, baseUrl: 'https://a', now } as never)
  return { answer, query: asked[0]?.query ?? '', variables: asked[0]?.variables }
}
