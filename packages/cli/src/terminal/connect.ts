import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { applyEnvironment, hasLinkedResources } from '@pauta/platform/config/config'

/** Where `npm start` keeps its data unless told otherwise. */
export const DEFAULT_DATA_FOLDER = '.pauta'

/** What a local stack notes about itself in its data folder. */
export interface RunningStack {
  pid: number
  environment: Record<string, string>
  /** Bearer token of the data workers' account; a stack that was started by an older release notes none. */
  serviceToken?: string
}

/** A failure that a person mends: its message is shown without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not permitted means that it is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Throws a CommandError that names the file when it is damaged. */
function parseRunningStack(file: string, text: string): RunningStack {
  try {
    return JSON.parse(text) as RunningStack
  } catch {
    throw new CommandError(
      `The file ${file} is damaged. Stop the stack if one runs, delete the file and start it again.`,
    )
  }
}

/** The local stack that runs on the data folder. Throws a CommandError that says how to start one. */
export async function getRunningStack(dataFolder: string): Promise<RunningStack> {
  const file = join(resolve(dataFolder), 'running.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const stack = text === undefined ? undefined : parseRunningStack(file, text)
  if (!stack || !isAlive(stack.pid)) {
    throw new CommandError(
      `No stack is running on ${resolve(dataFolder)}.\n` +
        'Start one with `npm start`, or name its folder with --data DIR. A deployed stage is reached inside `sst shell`.',
    )
  }
  return stack
}

let databasePlace = 'of this stage'

/** Where the database of this command keeps its files, for messages. */
export const getDatabasePlace = (): string => databasePlace

/**
 * Finds the connections: those of the environment where it has them (a deployed stage through `sst shell`), else those
 * of the local stack that runs on the data folder. Throws a CommandError that says how to start one.
 */
export async function connect(dataFolder: string): Promise<void> {
  if (hasLinkedResources()) return
  databasePlace = `in ${join(resolve(dataFolder), 'postgres')}`
  const { environment } = await getRunningStack(dataFolder)
  applyEnvironment(environment)
}
