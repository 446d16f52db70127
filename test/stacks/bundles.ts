import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Bundle, type Bundler, openBundler } from './bundle.ts'
import type { BuildRequest } from './graph.ts'

/** Bundles by their request: every stage requests the same ones. */
const bundles = new Map<string, Promise<Bundle>>()

/** The requested bundle. Rejects when something is missing. */
export function getBundle(request: BuildRequest, workFolder: string): Promise<Bundle> {
  return remember(request, workFolder, async (folder) => {
    await using bundler = await openBundler(request.properties)
    return await bundler.bundle(request.handler, folder)
  })
}

/**
 * Makes bundles one after the other, which takes two thirds of the processor's time. `getBundle` reports failures.
 */
export async function makeBundles(requests: readonly BuildRequest[], workFolder: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const bundlers = new Map<string, Bundler>()
  for (const request of requests) {
    const key = JSON.stringify(request.properties)
    const bundler = bundlers.get(key) ?? opened.use(await openBundler(request.properties))
    bundlers.set(key, bundler)
    await Promise.allSettled([
      remember(request, workFolder, (folder) => bundler.bundle(request.handler, folder)),
    ])
  }
}

function remember(
  request: BuildRequest,
  workFolder: string,
  make: (folder: string) => Promise<Bundle>,
): Promise<Bundle> {
  const key = createHash('sha256')
    .update(JSON.stringify([request.handler, request.properties]))
    .digest('hex')
  const bundle = bundles.get(key) ?? make(join(workFolder, 'builds', key))
  bundles.set(key, bundle)
  return bundle
}
