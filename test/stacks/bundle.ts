import { existsSync, mkdirSync } from 'node:fs'
import { join, parse, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import type { BuildProperties, BuildRequest } from './graph.ts'
import { ROOT } from './platform.ts'

// As a service, esbuild collects garbage; from the command line it never does.
process.env['GOGC'] ??= '800'

export interface Bundle {
  handler: string
  folder: string
  /** Bytes that a cold start reads: the bundle and its direct imports, without late imports. */
  bytes: number
  /** Every file in the bundle, relative to the root. */
  files: string[]
  /** Our own files. */
  sources: string[]
  /** Packages in the bundle and their share of it, largest first. */
  packages: [name: string, bytes: number][]
}

/**
 * Bundles a handler with the options that SST 4 passes to esbuild, and checks its export. Throws when something is
 * missing. SST's own esbuild is another build of the same program, so sizes may differ slightly. Without source maps,
 * which would be three quarters of the size.
 */
export async function bundleHandler(request: BuildRequest, folder: string): Promise<Bundle> {
  const { dir, name, ext } = parse(request.handler)
  const file = ['.ts', '.mts', '.js', '.mjs']
    .map((extension) => join(ROOT, dir, name + extension))
    .find(existsSync)
  if (!file) throw new Error(`Handler not found: ${request.handler}`)
  mkdirSync(folder, { recursive: true })
  const splitting = request.properties.splitting ?? false
  const result = await esbuild.build({
    entryPoints: [file],
    outdir: folder,
    entryNames: 'bundle',
    outExtension: { '.js': '.mjs' },
    splitting,
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    logLevel: 'silent',
    platform: 'node',
    format: 'esm',
    target: 'es2024',
    mainFields: ['module', 'main'],
    external: ['sharp', 'pg-native'],
    minify: request.properties.minify ?? false,
    keepNames: request.properties.esbuild?.keepNames ?? true,
    define: request.properties.esbuild?.define ?? {},
    plugins: await loadPlugins(request.properties),
    banner: {
      js: "import { createRequire as sstRequire } from 'node:module'; const require = sstRequire(import.meta.url);",
    },
  })
  const { outputs } = result.metafile
  const [entry = '', output] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === relative(ROOT, file)) ?? []
  const wanted = ext.slice(1)
  if (!output?.exports.includes(wanted)) throw new Error(`${request.handler}: no export "${wanted}"`)
  const atStart = listStartOutputs(outputs, entry)
  const inputs = atStart
    .flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}))
    .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }))
  return {
    handler: request.handler,
    folder,
    bytes: atStart.reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0),
    files: Object.keys(result.metafile.inputs),
    sources: Object.keys(result.metafile.inputs).filter((path) => !path.includes('node_modules/')),
    packages: sumByPackage(inputs),
  }
}

/** The entry and the files that it needs to start. */
function listStartOutputs(outputs: esbuild.Metafile['outputs'], entry: string): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !external) visit(next)
  }
  visit(entry)
  return [...found]
}

async function loadPlugins({ plugins }: BuildProperties): Promise<esbuild.Plugin[]> {
  if (plugins === undefined) return []
  const module = (await import(pathToFileURL(join(ROOT, plugins)).href)) as { default: esbuild.Plugin[] }
  return module.default
}

function sumByPackage(inputs: { path: string; bytes: number }[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { path, bytes } of inputs) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'ours'
    sums.set(name, (sums.get(name) ?? 0) + bytes)
  }
  return [...sums].sort((a, b) => b[1] - a[1])
}
