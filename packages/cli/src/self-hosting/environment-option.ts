import { loadEnvFile } from 'node:process'
import { Option } from '@commander-js/extra-typings'
import { CommandError } from '../terminal/connect.ts'

/** The option of commands that read the settings of a machine. */
export const environmentOption = () =>
  new Option('--env <FILE>', 'environment file of the machine; without it the variables are set already')

/** Sets the variables of an environment file. Variables that are set already stay as they are. */
export function loadEnvironment(file: string | undefined): void {
  if (file === undefined) return
  try {
    loadEnvFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`--env ${file} cannot be read: ${reason}`)
  }
}
