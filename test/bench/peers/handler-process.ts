// One Lambda handler in a process of its own: `handler-process.ts pauta|apollo|yoga|mercurius`. The process answers one event
// after the other, as an environment of Lambda does, for as long as its parent requests, and exits with its parent.
import { registerHooks } from 'node:module'
import { restEvent } from '../rest-request.ts'
import { makeHandler } from './handlers.ts'
import type { Round, RoundRequest, ServerName } from './servers.ts'

const HTTP_OK = 200
const CORE = '../../../packages/core/src'
const urlOf = (path: string) => new URL(path, import.meta.url).href
/**
 * Replaces the two stores that the measured operations read, by the files of their modules: core imports them by
 * relative paths too. Shipped code has no branch for these modules.
 */
const REPLACED: Readonly<Record<string, string>> = {
  [urlOf(`${CORE}/search-index/client.ts`)]: urlOf('./memory-index.ts'),
  [urlOf(`${CORE}/articles/queries.ts`)]: urlOf('./memory-features.ts'),
}

const hooks = registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const replacement = REPLACED[resolved.url]
    // A replacement imports the module that it replaces.
    if (replacement === undefined || context.parentURL === replacement) return resolved
    return { ...resolved, url: replacement }
  },
})
const handler = await makeHandler(process.argv[2] as ServerName)

/** Processor time of this process since an earlier reading. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function runRound({ query, cpuMs }: RoundRequest): Promise<Round> {
  const before = process.cpuUsage()
  let requests = 0
  let body = ''
  do {
    const result = await handler(restEvent('http://localhost/graphql', { query }))
    if (result.statusCode !== HTTP_OK) throw new Error(`${result.statusCode}: ${result.body}`)
    body = result.body
    requests++
  } while (cpuMsSince(before) < cpuMs)
  return { requests, cpuMs: cpuMsSince(before), body }
}

process.once('disconnect', () => process.exit(0))
process.on('message', (request: RoundRequest) => {
  void (async () => process.send?.(await runRound(request)))()
})
// The first request loads what is imported late. Later imports need no replacement.
await runRound({ query: '{ articles(limit: 1) { articles { features { wordCount } } } }', cpuMs: 0 })
hooks.deregister()
process.send?.('ready')
