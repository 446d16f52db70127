import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scaleLimit } from '../measure-patience.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const HERE = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
export const PLATFORM = join(ROOT, '.sst/platform')

const INSTALL_TIMEOUT_MS = 300_000
const UNPACK_TIMEOUT_MS = 60_000

interface Manifest {
  version: string
  dependencies: Record<string, string>
}

const readManifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest

/**
 * Prepares a synthesis: SST's platform (its own TypeScript, which the sst binary contains) in `.sst/`, and the packages
 * that it was built with, from the lockfile beside this file. Needs no account, no Pulumi program and no Bun. The first
 * run takes about half a minute, later ones almost nothing.
 */
export function ensurePlatform(): void {
  installPackages()
  unpackPlatform()
  linkPackages()
  checkPins()
}

/** npm copies the lockfile into node_modules. A difference means that the install is missing or outdated. */
function installPackages(): void {
  const wanted = listLocked(join(HERE, 'package-lock.json'))
  const present = join(HERE, 'node_modules/.package-lock.json')
  if (existsSync(present) && listLocked(present) === wanted) return
  const output = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], HERE, INSTALL_TIMEOUT_MS)
  if (!output.ok) throw new Error(`npm ci in test/stacks failed; run it there by hand:\n${output.text}`)
}

function listLocked(file: string): string {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Manifest> }
  return Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { version }]) => `${folder}@${version}`)
    .sort()
    .join('\n')
}

/** `sst install` unpacks first and asks the npm registry for provider versions then; ours are in the lockfile. */
function unpackPlatform(): void {
  const wanted = readManifest(join(ROOT, 'node_modules/sst/package.json')).version
  const versionFile = join(PLATFORM, 'version')
  const isUnpacked = () => existsSync(versionFile) && readFileSync(versionFile, 'utf8') === wanted
  const types = join(PLATFORM, 'config.d.ts')
  if (isUnpacked() && existsSync(types)) return
  rmSync(PLATFORM, { recursive: true, force: true })
  const output = run(
    join(ROOT, 'node_modules/.bin/sst'),
    ['install', '--stage', 'ci'],
    ROOT,
    UNPACK_TIMEOUT_MS,
  )
  if (!isUnpacked()) throw new Error(`sst ${wanted} did not unpack its platform into .sst:\n${output.text}`)
  if (!existsSync(types)) writeFileSync(types, GLOBAL_TYPES)
}

/** The last output of `sst install`, which does not get that far without the registry. */
const GLOBAL_TYPES = `import "./src/global.d.ts"
import type { App, AppInput, Config } from "./src/config"
import * as _aws from "@pulumi/aws"
declare global {
  // @ts-expect-error
  export import aws = _aws
  interface Providers { providers?: { aws?: (_aws.ProviderArgs & { version?: string }) | string } }
  type AppAnswer = Omit<App, "providers"> & Providers
  export const $config: (input: Omit<Config, "app"> & { app(input: AppInput): Promise<AppAnswer> | AppAnswer }) => Config
}
`

/** A real folder there means that `sst install` fetched the packages for a deployment: it is kept. */
function linkPackages(): void {
  const link = join(PLATFORM, 'node_modules')
  if (lstatSync(link, { throwIfNoEntry: false })) return
  symlinkSync(join(HERE, 'node_modules'), link, 'junction')
}

/** Asserts that the locked versions equal those that this version of SST was built with. */
function checkPins(): void {
  const { dependencies } = readManifest(join(PLATFORM, 'package.json'))
  for (const [name, pinned] of Object.entries(dependencies)) {
    if (!/^@pulumi(verse)?\//.test(name)) continue
    const wanted = pinned.replace(/^v/, '')
    const got = readManifest(join(HERE, 'node_modules', name, 'package.json')).version.replace(/^v/, '')
    if (got !== wanted)
      throw new Error(
        `${name}: this sst wants ${wanted}, test/stacks has ${got}; change test/stacks/package.json`,
      )
  }
}

interface Output {
  ok: boolean
  text: string
}

function run(command: string, args: string[], folder: string, timeoutMs: number): Output {
  const result = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: scaleLimit(timeoutMs),
    env: {
      ...process.env,
      SST_SKIP_DEPENDENCY_CHECK: '1',
      SST_TELEMETRY_DISABLED: '1',
      // SST would install the packages with Bun; ours come from the lockfile.
      SST_BUN_PATH: '/usr/bin/true',
    },
  })
  const ending = result.error ? result.error.message : `ended with ${result.status}`
  return { ok: result.status === 0, text: `${result.stdout}${result.stderr}\n${command} ${ending}` }
}
