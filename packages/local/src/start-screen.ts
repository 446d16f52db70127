import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { DEFAULT_DATA_FOLDER } from './data-folder.ts'
import type { Stack } from './stack-types.ts'

const DIGEST_IN_MS = 4 * 60_000
const COMMAND_WIDTH = 52

/** The parts of a stack that the screen shows. */
export type ShownStack = Pick<
  Stack,
  | 'graphqlUrl'
  | 'frontUrl'
  | 'indexUrl'
  | 'indexKey'
  | 'databaseUrl'
  | 'awsUrl'
  | 'userIssuer'
  | 'serviceIssuer'
> & {
  inbox: Pick<NonNullable<Stack['inbox']>, 'url'> | undefined
  datasetHub: Pick<Stack['datasetHub'], 'url'>
}

export interface ScreenOptions {
  /** Absolute path of the stack's folder. */
  dataDir: string
  articles: number
  /** True when the stack has news and receives more by itself. */
  hasNews: boolean
  /** Address of the emulated sites. Undefined when the real ones are read. */
  sitesUrl: string | undefined
  /** Where themes, summaries and names come from, one line each. */
  sources: readonly string[]
  now: Date
  /** Whether the screen is a terminal, which shows bold letters. */
  isTerminal: boolean
}

/** The option that names the folder of the data in commands; empty for the default one. */
export function dataOption(dataDir: string): string {
  return dataDir === resolve(DEFAULT_DATA_FOLDER) ? '' : ` --data '${dataDir.replaceAll("'", `'\\''`)}'`
}

const showCommands = (lines: readonly (readonly [command: string, what: string])[]): string =>
  lines.map(([command, what]) => `  ${command.padEnd(COMMAND_WIDTH)}  ${what}`).join('\n')

/** Returns the commands that need news. */
function showNews(
  graphqlUrl: string,
  { data, now, sitesUrl }: { data: string; now: Date; sitesUrl: string | undefined },
): string {
  // A new article is delivered two minutes after it becomes searchable.
  const dueMinute = new Date(now.getTime() + DIGEST_IN_MS).getUTCMinutes()
  return `Have a digest arrive in the inbox, at the time that this answers:

  curl -s ${graphqlUrl} -H 'content-type: application/json' \\
    -H "authorization: Bearer $(npm run -s token -- author${data})" \\
    -d '{"query":"mutation { createClipping(input: { name: \\"Saúde\\", schedule: \\"${dueMinute} * * * *\\", recortes: [{ title: \\"Saúde\\", themes: [\\"03\\"] }], deliveryChannels: { email: true } }) { nextRunAt } }"}'

Watch an agent make recortes of a request, step by step:

  curl -N ${graphqlUrl}/stream -H 'content-type: application/json' \\
    -H "authorization: Bearer $(npm run -s token -- reader${data})" \\
    -d '{"query":"subscription { generateRecortes(prompt: \\"vacinação e Bolsa Família\\") { __typename ... on AgentEventThinking { message } ... on AgentEventToolResult { resultJson } ... on AgentEventDone { suggestedName explanation } ... on AgentEventError { message } } }"}'

The scraper reads the sites every quarter of an hour. Without waiting:

${showCommands([
  [`npm run job -- scrape --agency saude${data}`, 'news of one agency, on its way to readers'],
  [
    `npm run scrape -- status${data}`,
    sitesUrl
      ? 'what was read, and what refuses: the emulated coaf always does'
      : 'what was read, and what refuses',
  ],
])}

`
}

/** Returns the addresses of a started stack, and the commands that a person can copy and run. */
export function showScreen(
  stack: ShownStack,
  { dataDir, articles, hasNews, sitesUrl, sources, now, isTerminal }: ScreenOptions,
): string {
  const { graphqlUrl, frontUrl } = stack
  const data = dataOption(dataDir)
  const bold = (text: string) => (isTerminal ? styleText('bold', text, { validateStream: false }) : text)
  return `
Pauta runs on this machine with ${articles} articles. Ctrl-C stops it; the next start keeps its data.

  ${bold(`Open ${frontUrl}/ in a browser: the observatory, with search, panorama and clippings.`)}

  operators     ${frontUrl}/operacao   (queues, dead letters, runs; log in as operacao)
  playground    ${graphqlUrl}   (the GraphQL API, in a browser too)
  MCP           ${frontUrl}/mcp   (tools for language models; npx pauta mcp serves them to a program)
  health        ${frontUrl}/health
  ready         ${frontUrl}/ready
  themes, names from the sources below, the strongest first:
${sources.map((source) => `                ${source}`).join('\n')}
  inbox         ${stack.inbox?.url}   (mails, Telegram, pushes and webhooks arrive there and nowhere else)
  datasets      ${stack.datasetHub.url}   (what npm run job -- export-dataset publishes)
  news sites    ${sitesUrl ? `${sitesUrl}   (emulated; the scraper reads them in place of gov.br)` : 'the real ones'}
  search index  ${stack.indexUrl}   header X-TYPESENSE-API-KEY: ${stack.indexKey}
  PostgreSQL    ${stack.databaseUrl}
  SQS and S3    ${stack.awsUrl}
  identity      users ${stack.userIssuer} · services ${stack.serviceIssuer}
  log in        npm run -s token -- author${data}      (a bearer token of author, reader, guest or any other name)
  internal API  npm run -s token -- --service${data}   (prints a bearer token of worker@pauta.local)
  data          ${dataDir}

Ask it something:

  curl -s ${graphqlUrl} -H 'content-type: application/json' \\
    -d '{"query":"{ articles(limit: 3) { found articles { title agencyName publishedAt } } }"}'

  curl -s ${graphqlUrl} -H 'content-type: application/json' \\
    -d '{"query":"{ search(query: \\"vacinação\\", semantic: true) { found articles { title } } }"}'

  curl -s '${stack.indexUrl}/collections/news/documents/search?q=*&query_by=title&per_page=1' \\
    -H 'X-TYPESENSE-API-KEY: ${stack.indexKey}'

${hasNews ? showNews(graphqlUrl, { data, now, sitesUrl }) : ''}Try next:

${showCommands([
  ...(hasNews
    ? [[`npm run job -- export-dataset${data}`, "yesterday's news as Parquet, to the hub above"] as const]
    : []),
  ['npm run job -- --list', 'every job there is'],
  [`npm run pipeline -- status${data}`, 'what is still to do, and what failed and why'],
  [`npm run import-news -- FILE.jsonl${data}`, 'bring in news of your own'],
  [`npm run sync-typesense -- --full-sync${data}`, 'and copy them into the index'],
  ...(hasNews ? [['npm start -- --empty --data .pauta-empty', 'start without sample data'] as const] : []),
])}
`
}
