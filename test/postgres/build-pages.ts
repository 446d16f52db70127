import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Builds the pages once, by the command of the guide: `pauta serve` needs them built, and builds none itself. */
export default async function setup(): Promise<void> {
  await promisify(execFile)('npm', ['run', '--silent', 'build-pages'])
}
