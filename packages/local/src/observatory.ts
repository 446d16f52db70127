import { buildSite } from '@pauta/observatory/build'
import type { SiteMaker } from '@pauta/server/gateway/http-front'
import { serveSite } from '@pauta/server/gateway/site'

/**
 * Builds the observatory when it changed and returns a maker of its handler. Returns undefined and prints the reason
 * when it cannot be built, because the API works without it.
 */
export async function openObservatory(say: (text: string) => void): Promise<SiteMaker | undefined> {
  try {
    const folder = await buildSite()
    return (login) => serveSite(folder, login)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    say(`The observatory is not served, because its build failed: ${reason}`)
    return undefined
  }
}
