import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import * as z from 'zod'
import { CommandError, getRunningStack, type RunningStack } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

const LOGIN_TIMEOUT_MS = 5000
const answerSchema = z.object({ access_token: z.string() })

/** Logs a user in at the issuer of the local stack, which asks for no password. Returns the bearer token. */
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

/** Returns the token in the stack's note. Throws a CommandError when the note has none. */
function getServiceToken({ serviceToken }: RunningStack): string {
  if (serviceToken !== undefined) return serviceToken
  throw new CommandError('The running stack has noted no token: stop it and start it again with `npm start`.')
}

export const command = makeCommand('token')
  .description(
    'Prints a bearer token for the local stack that runs on the data folder. Send it as the header ' +
      '"Authorization: Bearer TOKEN".',
  )
  .usage('USER | --service')
  .argument(
    '[USER]',
    'name of a user; the first login creates the user. The sample data has author, reader and guest',
  )
  .option('--service', 'token of the data workers, who may use the internal operations', false)
  .action(async (user, { service, data, json }, self) => {
    if (service === (user !== undefined)) self.error('error: give either USER or --service')
    const stack = await getRunningStack(data)
    const token = user === undefined ? getServiceToken(stack) : await logIn(user, stack)
    printResult(json, { token }, [token])
  })
