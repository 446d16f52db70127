import { readMachineSettings, UnusableSettings } from '@pauta/server/settings/settings'
import { CommandError } from '../terminal/connect.ts'
import { loadEnvironment } from './environment-option.ts'
import { readVersion } from './version.ts'

/** Reads the settings of a machine from its environment file. Throws a CommandError that lists what is missing. */
export async function readMachine(file: string | undefined) {
  loadEnvironment(file)
  const version = await readVersion()
  try {
    return { ...readMachineSettings(version), version }
  } catch (error) {
    if (error instanceof UnusableSettings) throw new CommandError(error.message)
    throw error
  }
}
