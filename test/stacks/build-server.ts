import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Bundle, bundleHandler } from './bundle.ts'
import type { BuildRequest } from './graph.ts'

/** Bundles by what they are made from: every stage asks for the same ones. */
const bundles = new Map<string, Promise<Bundle>>()

export function getBundle(request: BuildRequest, workFolder: string): Promise<Bundle> {
  const key = createHash('sha256')
    .update(JSON.stringify([request.handler, request.properties]))
    .digest('hex')
  const bundle = bundles.get(key) ?? bundleHandler(request, join(workFolder, 'builds', key))
  bundles.set(key, bundle)
  return bundle
}

export interface BuildServer extends AsyncDisposable {
  url: string
  builds: BuildRequest[]
}

/** Stands in for the calls that SST's program makes back to the sst binary: where assets go, and bundling. */
export async function startBuildServer(workFolder: string): Promise<BuildServer> {
  const builds: BuildRequest[] = []

  async function answer(method: string, parameter: unknown): Promise<unknown> {
    if (method === 'Provider.Aws.Bootstrap')
      return {
        asset: 'assets',
        state: 'state',
        assetEcrUrl: 'ecr',
        assetEcrRegistryId: 'ecr',
        appsyncHttp: '',
        appsyncRealtime: '',
      }
    if (method !== 'Runtime.Build') throw new Error(`The stand-in for sst does not know ${method}`)
    const request = parameter as BuildRequest
    builds.push(request)
    const { folder } = await getBundle(request, workFolder)
    return {
      handler: request.handler.replace(/^.*\.(\w+)$/, 'bundle.$1'),
      out: folder,
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
