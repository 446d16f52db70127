import { buildSite } from '@pauta/observatory/build'
import { listPageHeaders } from '@pauta/observatory/page-headers'
import sirv from 'sirv'
import type { SiteHandler } from './http-front.ts'

const ASSET_SECONDS = 31_536_000

/**
 * Builds the observatory when it changed and returns a handler of its files. Returns undefined and prints the reason
 * when it cannot be built, because the API works without it.
 */
export async function openObservatory(say: (text: string) => void): Promise<SiteHandler | undefined> {
  try {
    const folder = await buildSite()
    const headers = Object.entries(listPageHeaders(''))
    return sirv(folder, {
      // Reads the folder at each request, so that a new build is served without a restart.
      dev: true,
      single: true,
      etag: true,
      setHeaders(response, path) {
        // Vite puts a hash of the contents into the names of assets.
        const isAsset = path.startsWith('/assets/')
        response.setHeader(
          'cache-control',
          isAsset ? `public, max-age=${ASSET_SECONDS}, immutable` : 'no-cache',
        )
        for (const [name, value] of headers) response.setHeader(name, value)
      },
    })
  } catch (error) {
    say(
      `The observatory is not served, because its build failed: ${error instanceof Error ? error.message : String(error)}`,
    )
    return undefined
  }
}
