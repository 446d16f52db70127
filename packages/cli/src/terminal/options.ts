import { Command, Option } from '@commander-js/extra-typings'
import { CommandError, DEFAULT_DATA_FOLDER } from './connect.ts'

/** The values of the two options that every command has. */
export interface OutputOptions {
  data: string
  json: boolean
}

/** Returns a command with the two options that every command has: `--json` and `--data DIR`. */
export const makeCommand = (name: string) =>
  new Command(name)
    .addOption(
      new Option('--json', 'prints the result as one JSON value; progress goes to standard error').default(
        false,
      ),
    )
    .addOption(
      new Option(
        '--data <DIR>',
        'folder of the local stack; inside `sst shell` the command uses the stage',
      ).default(DEFAULT_DATA_FOLDER),
    )

/**
 * Returns an option that takes one of the choices, in any case. The shell completion offers them. Throws a CommandError that names
 * the choices for another value.
 */
export function makeChoice<const Flags extends string, const Choice extends string>(
  flags: Flags,
  description: string,
  choices: readonly Choice[],
) {
  const name = flags.split(' ')[0] ?? flags
  return new Option(flags, description).choices(choices).argParser((text: string): Choice => {
    const choice = choices.find((one) => one.toLowerCase() === text.toLowerCase())
    if (choice === undefined) throw new CommandError(`${name} ${text}: one of ${choices.join(', ')}`)
    return choice
  })
}

/** Returns a parser of whole numbers from 1 to `max`. The parser throws a CommandError that names the option. */
export function wholeNumber(option: string, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= max) return value
    throw new CommandError(`${option} ${text}: a whole number from 1 to ${max} is expected.`)
  }
}

/**
 * Returns the base of the addresses of the service at an address. Throws a CommandError that names the option for an
 * address that is not http or https.
 */
export function serviceUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/(graphql|mcp)?\/?$/, '')
  throw new CommandError(`${option} ${text}: an address that begins with http:// or https:// is expected.`)
}
