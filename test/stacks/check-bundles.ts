import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RESOURCE_OF_SECTION } from '@pauta/platform/config/config'
import { describe, expect, it } from 'vitest'
import { getBundle } from './bundles.ts'
import type { Bundle } from './bundle.ts'
import { type BuildRequest, getBuild, getFunction, type Stages } from './graph.ts'
import { PLATFORM, ROOT } from './platform.ts'
import { linkVariables, runBundle } from './run-bundle.ts'

/** Minified, read at a start. The page of the playground is a file beside its bundle. */
const MAX_BYTES = {
  graphql: 1_450_000,
  stream: 1_480_000,
  mcp: 1_800_000,
  scraper: 1_500_000,
  other: 1_200_000,
}
const STREAM = 'functions/graphql/stream/handler.handler'
const CLASSIFY = 'functions/workers/classify/handler.handler'
/** No server listens on this port, so connections are refused at once. */
const UNREACHABLE = { host: '127.0.0.1', port: 1 }

function maxBytesOf(handler: string): number {
  // The agent, and the log of articles.
  if (handler === STREAM) return MAX_BYTES.stream
  if (handler.startsWith('functions/graphql/')) return MAX_BYTES.graphql
  // A DOM, and the library that finds the text in it.
  if (/^functions\/jobs\/(backfill|scrape)/.test(handler)) return MAX_BYTES.scraper
  // The GraphQL server, and the SDK of the protocol.
  return handler.startsWith('functions/mcp/') ? MAX_BYTES.mcp : MAX_BYTES.other
}

const describeSize = ({ handler, bytes, packages }: Bundle): string => {
  const largest = packages.slice(0, 10).map(([name, size]) => `${name} ${size}`)
  return `${handler}: ${bytes} bytes, the limit is ${maxBytesOf(handler)}; most: ${largest.join(', ')}`
}

const requestEvent = (method: string, path: string, body: unknown = null) => ({
  httpMethod: method,
  path,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  multiValueHeaders: {},
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  requestContext: { requestId: 'request', identity: { sourceIp: '203.0.113.9' } },
  body: body === null ? null : JSON.stringify(body),
  isBase64Encoded: false,
})

export function checkBundles(stages: () => Stages): void {
  checkContents(stages)
  checkRuns(stages)
}

