import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import * as z from 'zod'
import { EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, DEFAULT_DATA_FOLDER, getRunningStack, type RunningStack } from './terminal/connect.ts'

const USAGE = `npm run -s token -- USER | --service [--data DIR]

Prints a bearer token for the local stack that runs on the data folder.
  USER       of that user, who is made when first seen; author, reader and guest come with the sample data
  --service  of the account of data workers, which may use the internal operations
Use it as the header "Authorization: Bearer TOKEN".`

const LOGIN_TIMEOUT_MS = 5000
const answerSchema = z.object({ access_token: z.string() })

/** Logs in at the issuer of the stack, which asks for no password. */
async function logIn(user: string, { environment }: RunningStack): Promise<string> {
  applyEnvironment(environment)
  const { issuer } = loadConfig('userIdentity').userIdentity
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username: user, scope: 'openid profile email' }),
    signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
  })
  if (!response.ok)
    throw new CommandError(`The issuer of the stack refused ${user} with status ${response.status}.`)
  return answerSchema.parse(await response.json()).access_token
}

function noteOfService({ serviceToken }: RunningStack): string {
  if (serviceToken !== undefined) return serviceToken
  throw new CommandError('The running stack has noted no token: stop it and start it again with `npm start`.')
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    service: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const [user, ...more] = positionals
  if (values.help || more.length > 0 || values.service === (user !== undefined)) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const stack = await getRunningStack(values.data)
  console.log(user === undefined ? noteOfService(stack) : await logIn(user, stack))
  return EXIT_OK
}

await runCommand(main)
