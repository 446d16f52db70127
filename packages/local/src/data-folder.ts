import { constants, existsSync } from 'node:fs'
import { access, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAlive } from '@pauta/server/data-folder/folder-lock'
import { RUNNING_FILE, writeRunningNote, type RunningNote } from '@pauta/server/data-folder/running-note'
import type { Stack } from './stack-types.ts'

/** Default folder of everything that the stack keeps between starts. Git ignores it. */
export const DEFAULT_DATA_FOLDER = '.pauta'

/** Created at the first start on a folder. */
const DATABASE_FOLDER = 'postgres'

/** The token is created once, at the start. After its expiry, restart the stack. */
const SERVICE_TOKEN_SECONDS = 30 * 24 * 3600

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Returns the notes of a running stack, or undefined when there are none. */
async function readRunningNote(folder: string): Promise<RunningNote | undefined> {
  const file = join(folder, RUNNING_FILE)
  try {
    return JSON.parse(await readFile(file, 'utf8')) as RunningNote
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (!(error instanceof SyntaxError)) throw error
    throw new Error(
      `The file ${file} is damaged (${error.message}). Make sure that no stack runs on the folder, delete the file and ` +
        'start again: nothing else is lost.',
      { cause: error },
    )
  }
}

/**
 * Makes a folder and those above it. Throws an error with the remedy where none can be made. `mkdir` with `recursive` never
 * returns in a file system that has no such folders, such as `/proc` (Node 24).
 */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) {
    if ((await stat(folder)).isDirectory()) return
    throw Object.assign(new Error(`${folder} is a file`), { code: 'EEXIST' })
  }
  const parent = dirname(folder)
  if (!existsSync(parent)) await makeFolder(parent)
  try {
    await mkdir(folder)
  } catch (error) {
    // Another start made it.
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT') throw error
    throw new Error(`No folder can be made in ${parent}. Name another one with --data DIR.`, { cause: error })
  }
}

/**
 * Creates the folder and asserts that it is writable. Returns true when the folder is new (has no database). Throws
 * when another stack uses it.
 */
export async function prepareDataFolder(folder: string): Promise<{ isNew: boolean }> {
  await makeFolder(folder)
  await access(folder, constants.W_OK)
  const running = await readRunningNote(folder)
  if (!running || running.pid === process.pid || !isAlive(running.pid))
    return { isNew: !existsSync(join(folder, DATABASE_FOLDER)) }
  const { pid, url } = running
  throw new Error(
    `A stack already runs on ${folder} (process ${pid}, ${url}). Stop it (if that process is none of Pauta's, delete ` +
      `${join(folder, RUNNING_FILE)}), or name another with --data DIR.`,
  )
}

/** Writes the addresses of the stack to the folder. */
export async function rememberRunningStack(folder: string, stack: Stack): Promise<void> {
  await writeRunningNote(folder, {
    pid: process.pid,
    url: stack.graphqlUrl,
    environment: stack.environment,
    serviceToken: await stack.serviceToken({}, { expiresInSeconds: SERVICE_TOKEN_SECONDS }),
  })
}
