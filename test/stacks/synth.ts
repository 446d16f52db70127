import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as esbuild from 'esbuild'
import type { StageSettings } from '../../stacks/stages/stage-settings.ts'
import { scaleLimit } from '../measure-patience.ts'
import { type BuildServer, startBuildServer } from './build-server.ts'
import type { Graph } from './graph.ts'
import { HERE, PLATFORM, ROOT } from './platform.ts'

const SYNTH_TIMEOUT_MS = 180_000
const MAX_GRAPH_BYTES = 64 * 1024 * 1024

export interface SynthOptions {
  stage: string
  secrets?: Record<string, string>
  /** In place of the stage's own settings. */
  settings: StageSettings
}

export interface Synthesiser extends Disposable {
  /**
   * Evaluates stages one after the other in one process, which loads the providers once. Returns the resources that
   * would be created. Rejects with the error of the first stage that fails.
   */
  synthAll<const Stages extends readonly SynthOptions[]>(
    this: void,
    stages: Stages,
  ): Promise<{ [Stage in keyof Stages]: Graph }>
  /** Evaluates stages that must fail, in one process. Returns the error of each; undefined for a stage that succeeds. */
  listFailures(this: void, stages: readonly SynthOptions[]): Promise<(string | undefined)[]>
}

/** What the program printed about a stage. */
type Result = { graph: Omit<Graph, 'builds' | 'settings'> } | { failure: string }

/**
 * Runs sst.config.ts as `sst deploy` does, with the same bundling of the configuration, but with Pulumi's mock engine.
 * The program is bundled once and gets its stages at its start. Its output goes to the work folder.
 */
export async function makeSynthesiser(workFolder: string): Promise<Synthesiser> {
  const app = join(PLATFORM, `synth-app-${process.pid}.mjs`)
  const program = join(PLATFORM, `synth-${process.pid}.mjs`)
  await bundleProgram({ outfile: app, code: appCode(program), inGlobals: false })
  await bundleProgram({ outfile: program, code: PROGRAM_CODE, inGlobals: true })
  let runs = 0
  const synthList = async (stages: readonly SynthOptions[]): Promise<(Graph | { failure: string })[]> => {
    runs += 1
    const home = join(workFolder, `home-${runs}`)
    mkdirSync(home, { recursive: true })
    await using servers = new AsyncDisposableStack()
    const turns: Turn[] = []
    for (const stage of stages)
      turns.push({ ...stage, server: servers.use(await startBuildServer(workFolder)) })
    try {
      const results = await runProgram({ file: app, workFolder, home, turns })
      return turns.flatMap(({ server: { builds }, settings }, at) => {
        const result = results[at]
        return result && 'graph' in result ? { ...result.graph, builds, settings } : (result ?? [])
      })
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
  return {
    async synthAll<const Stages extends readonly SynthOptions[]>(stages: Stages) {
      const graphs = (await synthList(stages)).map((result) => {
        if ('failure' in result) throw new Error(`The stage does not synthesise:\n${result.failure}`)
        return result
      })
      return graphs as { [Stage in keyof Stages]: Graph }
    },
    async listFailures(stages) {
      return (await synthList(stages)).map((result) => ('failure' in result ? result.failure : undefined))
    },
    [Symbol.dispose]() {
      for (const file of [app, program]) rmSync(file, { force: true })
    },
  }
}

/**
 * For each stage, calls `app()`, passes the result to the program as sst does, and starts it. A copy of the program
 * serves one stage, because SST's components keep what a program has made.
 */
const appCode = (program: string) => `import config from "${ROOT}/sst.config.ts"
for (const [turn, { stage, settings, variables, paths }] of $synth.turns.entries()) {
  $synth.settings = settings
  for (const name of Object.keys(process.env)) if (name.startsWith('SST_SECRET_')) delete process.env[name]
  Object.assign(process.env, variables)
  globalThis.$app = { ...(await config.app({ stage })), stage }
  globalThis.$cli = { command: 'deploy', dev: false, paths, state: { version: {} } }
  globalThis.$dev = false
  await import(${JSON.stringify(program)} + '?turn=' + turn)
}
process.stdout.write('', () => process.exit(0))`

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

const SETTINGS = join(ROOT, 'stacks/stages/settings.ts')

/** Replaces the values of stacks/stages/, which are an operator's own, by those of the test. */
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
export const settingsOf = () => globalThis.$synth.settings`,
    }))
  },
}

interface Turn extends SynthOptions {
  server: BuildServer
}

interface Run {
  file: string
  workFolder: string
  home: string
  turns: readonly Turn[]
}

/** Returns the graph or the error of each stage. */
function runProgram({ file, workFolder, home, turns }: Run): Promise<Result[]> {
  const paths = { home, root: ROOT, work: home, platform: PLATFORM }
  const input = turns.map(({ stage, settings, secrets = {}, server }) => ({
    stage,
    settings,
    paths,
    variables: {
      SST_SERVER: server.url,
      ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`SST_SECRET_${name}`, value])),
    },
  }))
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      // Pulumi stores the stack of every promise, which takes longer than the evaluation, even of three frames. Few of
      // its objects outlive a large young generation.
      [
        '--no-warnings',
        '--stack-trace-limit=0',
        '--min-semi-space-size=128',
        '--max-semi-space-size=128',
        file,
      ],
      {
        cwd: ROOT,
        timeout: scaleLimit(SYNTH_TIMEOUT_MS * turns.length),
        maxBuffer: MAX_GRAPH_BYTES,
        // The environment of this machine must not affect the synthesis.
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          NODE_ENV: 'test',
          NODE_COMPILE_CACHE: join(workFolder, 'compiled'),
          SYNTH: JSON.stringify({ turns: input }),
        },
      },
      (error, stdout, stderr) => {
        const results = stdout.split('\n').flatMap(readResult)
        // After an error, Pulumi reports the promises that depended on it as leaks, by the code of the exit.
        const isEnded = error === null || results.some((result) => 'failure' in result)
        if (isEnded && results.length === turns.length) resolve(results)
        else reject(new Error(`The stage does not synthesise:\n${stderr}${stdout.slice(0, 2000)}`))
      },
    )
  })
}

function readResult(line: string): Result[] {
  const [, kind, json = ''] = /^~(graph|failure)(.*)$/.exec(line) ?? []
  if (kind === undefined) return []
  return [{ [kind]: JSON.parse(json) as unknown } as Result]
}
