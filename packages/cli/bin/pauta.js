#!/usr/bin/env node
// Starts `pauta`. The sources need Node 24; an older Node runs them again with the Node that the lockfile installs.
// This file is JavaScript that Node 16 can parse, because an older Node cannot read TypeScript.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findInstalledNode } from './installed-node.js'

const NODE_MIN_MAJOR = 24
const ENTRY = new URL('../src/pauta.ts', import.meta.url)

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
  const node = findInstalledNode()
  if (node === undefined) {
    console.error(
      `pauta needs Node ${NODE_MIN_MAJOR}; this is Node ${process.versions.node}. ` +
        'Run `npm ci` in the repository, which installs Node 24, or install Node 24 yourself.',
    )
    process.exitCode = 1
  } else runAgain(node)
}
