import { OPERATIONS_CONFIG } from '../functions/graphql/operations-config.ts'
import type { FunctionNeeds } from './function-needs.ts'
import type { StageSettings } from './settings.ts'

/** A function behind the gateway and the routes that reach it. */
export interface Endpoint extends Omit<FunctionNeeds, 'timeoutSeconds'> {
  routes: readonly string[]
}

/** The API and the pages of its callers. */
const listApiEndpoints = (settings: StageSettings): Endpoint[] => [
  {
    routes: ['ANY /graphql'],
    name: 'graphql',
    handler: 'functions/graphql/handler.handler',
    purpose: 'Queries and mutations.',
    config: OPERATIONS_CONFIG,
    // One whole vCPU: compiling the code takes most of a cold start.
    memoryMb: 1769,
    reservedConcurrency: settings.graphqlConcurrency,
  },
  {
    routes: ['ANY /graphql/stream'],
    name: 'stream',
    handler: 'functions/graphql/stream.handler',
    streaming: true,
    purpose: 'Subscriptions, as server-sent events.',
    config: [
      'settings',
      'database',
      'index',
      'serviceIdentity',
      'userIdentity',
      'agentWorker',
      'languageModel',
    ],
    memoryMb: 1024,
    reservedConcurrency: settings.streamConcurrency,
  },
  {
    routes: ['ANY /mcp'],
    name: 'mcp',
    handler: 'functions/mcp/handler.handler',
    purpose: 'Tools, resources and prompts for language models.',
    config: [...OPERATIONS_CONFIG, 'delivery'],
    memoryMb: 1769,
    reservedConcurrency: settings.mcpConcurrency,
  },
  {
    routes: ['GET /playground'],
    name: 'playground',
    handler: 'functions/http/playground.handler',
    purpose: 'The playground, one page that loads nothing from other sites.',
    config: [],
    memoryMb: 512,
    copyFiles: [{ from: 'functions/http/generated', to: 'generated' }],
  },
  {
    routes: ['GET /widget.js'],
    name: 'widget',
    handler: 'functions/http/widget.handler',
    purpose: 'The script of the widget for other sites.',
    config: [],
    memoryMb: 256,
    copyFiles: [{ from: 'functions/http/generated', to: 'generated' }],
  },
]

/** What programs and people read without the API, and the state of the service. */
const listReadingEndpoints = (settings: StageSettings): Endpoint[] => [
  {
    routes: ['ANY /feeds/{proxy+}'],
    name: 'feeds',
    handler: 'functions/http/feeds.handler',
    purpose: 'Feeds of articles and releases, and lists of feeds.',
    config: ['settings', 'database', 'index', 'embedding', 'delivery'],
    memoryMb: 1024,
    reservedConcurrency: settings.feedConcurrency,
  },
  {
    routes: ['GET /edicoes/{proxy+}', 'GET /artigos/{proxy+}'],
    name: 'pages',
    handler: 'functions/http/pages.handler',
    purpose: 'Pages of releases and articles, which work without scripts.',
    config: ['settings', 'database', 'index', 'delivery'],
    memoryMb: 1024,
    reservedConcurrency: settings.pageConcurrency,
  },
  {
    routes: ['ANY /export/{proxy+}'],
    name: 'export',
    handler: 'functions/http/export.handler',
    streaming: true,
    purpose: 'Exports of articles as CSV, JSON lines and Parquet.',
    config: ['settings', 'index', 'embedding'],
    memoryMb: 1024,
    reservedConcurrency: settings.exportConcurrency,
  },
  {
    routes: ['GET /health'],
    name: 'health',
    handler: 'functions/http/health.handler',
    purpose: 'Whether the process runs, and its version.',
    config: ['settings'],
    memoryMb: 256,
  },
  {
    routes: ['GET /ready'],
    name: 'ready',
    handler: 'functions/http/ready.handler',
    purpose: 'The state of each dependency by name.',
    config: ['settings', 'database', 'index'],
    memoryMb: 512,
    reservedConcurrency: 2,
  },
]

/** What the links of mails and the Telegram bot lead to. */
const listLinkEndpoints = (): Endpoint[] => [
  {
    routes: ['GET /unsubscribe', 'POST /unsubscribe'],
    name: 'unsubscribe',
    handler: 'functions/http/unsubscribe.handler',
    purpose: 'The unsubscribe page.',
    config: ['settings', 'database', 'linkSigning'],
    memoryMb: 512,
    reservedConcurrency: 3,
  },
  {
    routes: ['GET /confirm', 'POST /confirm'],
    name: 'confirm',
    handler: 'functions/http/confirm.handler',
    purpose: 'The page where the owner of an extra address agrees to digests.',
    config: ['settings', 'database', 'linkSigning'],
    memoryMb: 512,
    reservedConcurrency: 2,
  },
  {
    routes: ['POST /telegram/link', 'OPTIONS /telegram/link'],
    name: 'telegram-link',
    handler: 'functions/http/telegram-link.handler',
    purpose: 'Links that connect a Telegram chat to the caller.',
    config: ['settings', 'database', 'userIdentity', 'telegram'],
    memoryMb: 512,
    reservedConcurrency: 2,
  },
  {
    routes: ['POST /telegram/updates'],
    name: 'telegram-updates',
    handler: 'functions/http/telegram-updates.handler',
    purpose: 'Messages of people to the Telegram bot.',
    config: ['settings', 'database', 'telegram', 'deliverEmailQueue'],
    memoryMb: 512,
    reservedConcurrency: 2,
  },
]

/** Answers every path that no other endpoint has. */
const NOT_FOUND: Endpoint = {
  // `ANY /{proxy+}` does not match `/`.
  routes: ['ANY /', 'ANY /{proxy+}'],
  name: 'not-found',
  handler: 'functions/http/not-found.handler',
  purpose: 'Any other path: answers 404 in the API’s error format.',
  config: ['settings'],
  memoryMb: 256,
}

/**
 * Adds a HEAD route for each GET route. API Gateway answers HEAD only where a route has it, and link checkers, feed
 * readers and monitors send it. The new routes come last, because the name of a route has its position.
 */
const withHead = (endpoint: Endpoint): Endpoint => {
  const heads = endpoint.routes.flatMap((route) =>
    route.startsWith('GET ') ? [`HEAD ${route.slice(4)}`] : [],
  )
  return { ...endpoint, routes: [...endpoint.routes, ...heads] }
}

/** Every function behind the gateway. */
export const listEndpoints = (settings: StageSettings): Endpoint[] =>
  [...listApiEndpoints(settings), ...listReadingEndpoints(settings), ...listLinkEndpoints(), NOT_FOUND].map(
    withHead,
  )