function checkContents(stages: () => Stages): void {
  const getGraphqlBuild = () => getBuild(stages().production, getFunction(stages().production, 'graphql'))
  const listBundles = () =>
    Promise.all(stages().production.builds.map((build) => getBundle(build, stages().workFolder)))

  describe('every bundle', () => {
    it('fits its size', async () => {
      const bundles = await listBundles()
      expect(bundles.filter(({ handler, bytes }) => bytes > maxBytesOf(handler)).map(describeSize)).toEqual(
        [],
      )
    })

    it('includes Apollo Server and graphql once', async () => {
      const { files } = await getBundle(getGraphqlBuild(), stages().workFolder)
      const forms = (pattern: RegExp) => [...new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []))]
      expect(forms(/node_modules\/@apollo\/server\/dist\/(\w+)/)).toEqual(['esm'])
      expect(forms(/^(.*node_modules\/graphql)\//)).toEqual(['node_modules/graphql'])
      expect(forms(/node_modules\/graphql\/.*\.(m?js)$/)).toEqual(['mjs'])
    })

    it('includes only the production builds of React', async () => {
      const builds = (await listBundles())
        .flatMap(({ files }) => files)
        .filter((file) => /node_modules\/react(-dom)?\/cjs\//.test(file))
      expect(builds).not.toEqual([])
      expect(builds.filter((file) => file.includes('.development.'))).toEqual([])
    })

    it('loads the client of the search index at start only in functions that use it', async () => {
      const loading = (await listBundles())
        .filter(({ packages }) => packages.some(([name]) => name === 'typesense'))
        .map(({ handler }) => handler)
      expect(loading).toContain('functions/graphql/handler.handler')
      expect(loading).not.toContain('functions/jobs/sweep/handler.handler')
    })

    it.each([
      ['schedules', 'croner', ['functions/workers/release/handler.handler']],
      [
        'the writer of Parquet',
        'hyparquet-writer',
        ['functions/jobs/export-dataset/handler.handler', 'functions/jobs/export-changes/handler.handler'],
      ],
      ['the renderer of Markdown', 'micromark', []],
    ])('loads %s at start only where every event needs them', async (_, name, expected) => {
      const loading = (await listBundles())
        .filter(({ packages }) => packages.some(([included]) => included === name))
        .map(({ handler }) => handler)
      expect(loading).toEqual(expected)
    })

    it.each([
      ['the planner of the agent', /^packages\/agent\/src\/planner\//, [STREAM]],
      ['the client of language models', /^node_modules\/(ai|@ai-sdk)\//, [STREAM, CLASSIFY]],
    ])('includes %s only where a language model is configured', async (_, file, expected) => {
      const including = (await listBundles())
        .filter(({ files }) => files.some((path) => file.test(path)))
        .map(({ handler }) => handler)
      expect(including).toEqual(expected)
    })

    it('resolves only Apollo Server in the process in which SST runs plugins', async () => {
      const asks = ['@apollo/server', '@apollo/server/plugin/disabled', 'graphql', 'node:http', 'react']
      const host = join(PLATFORM, 'functions/nodejs-runtime/plugin.mjs')
      const questions = asks.map((path, id) => JSON.stringify({ id, command: 'resolve', value: { path } }))
      const asked = promisify(execFile)(process.execPath, [host, join(ROOT, 'stacks/bundling.mjs')])
      asked.child.stdin?.end(`${questions.join('\n')}\n`)
      const { stdout } = await asked
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: number; value: { path?: string } })
        .sort((one, other) => one.id - other.id)
      expect(answers.map(({ value }) => value.path)).toEqual([
        join(ROOT, 'node_modules/@apollo/server/dist/esm/index.js'),
        ...asks.slice(1).map(() => undefined),
      ])
    })

    it('starts with only its links', async () => {
      for (const build of stages().production.builds) {
        const { error } = await runBundle(build, stages().workFolder, null)
        expect({ handler: build.handler, error }).toEqual({ handler: build.handler, error: undefined })
      }
    })
  })
}

function checkRuns(stages: () => Stages): void {
  const buildOf = (name: string): BuildRequest => {
    const { production } = stages()
    return getBuild(production, getFunction(production, name))
  }
  const invoke = (build: BuildRequest, event: unknown) => runBundle(build, stages().workFolder, event)

  describe('a bundle as Lambda runs it', () => {
    it('answers GraphQL', async () => {
      const { answer } = await invoke(
        buildOf('graphql'),
        requestEvent('POST', '/graphql', { query: '{ __typename }' }),
      )
      expect(answer).toMatchObject({ statusCode: 200 })
      expect(JSON.parse(answer?.body ?? '')).toEqual({ data: { __typename: 'Query' } })
    })

    it('answers MCP', async () => {
      const event = requestEvent('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const accept = 'application/json, text/event-stream'
      const { answer } = await invoke(buildOf('mcp'), { ...event, headers: { ...event.headers, accept } })
      expect(answer).toMatchObject({ statusCode: 200 })
      expect(answer?.body).toContain('search_articles')
    })

    it.each([
      ['health', '/health', 200],
      ['playground', '/playground', 200],
      ['not-found', '/nothing', 404],
    ])('answers %s', async (name, path, statusCode) => {
      const { answer } = await invoke(buildOf(name), requestEvent('GET', path))
      expect(answer).toMatchObject({ statusCode })
    })

    it('finds its migrations and fails only at the connection', async () => {
      const build = buildOf('migrate')
      const links = { ...build.links, Database: { ...build.links['Database'], ...UNREACHABLE } }
      const { error } = await invoke({ ...build, links }, {})
      expect(error).toMatch(/ECONNREFUSED/)
    })
  })

  describe('the links', () => {
    it('fill every section of the configuration', async () => {
      const links = Object.assign(
        {},
        ...stages().production.builds.map((build) => build.links),
      ) as BuildRequest['links']
      const sections = Object.keys(RESOURCE_OF_SECTION)
      const program = `import { loadConfig } from '@pauta/platform/config/config'
process.stdout.write(JSON.stringify(Object.keys(loadConfig(...${JSON.stringify(sections)}))))`
      // No function is linked to these sections: scrapers and commands use them.
      const url = 'https://sqs.example/queue'
      const variables = linkVariables({
        NewsIngestQueue: { url },
        JobQueues: { urls: { job: url } },
        ...links,
      })
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program],
        {
          cwd: join(ROOT, 'functions'),
          env: variables,
        },
      )
      expect(JSON.parse(stdout)).toEqual(sections)
    })
  })
}
