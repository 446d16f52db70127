import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import type { StageSettings } from '../../stacks/settings.ts'
import { startBuildServer } from './build-server.ts'
import type { Graph } from './graph.ts'
import { HERE, PLATFORM, ROOT } from './platform.ts'

const SYNTH_TIMEOUT_MS = 180_000
const MAX_GRAPH_BYTES = 64 * 1024 * 1024

export interface SynthOptions {
  stage: string
  secrets?: Record<string, string>
  /** Laid over the stage's own settings. */
  settings?: Partial<StageSettings>
  /** Where bundles go; one folder for a test file, so that they are built once. */
  workFolder: string
}

let runs = 0

/**
 * Runs sst.config.ts as `sst deploy` does, with the same bundling of the configuration, but with Pulumi's mock engine
 * in place of the real one. Returns what would be created. Rejects with what the program printed when it fails.
 */
export async function synth(options: SynthOptions): Promise<Graph> {
  runs += 1
  const id = `${process.pid}-${runs}`
  const home = join(options.workFolder, id)
  mkdirSync(home, { recursive: true })
  const outfile = join(PLATFORM, `synth-${id}.mjs`)
  await using server = await startBuildServer(options.workFolder)
  try {
    const app = await evaluateApp(options, id)
    await bundleProgram({
      outfile,
      options,
      code: programOf(app),
      define: definesOf(app, home),
      inGlobals: true,
    })
    const output = await runProgram(outfile, home, server.url, options.secrets ?? {})
    return { ...(JSON.parse(output) as Pick<Graph, 'resources'>), app, builds: server.builds }
  } finally {
    rmSync(outfile, { force: true })
    rmSync(home, { recursive: true, force: true })
  }
}

type App = Graph['app']

/** What `app()` answers for the stage. */
async function evaluateApp(options: SynthOptions, id: string): Promise<App> {
  const outfile = join(PLATFORM, `app-${id}.mjs`)
  const code = `import config from "${ROOT}/sst.config.ts"
export default await config.app({ stage: ${JSON.stringify(options.stage)} })`
  await bundleProgram({ outfile, options, code, define: {}, inGlobals: false })
  try {
    const module = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
      default: Omit<App, 'stage'>
    }
    return { ...module.default, stage: options.stage }
  } finally {
    rmSync(outfile, { force: true })
  }
}

const programOf = (app: App) => `
import { start, finish } from "${HERE}/mock-engine.ts"
start($app.name, $app.stage, "${app.providers.aws.region}")
const { run } = await import("${PLATFORM}/src/auto/run.ts")
const { default: config } = await import("${ROOT}/sst.config.ts")
await finish(() => run(config.run))`

const definesOf = (app: App, home: string) => ({
  $app: JSON.stringify(app),
  $cli: JSON.stringify({
    command: 'deploy',
    dev: false,
    paths: { home, root: ROOT, work: home, platform: PLATFORM },
    state: { version: {} },
  }),
  $dev: 'false',
})

interface Program {
  outfile: string
  options: SynthOptions
  code: string
  define: Record<string, string>
  /** The program proper sees `sst`, `aws` and SST's helpers as globals; `app()` does not. */
  inGlobals: boolean
}

async function bundleProgram({ outfile, options, code, define, inGlobals }: Program): Promise<void> {
  await esbuild.build({
    stdin: { contents: code, resolveDir: ROOT, sourcefile: 'program.ts', loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    define,
    inject: inGlobals ? [join(PLATFORM, 'src/shim/run.js')] : [],
    external: [
      '@pulumi/*',
      '@pulumiverse/*',
      '@sst-provider/*',
      '@aws-sdk/*',
      'undici',
      'esbuild',
      'archiver',
      'glob',
      'vite',
    ],
    banner: { js: `${NODE_GLOBALS}${inGlobals ? '' : 'function $config(input) { return input }'}` },
    plugins: [overlaySettings(options.settings ?? {}), inGlobals ? provideGlobals : refuseTopLevelImports],
  })
}

const NODE_GLOBALS = `
import { createRequire as synthRequire } from 'node:module'
import { fileURLToPath as synthFile } from 'node:url'
const require = synthRequire(import.meta.url), __filename = synthFile(import.meta.url), __dirname = synthFile(new URL('.', import.meta.url))
`

/** sst refuses these too: nothing may be loaded before it has read `app()`. */
const refuseTopLevelImports: esbuild.Plugin = {
  name: 'refuse-top-level-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ importer, kind, path }) =>
      basename(importer) === 'sst.config.ts' && kind === 'import-statement'
        ? {
            errors: [{ text: `sst.config.ts imports "${path}" at its top; import it inside app() or run()` }],
          }
        : undefined,
    )
  },
}

/** Puts `sst` and `aws` before each of our files, as sst does. */
const provideGlobals: esbuild.Plugin = {
  name: 'provide-globals',
  setup(build) {
    build.onLoad({ filter: /\.(js|ts)$/ }, ({ path }) => {
      if (path.startsWith(join(ROOT, '.sst')) || dirname(path).includes('node_modules')) return undefined
      const globals = `import * as aws from "@pulumi/aws"; import * as sst from "${PLATFORM}/src/components";`
      return { contents: `${globals}\n${readFileSync(path, 'utf8')}`, loader: 'default' }
    })
  },
}

/** Lets a test try other settings than the ones that are committed. */
function overlaySettings(settings: Partial<StageSettings>): esbuild.Plugin {
  const real = join(ROOT, 'stacks/settings.ts')
  return {
    name: 'overlay-settings',
    setup(build) {
      build.onResolve({ filter: /\/settings\.ts$/ }, ({ namespace }) =>
        namespace === 'overlay' ? { path: real } : { path: real, namespace: 'overlay' },
      )
      build.onLoad({ filter: /.*/, namespace: 'overlay' }, () => ({
        resolveDir: dirname(real),
        loader: 'ts',
        contents: `export * from "./settings.ts"
import { settingsOf as committed } from "./settings.ts"
export const settingsOf = (stage: string) => ({ ...committed(stage), ...${JSON.stringify(settings)} })`,
      }))
    },
  }
}

function runProgram(
  file: string,
  home: string,
  server: string,
  secrets: Record<string, string>,
): Promise<string> {
  const variables = Object.entries(secrets).map(([name, value]) => [`SST_SECRET_${name}`, value])
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--no-warnings', file],
      {
        cwd: ROOT,
        timeout: SYNTH_TIMEOUT_MS,
        maxBuffer: MAX_GRAPH_BYTES,
        // Nothing of this machine's environment may decide what is synthesised.
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          NODE_ENV: 'test',
          SST_SERVER: server,
          ...Object.fromEntries(variables),
        },
      },
      (error, stdout, stderr) => {
        const graph = stdout.split('\n').find((line) => line.startsWith('~graph'))
        if (error === null && graph !== undefined) resolve(graph.slice('~graph'.length))
        else reject(new Error(`The stage does not synthesise:\n${stderr}${stdout.slice(0, 2000)}`))
      },
    )
  })
}
