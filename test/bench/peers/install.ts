import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HERE = import.meta.dirname
const INSTALL_TIMEOUT_MS = 300_000

interface Lockfile {
  packages: Record<string, { version: string }>
}

function listLocked(file: string): string {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lockfile
  return Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { version }]) => `${folder}@${version}`)
    .sort()
    .join('\n')
}

/**
 * Installs the other servers from the lockfile beside this file, unless they are installed. They use the project's
 * graphql, so that one schema serves all.
 */
export function installPeers(): void {
  const present = join(HERE, 'node_modules/.package-lock.json')
  if (!existsSync(present) || listLocked(present) !== listLocked(join(HERE, 'package-lock.json'))) {
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts'], {
      cwd: HERE,
      encoding: 'utf8',
      timeout: INSTALL_TIMEOUT_MS,
    })
    if (status !== 0) throw new Error(`npm ci in test/bench/peers failed; run it there by hand:\n${stderr}`)
  }
}
