// The Lambda handlers that the benchmark compares: a REST event in, a result out. All four have the same schema with the
// same resolvers and access checks. The peers have nothing else of the service: no limits, cache policies or log lines.
import { ApolloServer } from '@apollo/server'
import { handlers, startServerAndCreateLambdaHandler } from '@as-integrations/aws-lambda'
import type { Context } from '@pauta/functions/graphql/request/context'
import type { DbPool } from '@pauta/platform/database/database'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { GraphQLSchema } from 'graphql'
import type { ServerName } from './servers.ts'

export type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>

/** The part of the context that the measured fields use. */
type SharedContext = Pick<Context, 'viewer' | 'index'> & {
  loaders: Pick<Context['loaders'], 'contents' | 'features'>
}

interface Shared {
  schema: GraphQLSchema
  makeContext: () => SharedContext
}

async function makeShared(): Promise<Shared> {
  const { makeSchema } = await import('@pauta/functions/graphql/schema/schema')
  const { makeContentLoader, makeFeatureLoader } = await import('@pauta/functions/graphql/loaders/articles')
  const { connectSearchIndex } = await import('@pauta/core/search-index/client')
  const index = connectSearchIndex({ url: 'http://127.0.0.1:1', key: 'none', collection: 'news' })
  // The module with the statements is replaced, so no database is used.
  const db = undefined as unknown as DbPool
  const makeContext = (): SharedContext => ({
    viewer: { kind: 'anonymous' },
    index,
    loaders: { contents: makeContentLoader(index), features: makeFeatureLoader(db) },
  })
  return { schema: makeSchema(), makeContext }
}

async function makePauta(): Promise<Handler> {
  const { handler } = await import('@pauta/functions/graphql/handler')
  return (event) => handler(event, {} as never)
}

type IntegrationServer = Parameters<typeof startServerAndCreateLambdaHandler<never, SharedContext>>[0]

/** Apollo Server with its default settings, as the manual of the integration shows. */
async function makeApollo(): Promise<Handler> {
  const { schema, makeContext } = await makeShared()
  const handle = startServerAndCreateLambdaHandler(
    // The integration is CommonJS and refers to Apollo's other declaration of the same class.
    new ApolloServer<SharedContext>({ schema }) as unknown as IntegrationServer,
    handlers.createAPIGatewayProxyEventRequestHandler(),
    { context: async () => makeContext() },
  )
  return async (event) => (await handle(event, {} as never, () => {})) as APIGatewayProxyResult
}

interface Yoga {
  createYoga: (options: object) => { fetch: (url: string, init: RequestInit) => Promise<Response> }
}

/** graphql-yoga, as its manual shows for AWS Lambda. */
async function makeYoga(): Promise<Handler> {
  const name: string = 'graphql-yoga'
  const { createYoga } = (await import(name)) as Yoga
  const { schema, makeContext } = await makeShared()
  const yoga = createYoga({ schema, context: makeContext, logging: false, graphiql: false })
  return async ({ path, httpMethod, headers, body, queryStringParameters }) => {
    const query = new URLSearchParams((queryStringParameters ?? {}) as Record<string, string>)
    const response = await yoga.fetch(`http://localhost${path}?${query}`, {
      method: httpMethod,
      headers: headers as Record<string, string>,
      body,
    })
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers.entries()),
      body: await response.text(),
    }
  }
}

interface FastifyApp {
  register: (plugin: unknown, options: object) => Promise<void>
  ready: () => Promise<void>
}

/** mercurius with compiled operations behind the Lambda adapter of fastify. */
async function makeMercurius(): Promise<Handler> {
  const [fastify, mercurius, adapter]: string[] = ['fastify', 'mercurius', '@fastify/aws-lambda']
  const { default: makeApp } = (await import(fastify ?? '')) as { default: () => FastifyApp }
  const { default: plugin } = (await import(mercurius ?? '')) as { default: unknown }
  const { default: wrap } = (await import(adapter ?? '')) as { default: (app: FastifyApp) => unknown }
  const { schema, makeContext } = await makeShared()
  const app = makeApp()
  await app.register(plugin, { schema, context: makeContext, jit: 1 })
  const handle = wrap(app) as (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>
  await app.ready()
  return (event) => handle(event, {})
}

const MAKERS: Record<ServerName, () => Promise<Handler>> = {
  pauta: makePauta,
  apollo: makeApollo,
  yoga: makeYoga,
  mercurius: makeMercurius,
}

/** Returns the handler of a server. Loads only the packages of that server. */
export const makeHandler = (name: ServerName): Promise<Handler> => MAKERS[name]()
