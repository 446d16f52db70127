import { Option } from '@commander-js/extra-typings'
import { makeBoundary } from '../../../../stacks/boundary.ts'
import { settingsOf } from '../../../../stacks/settings.ts'
import { describeChecks } from '../cloud/check-account.ts'
import { examineAccount } from '../cloud/examine-account.ts'
import { environmentOption } from '../machine/environment-option.ts'
import { readMachine } from '../machine/read-machine.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

const STAGE = /^[a-z][a-z0-9-]{0,30}$/

function parseStage(text: string): string {
  if (STAGE.test(text) || text === 'pr-*') return text
  throw new CommandError(`--stage ${text}: production, staging, pr-N, or pr-* for the boundary of previews`)
}

function parseAccount(text: string): string {
  if (/^\d{12}$/.test(text)) return text
  throw new CommandError(`--account ${text}: the 12 digits of an account`)
}

function printBoundary(stage: string, account: string | undefined, isJson: boolean): void {
  if (account === undefined)
    throw new CommandError('--policy needs --account: `aws sts get-caller-identity` prints its number.')
  const { name, document } = makeBoundary({ account, stage })
  printResult(isJson, { name, document }, [`# ${name}`, JSON.stringify(document, null, 2)])
}

async function examine(stage: string, isJson: boolean): Promise<void> {
  if (stage === 'pr-*') throw new CommandError('--stage pr-*: name one preview, such as pr-7.')
  const settings = settingsOf(stage)
  const { needs, checks } = await examineAccount(stage, settings)
  printResult(isJson, { stage, region: settings.region, needs, checks }, describeChecks(checks))
  if (checks.some(({ isMet }) => !isMet)) process.exitCode = EXIT_INCOMPLETE
}

/** Checks the machine on which `pauta serve` is to run. */
async function examineMachine(env: string | undefined, isJson: boolean): Promise<void> {
  const settings = await readMachine(env)
  const { checkMachine } = await import('@pauta/server/machine/check-machine')
  const checks = await checkMachine(settings)
  printResult(
    isJson,
    { checks },
    checks.map(({ what, problem }) => `${problem === undefined ? 'ok  ' : 'FAIL'}  ${problem ?? what}`),
  )
  if (checks.some(({ problem }) => problem !== undefined)) process.exitCode = EXIT_INCOMPLETE
}

export const command = makeCommand('doctor')
  .description(
    'Checks before a deployment whether the account of the AWS credentials has the plan, the boundary and the quotas that the stage needs, and ' +
      'prints what to ask for. Changes nothing. With --policy it prints the permissions boundary of the role that deploys ' +
      'the stage and of the roles that it makes, without any credentials. With --machine it checks what ' +
      '`pauta serve` needs on this machine.',
  )
  .usage('--stage STAGE [--policy --account NUMBER] | --machine [--env FILE]')
  .addOption(new Option('--stage <STAGE>', 'stage of stacks/stages/').argParser(parseStage))
  .option('--machine', 'checks this machine instead of an account', false)
  .addOption(environmentOption())
  .option('--policy', 'prints the boundary instead of checking the account')
  .addOption(new Option('--account <NUMBER>', 'account that the boundary names').argParser(parseAccount))
  .action(async ({ stage, machine, env, policy, account, json }) => {
    if (machine) {
      await examineMachine(env, json)
      return
    }
    if (stage === undefined) throw new CommandError('doctor needs --stage STAGE or --machine.')
    if (policy) printBoundary(stage, account, json)
    else await examine(stage, json)
  })
