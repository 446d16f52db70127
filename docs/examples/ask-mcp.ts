// Asks through MCP what an agency published on a subject this week, as a model does:
// npx node ask-mcp.ts AGENCY WORDS. Needs `npm install @modelcontextprotocol/client`.
import { argv, env, exit } from 'node:process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const WEEK_MS = 7 * 24 * 3_600_000

const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
const address = new URL('/mcp', env['PAUTA_URL'] ?? 'http://localhost:8000')
// A user's token reads and makes that user's clippings: requestInit: { headers: { authorization: `Bearer ${token}` } }.
await client.connect(new StreamableHTTPClientTransport(address))

async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
  if (isError) {
    // The text begins with the code of the error.
    console.error(content)
    exit(1)
  }
  return structuredContent
}

const [agencyName = 'Ministério da Saúde', ...words] = argv.slice(2)
const { agencies } = (await call('list_agencies', { query: agencyName, limit: 1 })) as {
  agencies: { key: string; name: string }[]
}
const { found, articles } = (await call('search_articles', {
  q: words.join(' ') || undefined,
  agencies: agencies.map(({ key }) => key),
  startDate: new Date(Date.now() - WEEK_MS).toISOString(),
})) as { found: number; articles: { title: string; url: string }[] }
console.log(`${found} articles of ${agencies[0]?.name ?? 'nobody'}`)
for (const { title, url } of articles) console.log(`${title}\n  ${url}`)
await client.close()
