import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Bundle, bundleHandler } from './bundle.ts'
import type { BuildRequest } from './graph.ts'

/** Bundles by their request: every stage requests the same ones. */
const bundles = new Map<string, Promise<Bundle>>()

/** The requested bundle. Rejects when something is missing. */
export function getBundle(request: BuildRequest, workFolder: string): Promise<Bundle> {
  const key = createHash('sha256')
    .update(JSON.stringify([request.handler, request.properties]))
    .digest('hex')
  const bundle = bundles.get(key) ?? bundleHandler(request, join(workFolder, 'builds', key))
  bundles.set(key, bundle)
  return bundle
}

/** Makes bundles one after the other, which takes two thirds of the processor's time. `getBundle` reports failures. */
export async function makeBundles(requests: readonly BuildRequest[], workFolder: string): Promise<void> {
  for (const request of requests) await Promise.allSettled([getBundle(request, workFolder)])
}
