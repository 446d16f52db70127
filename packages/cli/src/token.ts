import { EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './command.ts'
import { CommandError, DEFAULT_DATA_FOLDER, getRunningStack } from './connect.ts'

const USAGE = `npm run -s token -- --service [--data DIR]

Prints a bearer token for the local stack that runs on the data folder.
  --service  of the account of data workers, which may use the internal operations
Use it as the header "Authorization: Bearer TOKEN".`

async function main(): Promise<number> {
  const { values } = readArguments(USAGE, {
    service: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  if (values.help || !values.service) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const { serviceToken } = await getRunningStack(values.data)
  if (serviceToken === undefined)
    throw new CommandError(
      'The running stack has noted no token: stop it and start it again with `npm start`.',
    )
  console.log(serviceToken)
  return EXIT_OK
}

await runCommand(main)
