import { readFile } from 'node:fs/promises'
import { findVariable } from '@pauta/platform/config/config'

const PACKAGE = new URL('../../../../package.json', import.meta.url)

/** Returns the release of this installation: that of the environment, or the version of the package. */
export async function readVersion(): Promise<string> {
  const named = findVariable('PAUTA_RELEASE')
  if (named !== undefined) return named
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string }
  return version
}
