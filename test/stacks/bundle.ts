import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, parse, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import type { BuildProperties } from './graph.ts'
import { ROOT } from './platform.ts'

// As a service, esbuild collects garbage; from the command line it never does.
process.env['GOGC'] ??= '400'

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

/** Makes bundles with the same properties, one after the other. */
export interface Bundler extends AsyncDisposable {
  /** Writes the bundle of a handler and checks its export. Rejects when something is missing. */
  bundle(handler: string, folder: string): Promise<Bundle>
}

const ENTRY = 'handler-to-bundle'
const OUT = join(ROOT, 'out')

/**
 * Returns a bundler with the options that SST 4 passes to esbuild. SST's own esbuild is another build of the same
 * program, so sizes may differ slightly. Without source maps, which would be three quarters of the size. One context of
 * esbuild makes all bundles: it parses a file once, which takes a third less of the processor's time.
 */
export async function openBundler(properties: BuildProperties): Promise<Bundler> {
  let file = ''
  const context = await esbuild.context({
    entryPoints: [ENTRY],
    outdir: OUT,
    entryNames: 'bundle',
    outExtension: { '.js': '.mjs' },
    splitting: properties.splitting ?? false,
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
    platform: 'node',
    format: 'esm',
    target: 'es2024',
    mainFields: ['module', 'main'],
    external: ['sharp', 'pg-native'],
    minify: properties.minify ?? false,
    keepNames: properties.esbuild?.keepNames ?? true,
    define: properties.esbuild?.define ?? {},
    plugins: [resolveEntry(() => file), ...(await loadPlugins(properties))],
    banner: {
      js: "import { createRequire as sstRequire } from 'node:module'; const require = sstRequire(import.meta.url);",
    },
  })
  return {
    async bundle(handler, folder) {
      file = findSource(handler)
      const { outputFiles, metafile } = await context.rebuild()
      mkdirSync(folder, { recursive: true })
      for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents)
      return describeBundle({ handler, folder, entryPoint: relative(ROOT, file) }, metafile)
    },
    [Symbol.asyncDispose]: () => context.dispose(),
  }
}

const resolveEntry = (file: () => string): esbuild.Plugin => ({
  name: 'resolve-entry',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: file() }))
  },
})

/** The file of a handler such as `functions/http/health/handler.handler`. */
function findSource(handler: string): string {
  const { dir, name } = parse(handler)
  const file = ['.ts', '.mts', '.js', '.mjs']
    .map((extension) => join(ROOT, dir, name + extension))
    .find(existsSync)
  if (!file) throw new Error(`Handler not found: ${handler}`)
  return file
}

function describeBundle(
  { handler, folder, entryPoint }: { handler: string; folder: string; entryPoint: string },
  { inputs, outputs }: esbuild.Metafile,
): Bundle {
  const [entry = '', output] =
    Object.entries(outputs).find(([, { entryPoint: source }]) => source === entryPoint) ?? []
  const wanted = parse(handler).ext.slice(1)
  if (!output?.exports.includes(wanted)) throw new Error(`${handler}: no export "${wanted}"`)
  const atStart = listStartOutputs(outputs, entry)
  const read = atStart
    .flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}))
    .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }))
  return {
    handler,
    folder,
    bytes: atStart.reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0),
    files: Object.keys(inputs),
    sources: Object.keys(inputs).filter((path) => !path.includes('node_modules/')),
    packages: sumByPackage(read),
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
