// A Lambda with the SDK of the Model Context Protocol as its manual builds one. Its tool executes an operation on stock Apollo
// Server with the same schema.
import { ApolloServer } from '@apollo/server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import * as z from 'zod'
import { db } from './database.ts'
import { resolvers, typeDefs } from './schema.ts'

const apollo = new ApolloServer<{ db: typeof db }>({ typeDefs, resolvers })
const QUERY = '{ articles(limit: 10) { found articles { uniqueId title url } } }'

const { fetch } = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'stock', version: '1.0.0' })
    server.registerTool('search_articles', { inputSchema: z.object({}) }, async () => {
      const { body } = await apollo.executeOperation({ query: QUERY }, { contextValue: { db } })
      return { content: [{ type: 'text', text: JSON.stringify(body) }] }
    })
    return server
  },
  { legacy: 'stateless', responseMode: 'auto' },
)

export async function handler({ headers, body }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const response = await fetch(
    new Request('http://mcp.invalid/mcp', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    }),
  )
  return { statusCode: response.status, body: await response.text() }
}
