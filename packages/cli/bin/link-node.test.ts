import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pauta-link-node-'))
  cpSync(import.meta.dirname, join(folder, 'packages/cli/bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runLink = () => execFileSync(process.execPath, [join(folder, 'packages/cli/bin/link-node.js')])
const link = () => join(folder, 'node_modules/.bin/node')

/** Installs a program in the folder, in the package that the lockfile installs on this platform. Returns its path. */
function installProgram(): string {
  const packages: string[] = Object.keys(MANIFEST.optionalDependencies)
  const program = `${packages.find((name) => existsSync(join(ROOT, 'node_modules', name)))}/bin/node`
  mkdirSync(join(folder, 'node_modules', program, '..'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', program), '')
  return program
}

test('an installation runs the script that restores the link', () => {
  expect(MANIFEST.scripts.postinstall).toBe('node packages/cli/bin/link-node.js')
})

test('a link that npm removed is made again', () => {
  const program = installProgram()
  runLink()
  expect(readlinkSync(link())).toBe(join('..', program))
})

test('a link to a program that is gone is replaced', () => {
  const program = installProgram()
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync('../node-bin-former/bin/node', link())
  runLink()
  expect(readlinkSync(link())).toBe(join('..', program))
})

test('a link of npm stays as it is', () => {
  installProgram()
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(process.execPath, link())
  runLink()
  expect(readlinkSync(link())).toBe(process.execPath)
})

test('without an installed program nothing is linked', () => {
  runLink()
  expect(existsSync(link())).toBe(false)
})
