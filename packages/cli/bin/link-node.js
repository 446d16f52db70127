// Runs after each installation. npm before 11.9 removes `node_modules/.bin/node` again, together with the packages for
// other platforms that have a program of the same name; then npm scripts would run on the machine's own, older Node.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { relative } from 'node:path'
import { findInstalledNode, MODULES } from './installed-node.js'

const programs = `${MODULES}/.bin`
const link = `${programs}/node`
const node = findInstalledNode()

// On Windows programs of node_modules/.bin are scripts, which npm alone writes.
if (node !== undefined && process.platform !== 'win32' && !existsSync(link)) {
  mkdirSync(programs, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(programs, node), link)
}
