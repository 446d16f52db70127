import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BuildRequest } from './graph.ts'

export interface BuildServer extends AsyncDisposable {
  url: string
  builds: BuildRequest[]
}

/**
 * Answers the calls of SST's program to the sst binary: where assets go, and bundling. It returns an empty handler as
 * the bundle, because the program packs every file again in each stage. bundles.ts makes the real bundles for the tests
 * that need them.
 */
export async function startBuildServer(workFolder: string): Promise<BuildServer> {
  const builds: BuildRequest[] = []
  const out = mkdtempSync(join(workFolder, 'packed-'))
  writeFileSync(join(out, 'bundle.mjs'), 'export const handler = () => {}\n')

  function answer(method: string, parameter: unknown): unknown {
    if (method === 'Provider.Aws.Bootstrap') return { asset: 'assets', state: 'state' }
    if (method !== 'Runtime.Build') throw new Error(`The stand-in for sst does not know ${method}`)
    const request = parameter as BuildRequest
    builds.push(request)
    return {
      handler: request.handler.replace(/^.*\.(\w+)$/, 'bundle.$1'),
      out,
      errors: [],
      sourcemaps: [],
    }
  }

  const server = createServer((request, response) => {
    void text(request)
      .then((body) => JSON.parse(body) as { method: string; params: [unknown] })
      .then(({ method, params }) => answer(method, params[0]))
      .then(
        (result) => response.end(JSON.stringify({ result })),
        (error: unknown) =>
          response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) })),
      )
  })
  // Longer than a synthesis: the program keeps its connections and treats a closed one as a failure ("socket hang up").
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in for sst has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    builds,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
