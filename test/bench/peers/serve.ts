// One of the servers that are measured beside each other, in a process of its own: `serve.ts ours|yoga|mercurius`. It
// prints its address and, on request, the processor time that it has used, and ends with its parent.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Context } from '@pauta/functions/graphql/request/context'
import type { GraphQLSchema } from 'graphql'
import { postEvent } from '../rest-request.ts'
import type { ServerName } from './servers.ts'

const MEMORY_INDEX = new URL('./memory-index.ts', import.meta.url).href

// Only the client of the index is replaced. Shipped code has no branch for it.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@pauta/core/search-index/client' ? MEMORY_INDEX : specifier, context),
})

function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => void (body += text))
    request.on('end', () => resolve(body))
    request.on('error', reject)
  })
}

/** The whole Lambda handler behind the least of a server: a request becomes an event, an answer is written as it is. */
async function serveOurs(): Promise<number> {
  const { handler } = await import('@pauta/functions/graphql/handler')
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = request.headers as Record<string, string>
    const event = postEvent(request.url ?? '/', headers, await readBody(request))
    const result = await handler(event, {} as never)
    response.writeHead(result.statusCode, result.headers as Record<string, string>).end(result.body)
  }
  return await listen((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
}

/** The very schema with its resolvers and guards, and the little of a context that the measured field needs. */
async function makeShared(): Promise<{ schema: GraphQLSchema; context: Pick<Context, 'viewer' | 'index'> }> {
  const { makeSchema } = await import('@pauta/functions/graphql/schema')
  const { connectSearchIndex } = await import('./memory-index.ts')
  const index = connectSearchIndex({ url: 'http://127.0.0.1:1', key: 'none', collection: 'news' })
  return { schema: makeSchema(), context: { viewer: { kind: 'anonymous' }, index } }
}

interface Yoga {
  createYoga: (options: object) => RequestListener
}

async function serveYoga(): Promise<number> {
  const yoga: string = 'graphql-yoga'
  const { createYoga } = (await import(yoga)) as Yoga
  const { schema, context } = await makeShared()
  return await listen(createYoga({ schema, context: () => context, logging: false, graphiql: false }))
}

interface Fastify {
  register: (plugin: unknown, options: object) => Promise<void>
  listen: (options: { host: string; port: number }) => Promise<string>
}

async function serveMercurius(): Promise<number> {
  const [fastify, mercurius]: string[] = ['fastify', 'mercurius']
  const { default: makeApp } = (await import(fastify ?? '')) as { default: () => Fastify }
  const { default: plugin } = (await import(mercurius ?? '')) as { default: unknown }
  const { schema, context } = await makeShared()
  const app = makeApp()
  await app.register(plugin, { schema, context: () => context, jit: 1 })
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

const SERVE: Record<ServerName, () => Promise<number>> = {
  ours: serveOurs,
  yoga: serveYoga,
  mercurius: serveMercurius,
}

const serve = SERVE[process.argv[2] as ServerName]
process.once('disconnect', () => process.exit(0))
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
const port = await serve()
// They would be asked at every late import too, and slow them down.
hooks.deregister()
process.send?.({ port })
