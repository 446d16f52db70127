import { Option } from '@commander-js/extra-typings'
import { makeDeployerPolicies } from '../../../../stacks/deployer-policy.ts'
import { listQuotaNeeds } from '../../../../stacks/quota-needs.ts'
import { settingsOf, stageKindOf, type StageSettings } from '../../../../stacks/settings.ts'
import { readAccount } from '../cloud/account-facts.ts'
import { checkAccount, describeChecks, listAskedQuotas } from '../cloud/check-account.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

const STAGE = /^[a-z][a-z0-9-]{0,30}$/

function parseStage(text: string): string {
  if (STAGE.test(text) || text === 'pr-*') return text
  throw new CommandError(`--stage ${text}: production, staging, pr-N, or pr-* for the policies of previews`)
}

function parseAccount(text: string): string {
  if (/^\d{12}$/.test(text)) return text
  throw new CommandError(`--account ${text}: the 12 digits of an account`)
}

function printPolicies(stage: string, account: string | undefined, isJson: boolean): void {
  if (account === undefined)
    throw new CommandError('--policy needs --account: `aws sts get-caller-identity` prints its number.')
  const { region } = settingsOf(stage)
  const policies = makeDeployerPolicies({ account, region, stage })
  printResult(
    isJson,
    policies,
    policies.flatMap(({ name, document }) => [`# ${name}`, JSON.stringify(document, null, 2)]),
  )
}

const domainOf = ({ delivery: { email } }: StageSettings): string | undefined =>
  email.kind === 'ses' ? email.fromAddress.slice(email.fromAddress.lastIndexOf('@') + 1) : undefined

async function examine(stage: string, isJson: boolean): Promise<void> {
  if (stage === 'pr-*') throw new CommandError('--stage pr-*: name one preview, such as pr-7.')
  const settings = settingsOf(stage)
  const needs = listQuotaNeeds(settings, stageKindOf(stage) === 'preview')
  const mailDomain = domainOf(settings)
  const facts = await readAccount({
    stage,
    region: settings.region,
    quotas: listAskedQuotas(needs),
    mailDomain,
  })
  const checks = checkAccount({ facts, needs, mailDomain })
  printResult(isJson, { stage, region: settings.region, needs, checks }, describeChecks(checks))
  if (checks.some(({ isMet }) => !isMet)) process.exitCode = EXIT_INCOMPLETE
}

export const command = makeCommand('doctor')
  .description(
    'Checks before a deployment whether the account of the AWS credentials has the quotas that the stage needs, and ' +
      'prints what to ask for. Changes nothing. With --policy it prints the policies of the role that deploys the stage, ' +
      'without any credentials.',
  )
  .usage('--stage STAGE [--policy --account NUMBER]')
  .addOption(
    new Option('--stage <STAGE>', 'stage of stacks/settings.ts').argParser(parseStage).makeOptionMandatory(),
  )
  .option('--policy', 'prints the policies instead of checking the account')
  .addOption(new Option('--account <NUMBER>', 'account that the policies name').argParser(parseAccount))
  .action(async ({ stage, policy, account, json }) => {
    if (policy) printPolicies(stage, account, json)
    else await examine(stage, json)
  })
