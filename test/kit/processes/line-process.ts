import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import * as esbuild from 'esbuild'
import { ROOT } from '../repository/root.ts'

/** A process that reads one order a line and writes one answer a line. */
export interface LineProcess {
  child: ChildProcess
  lines: Interface
  ended: Promise<unknown>
  errors: () => string
}

/** Bundles a script of this folder with its handlers into one file, which starts ten times as fast as its sources. */
export async function bundleScript(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`)
  await esbuild.build({
    entryPoints: [join(ROOT, `test/kit/processes/${name}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
  })
  return outfile
}

/** Starts a process with an environment as its first line. The process then waits for orders. */
export function startLineProcess(
  script: string,
  folder: string,
  environment: Record<string, string>,
): LineProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: join(folder, 'cache') },
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // Writing to a killed process fails.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(environment)}\n`)
  const lines = createInterface({ input: child.stdout })
  return { child, lines, ended: once(child, 'exit'), errors: () => errors }
}

/**
 * Sends an order and returns the answer, or undefined when the process was killed before it. Throws when the
 * process ended although `wasStruck` returns false.
 */
export async function order(
  { child, lines, ended, errors }: LineProcess,
  message: unknown,
  wasStruck: () => boolean,
): Promise<string | undefined> {
  const done = once(lines, 'line') as Promise<[string]>
  child.stdin?.write(`${JSON.stringify(message)}\n`)
  const answer = await Promise.race([done, ended.then(() => undefined)])
  if (answer === undefined) {
    if (!wasStruck()) throw new Error(`The process ended by itself: ${errors()}`)
    return undefined
  }
  // A process that was killed at its last call may have answered before.
  if (wasStruck()) await ended
  return answer[0]
}
