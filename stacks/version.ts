import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** `0.1.0+1a2b3c4` in a git checkout, `0.1.0` elsewhere. Expects the root of the repository as working directory. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return commit.status === 0 ? `${version}+${commit.stdout.trim()}` : version
}
