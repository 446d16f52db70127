import { Option } from '@commander-js/extra-typings'
import { makeBoundary } from '../../../../stacks/boundary.ts'
import { settingsOf } from '../../../../stacks/stages/settings.ts'
import { describeChecks } from '../cloud/check-account.ts'
import { examineAccount } from '../cloud/examine-account.ts'
import { environmentOption } from '../self-hosting/environment-option.ts'
import { readMachine } from '../self-hosting/read-machine.ts'
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

/** Returns what the settings of a stage let name themes, people, places and organisations. */
export function describeLanguageModel(model: ReturnType<typeof settingsOf>['languageModel']): string {
  const built =
    'Themes, summaries and names come from the sites, from rules and from what learn-themes has learned'
  if (model.kind === 'none') return `${built}; no language model is configured (languageModel).`
  const { monthlyTokens } = model
  const budget =
    monthlyTokens === undefined
      ? 'without a limit (monthlyTokens)'
      : `for at most ${monthlyTokens.toLocaleString('en')} tokens a month`
  return `${built}, and from the language model ${model.model}, ${budget}.`
}

async function examine(stage: string, isJson: boolean): Promise<void> {
  if (stage === 'pr-*') throw new CommandError('--stage pr-*: name one preview, such as pr-7.')
  const settings = settingsOf(stage)
  const { needs, checks } = await examineAccount(stage, settings)
  const understanding = describeLanguageModel(settings.languageModel)
  printResult(isJson, { stage, region: settings.region, needs, checks, understanding }, [
    ...describeChecks(checks),
    understanding,
  ])
  if (checks.some(({ isMet }) => !isMet)) process.exitCode = EXIT_INCOMPLETE
}

/** Returns a line for each check of a machine, and below them the sources that are at work, when there are any. */
export function describeMachine(
  checks: readonly { what: string; problem?: string | undefined }[],
  sources: readonly string[],
): string[] {
  const lines = checks.map(
    ({ what, problem }) => `${problem === undefined ? 'ok  ' : 'FAIL'}  ${problem ?? what}`,
  )
  if (sources.length === 0) return lines
  const heading = 'Themes, summaries and names come from, the strongest first:'
  return [...lines, heading, ...sources.map((source) => `      ${source}`)]
}

/** Checks the machine on which `pauta serve` is to run. */
async function examineMachine(env: string | undefined, isJson: boolean): Promise<void> {
  const settings = await readMachine(env)
  const { checkMachine } = await import('@pauta/server/checks/check-machine')
  const { listSources } = await import('@pauta/server/understanding')
  const checks = await checkMachine(settings)
  const hasDatabase = checks.some(({ what, problem }) => what === 'PostgreSQL' && problem === undefined)
  const sources = hasDatabase ? await listSources(settings.sections) : []
  printResult(isJson, { checks, sources }, describeMachine(checks, sources))
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
