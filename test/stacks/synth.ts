import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as esbuild from 'esbuild'
import type { StageSettings } from '../../stacks/settings.ts'
import { scaleLimit } from '../measure-patience.ts'
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
}

export interface Synthesiser extends Disposable {
  /** Returns the resources that would be created. Rejects with the program's output when it fails. */
  synth(this: void, options: SynthOptions): Promise<Graph>
}

/**
 * Runs sst.config.ts as `sst deploy` does, with the same bundling of the configuration, but with Pulumi's mock engine.
 * The program is bundled once and gets the stage at its start. Its output goes to the work folder.
 */
export async function makeSynthesiser(workFolder: string): Promise<Synthesiser> {
  const app = join(PLATFORM, `synth-app-${process.pid}.mjs`)
  const program = join(PLATFORM, `synth-${process.pid}.mjs`)
  await bundleProgram({ outfile: app, code: appCode(program), inGlobals: false })
  await bundleProgram({ outfile: program, code: PROGRAM_CODE, inGlobals: true })
  let runs = 0
  return {
    async synth(options) {
      runs += 1
      const home = join(workFolder, `home-${runs}`)
      mkdirSync(home, { recursive: true })
      await using server = await startBuildServer(workFolder)
      try {
        const output = await runProgram({ file: app, workFolder, home, server: server.url, options })
        return { ...(JSON.parse(output) as Omit<Graph, 'builds'>), builds: server.builds }
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    },
    [Symbol.dispose]() {
      for (const file of [app, program]) rmSync(file, { force: true })
    },
  }
}

/** Calls `app()` for the stage, passes the result to the program as sst does, and starts it. */
const appCode = (program: string) => `import config from "${ROOT}/sst.config.ts"
const { stage, paths } = $synth
globalThis.$app = { ...(await config.app({ stage })), stage }
globalThis.$cli = { command: 'deploy', dev: false, paths, state: { version: {} } }
globalThis.$dev = false
await import(${JSON.stringify(program)})`

const PROGRAM_CODE = `
import { start, finish } from "${HERE}/mock-engine.ts"
start($app.name, $app.stage, $app.providers.aws.region)
const { run } = await import("${PLATFORM}/src/auto/run.ts")
const { default: config } = await import("${ROOT}/sst.config.ts")
await finish($app, () => run(config.run))`

interface Program {
  outfile: string
  code: string
  /** The program has `sst`, `aws` and SST's helpers as globals; `app()` does not. */
  inGlobals: boolean
}

async function bundleProgram({ outfile, code, inGlobals }: Program): Promise<void> {
  await esbuild.build({
    stdin: { contents: code, resolveDir: ROOT, sourcefile: 'program.ts', loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    inject: inGlobals ? [join(PLATFORM, 'src/shim/run.js')] : [],
    external: [
      PLATFORM + '/synth-*',
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
    banner: { js: `${NODE_GLOBALS}${inGlobals ? '' : APP_GLOBALS}` },
    plugins: [overlaySettings, inGlobals ? provideGlobals : refuseTopLevelImports],
  })
}

const NODE_GLOBALS = `
import { createRequire as synthRequire } from 'node:module'
import { fileURLToPath as synthFile } from 'node:url'
const require = synthRequire(import.meta.url), __filename = synthFile(import.meta.url), __dirname = synthFile(new URL('.', import.meta.url))
`

const APP_GLOBALS = `
function $config(input) { return input }
globalThis.$synth = JSON.parse(process.env.SYNTH)
`

/** sst also refuses these: nothing may be loaded before it has called `app()`. */
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

const SETTINGS = join(ROOT, 'stacks/settings.ts')

/** Lets a test try other settings than the ones that are committed. */
const overlaySettings: esbuild.Plugin = {
  name: 'overlay-settings',
  setup(build) {
    build.onResolve({ filter: /\/settings\.ts$/ }, ({ namespace }) =>
      namespace === 'overlay' ? { path: SETTINGS } : { path: SETTINGS, namespace: 'overlay' },
    )
    build.onLoad({ filter: /.*/, namespace: 'overlay' }, () => ({
      resolveDir: dirname(SETTINGS),
      loader: 'ts',
      contents: `export * from "./settings.ts"
import { settingsOf as committed } from "./settings.ts"
export const settingsOf = (stage: string) => ({ ...committed(stage), ...globalThis.$synth.settings })`,
    }))
  },
}

interface Run {
  file: string
  workFolder: string
  home: string
  server: string
  options: SynthOptions
}

function runProgram({ file, workFolder, home, server, options }: Run): Promise<string> {
  const { stage, settings = {}, secrets = {} } = options
  const paths = { home, root: ROOT, work: home, platform: PLATFORM }
  const variables = Object.entries(secrets).map(([name, value]) => [`SST_SECRET_${name}`, value])
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      // Pulumi stores the stack of every promise, which takes longer than the evaluation. Few of its objects outlive a
      // large young generation.
      ['--no-warnings', '--stack-trace-limit=3', '--max-semi-space-size=64', file],
      {
        cwd: ROOT,
        timeout: scaleLimit(SYNTH_TIMEOUT_MS),
        maxBuffer: MAX_GRAPH_BYTES,
        // The environment of this machine must not affect the synthesis.
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          NODE_ENV: 'test',
          NODE_COMPILE_CACHE: join(workFolder, 'compiled'),
          SST_SERVER: server,
          SYNTH: JSON.stringify({ stage, settings, paths }),
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
