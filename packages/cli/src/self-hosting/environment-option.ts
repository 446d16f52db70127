import { readFileSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv } from 'node:util'
import { Option } from '@commander-js/extra-typings'
import { findVariable } from '@pauta/platform/config/config'
import { CommandError } from '../terminal/connect.ts'

/** The option of commands that read the settings of a machine. */
export const environmentOption = () =>
  new Option('--env <FILE>', 'environment file of the machine; without it the variables are set already')

const AUTHORITIES = 'NODE_EXTRA_CA_CERTS'

/** Names of variables that are set already, to another value than that of the file. */
const listKept = (file: string): string[] =>
  Object.entries(parseEnv(readFileSync(file, 'utf8')))
    .filter(([name, value]) => ![undefined, value?.trim()].includes(findVariable(name)))
    .map(([name]) => name)

/**
 * Sets the variables of an environment file. Variables that are set already stay as they are, and one sentence names
 * those to which the file gives another value. Node reads the file of further certificate authorities before any of our
 * code runs, so they are added here.
 */
export function loadEnvironment(file: string | undefined): void {
  if (file === undefined) return
  try {
    const kept = listKept(file)
    if (kept.length > 0)
      console.error(
        `--env ${file} does not replace what the shell sets: ${kept.join(', ')}. Unset it to use the value of the file.`,
      )
    const known = findVariable(AUTHORITIES)
    loadEnvFile(file)
    const authorities = findVariable(AUTHORITIES)
    if (authorities !== undefined && authorities !== known)
      setDefaultCACertificates([...getCACertificates('default'), readFileSync(authorities, 'utf8')])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`--env ${file} cannot be read: ${reason}`)
  }
}
