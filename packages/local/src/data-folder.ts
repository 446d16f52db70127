import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './emulators/folder-lock.ts'
import type { Stack } from './stack.ts'

/** Where the stack keeps everything between starts, unless told otherwise; git ignores it. */
export const DEFAULT_DATA_FOLDER = '.pauta'

/** Written when a stack is up: commands on the same folder find its connections here. */
const RUNNING_FILE = 'running.json'

interface RunningStack {
  pid: number
  url: string
  environment: Record<string, string>
  /** Bearer token of the data workers' account, for `npm run token -- --service`. */
  serviceToken: string
}

/** The token is made once, at the start; a stack that runs for longer is started again. */
const SERVICE_TOKEN_SECONDS = 30 * 24 * 3600

/** Makes the folder and throws when another stack runs on it. */
export async function prepareDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const text = await readFile(join(folder, RUNNING_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const { pid, url } = JSON.parse(text) as RunningStack
  if (pid === process.pid || !isAlive(pid)) return
  throw new Error(
    `A stack already runs on ${folder} (process ${pid}, ${url}). Stop it (if that process is none of Pauta's, delete ` +
      `${join(folder, RUNNING_FILE)}), or name another with --data DIR.`,
  )
}

/** Notes how the stack is reached. */
export async function rememberRunningStack(folder: string, stack: Stack): Promise<void> {
  const running: RunningStack = {
    pid: process.pid,
    url: stack.graphqlUrl,
    environment: stack.environment,
    serviceToken: await stack.serviceToken({}, { expiresInSeconds: SERVICE_TOKEN_SECONDS }),
  }
  // Moved into place whole: whoever reads it meanwhile, or after a crash, never finds half of it.
  const draft = join(folder, `${RUNNING_FILE}.${process.pid}`)
  await writeFile(draft, JSON.stringify(running, null, 2), { mode: 0o600 })
  await rename(draft, join(folder, RUNNING_FILE))
}

/** Takes the note back before the stack stops. */
export async function forgetRunningStack(folder: string): Promise<void> {
  await rm(join(folder, RUNNING_FILE), { force: true })
}
