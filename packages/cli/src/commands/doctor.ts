import { Option } from '@commander-js/extra-typings'
import { makeBoundary } from '../../../../stacks/boundary.ts'
import { settingsOf } from '../../../../stacks/settings.ts'
import { describeChecks } from '../cloud/check-account.ts'
import { examineAccount } from '../cloud/examine-account.ts'
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

export const command = makeCommand('doctor')
  .description(
    'Checks before a deployment whether the account of the AWS credentials has the plan, the boundary and the quotas that the stage needs, and ' +
      'prints what to ask for. Changes nothing. With --policy it prints the permissions boundary of the role that deploys ' +
      'the stage and of the roles that it makes, without any credentials.',
  )
  .usage('--stage STAGE [--policy --account NUMBER]')
  .addOption(
    new Option('--stage <STAGE>', 'stage of stacks/stages/').argParser(parseStage).makeOptionMandatory(),
  )
  .option('--policy', 'prints the boundary instead of checking the account')
  .addOption(new Option('--account <NUMBER>', 'account that the boundary names').argParser(parseAccount))
  .action(async ({ stage, policy, account, json }) => {
    if (policy) printBoundary(stage, account, json)
    else await examine(stage, json)
  })
