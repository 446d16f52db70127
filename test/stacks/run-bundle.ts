import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getBundle } from './bundles.ts'
import type { BuildRequest } from './graph.ts'
import { scaleLimit } from '../measure-patience.ts'

const TIMEOUT_MS = 20_000

/** The outcome of one invocation: the answer or the error. */
export interface Outcome {
  answer?: { statusCode?: number; body?: string }
  error?: string
}

const PROGRAM = `
const describe = (error) => [error, ...(error?.errors ?? []), error?.cause].map((e) => e?.code ?? e?.message).join(' ')
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } }
try {
  const { handler } = await import(process.argv[1])
  const event = JSON.parse(process.argv[2])
  const answer = event === null ? {} : await handler(event, {})
  process.stdout.write('\\n~outcome' + JSON.stringify({ answer }) + '\\n', () => process.exit(0))
} catch (error) {
  process.stdout.write('\\n~outcome' + JSON.stringify({ error: describe(error) }) + '\\n', () => process.exit(0))
}`

/**
 * Arranges a bundle and its files as on Lambda, starts it in a process with only its links, and invokes it once. With a
 * null event it only starts.
 */
export async function runBundle(build: BuildRequest, workFolder: string, event: unknown): Promise<Outcome> {
  const folder = await arrange(build, workFolder)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, join(folder, 'bundle.mjs'), JSON.stringify(event)],
    {
      cwd: folder,
      timeout: scaleLimit(TIMEOUT_MS),
      maxBuffer: 16 * 1024 * 1024,
      env: linkVariables(build.links),
    },
  )
  const line = stdout.split('\n').find((text) => text.startsWith('~outcome'))
  if (line === undefined) throw new Error(`${build.handler} ended without an outcome:\n${stdout}`)
  return JSON.parse(line.slice('~outcome'.length)) as Outcome
}

/** Returns a folder with the bundle and its files. A bundle without other files is used where it was made. */
async function arrange(build: BuildRequest, workFolder: string): Promise<string> {
  const bundle = await getBundle(build, workFolder)
  if (build.copyFiles.length === 0) return bundle.folder
  const folder = mkdtempSync(join(workFolder, 'task-'))
  cpSync(bundle.folder, folder, { recursive: true })
  for (const { from, to } of build.copyFiles) cpSync(from, join(folder, to), { recursive: true })
  return folder
}

/** The variables by which linked resources reach a function. */
export const linkVariables = (links: BuildRequest['links']): Record<string, string> => ({
  SST_RESOURCE_App: JSON.stringify({ name: 'pauta', stage: 'production' }),
  AWS_REGION: 'us-east-2',
  ...Object.fromEntries(
    Object.entries(links).map(([name, value]) => [`SST_RESOURCE_${name}`, JSON.stringify(value)]),
  ),
})
