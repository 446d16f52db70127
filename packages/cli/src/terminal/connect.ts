import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { applyEnvironment, findVariable, hasLinkedResources } from '@pauta/platform/config/config'
import { isAlive } from '@pauta/server/data-folder/folder-lock'
import { EXIT_USAGE } from './exit-codes.ts'

/** Default data folder of `npm start`. */
export const DEFAULT_DATA_FOLDER = '.pauta'

/** Content of `running.json`, which a local stack writes into its data folder. */
export interface RunningStack {
  pid: number
  environment: Record<string, string>
  /** Bearer token of the data workers' account. Stacks of older versions write no token. */
  serviceToken?: string
}

/** A failure that the operator can fix. The program prints its message without a stack trace and exits with its code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(
    message: string,
    { exitCode = EXIT_USAGE, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(message, options)
    this.exitCode = exitCode
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

/**
 * Returns the absolute path of the data folder. Without one on the command line, PAUTA_DATA names it: on a machine, the
 * commands that pages and other commands show work as they stand.
 */
const resolveDataFolder = (dataFolder: string): string =>
  resolve(dataFolder === DEFAULT_DATA_FOLDER ? (findVariable('PAUTA_DATA') ?? dataFolder) : dataFolder)

/** Returns the stack that runs on the data folder. Throws a CommandError when no stack runs. */
export async function getRunningStack(dataFolder: string): Promise<RunningStack> {
  const folder = resolveDataFolder(dataFolder)
  const file = join(folder, 'running.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const stack = text === undefined ? undefined : parseRunningStack(file, text)
  if (!stack || !isAlive(stack.pid)) {
    throw new CommandError(
      `No stack is running on ${folder}.\n` +
        'Name the folder of the one that runs with --data DIR; of `pauta serve` it is PAUTA_DATA, such as /var/lib/pauta. On ' +
        'a laptop `npm start` starts one. Inside `sst shell` the command uses the stage.',
    )
  }
  return stack
}

let databasePlace = 'of this stage'

/** Returns the place of the database's files, for messages. */
export const getDatabasePlace = (): string => databasePlace

/**
 * Sets the connections of the command. Inside `sst shell` the environment has them already. Otherwise the function takes
 * them from the local stack that runs on the data folder. Throws a CommandError when no stack runs.
 */
export async function connect(dataFolder: string): Promise<void> {
  if (hasLinkedResources()) return
  databasePlace = `in ${join(resolveDataFolder(dataFolder), 'postgres')}`
  const { environment } = await getRunningStack(dataFolder)
  applyEnvironment(environment)
}
