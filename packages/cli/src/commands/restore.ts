import { Option } from '@commander-js/extra-typings'
import { settingsOf } from '../../../../stacks/stages/settings.ts'
import { planRestore, type RestoreRequest, startRestore, waitForServer } from '../cloud/restore-database.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'

const TARGET = /^[a-z](?:-?[a-z0-9]){0,59}$/

function parseTime(text: string): Date {
  const time = new Date(text)
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(time.getTime())) return time
  throw new CommandError(`--time ${text}: an instant with its zone, such as 2026-06-01T12:00:00Z`)
}

function parseTarget(text: string): string {
  if (TARGET.test(text)) return text
  throw new CommandError(`--target ${text}: lower-case letters, digits and single dashes, a letter first`)
}

/** What comes after a restore, as the operations guide describes it. */
function listNextSteps({ stage, target, isReplacement }: RestoreRequest, host: string): string[] {
  if (!isReplacement)
    return [
      `npx sst shell --stage ${stage} -- bash`,
      `export SST_RESOURCE_Database=$(jq -c '.host = "${host}"' <<<"$SST_RESOURCE_Database")`,
      `export SST_RESOURCE_SearchIndex=$(jq -c '.collection = "drill_news"' <<<"$SST_RESOURCE_SearchIndex")`,
      'npm run entities -- rebuild',
      'npm run sync-typesense -- --full-sync',
    ]
  return [
    `npx sst state remove PostgresInstance --stage ${stage}`,
    `set database.adopt to '${target}' in stacks/stages/${stage}.ts`,
    `npm run deploy -- --stage ${stage}`,
    `set database.adopt to '' in stacks/stages/${stage}.ts`,
    `npm run deploy -- --stage ${stage}`,
    `npx sst shell --stage ${stage} -- npm run entities -- rebuild`,
    `npx sst shell --stage ${stage} -- npm run sync-typesense -- --full-sync --remote`,
  ]
}

async function restore(request: RestoreRequest, isDryRun: boolean, isJson: boolean): Promise<void> {
  const report = makeReporter(isJson)
  const { region, target } = request
  const message = await planRestore(request)
  if (isDryRun) {
    const steps = listNextSteps(request, 'HOST')
    printResult(isJson, { request: message, nextSteps: steps }, [
      'Dry run: AWS would be asked for',
      JSON.stringify(message, null, 2),
      'and then:',
      ...steps,
    ])
    return
  }
  await startRestore(region, message)
  report(`${target} is being restored, which takes half an hour or more.`)
  const host = await waitForServer(region, target)
  const steps = listNextSteps(request, host)
  printResult(isJson, { host, nextSteps: steps }, [`${target} answers at ${host}. Next:`, ...steps])
}

export const command = makeCommand('restore')
  .description(
    'Restores the database of a stage beside the live one, as a copy for a drill or, with --replace, as the server that ' +
      'takes its place. Prints the steps that follow. The live server does not change.',
  )
  .usage('--stage STAGE [--time INSTANT] [--target NAME] [--replace] [--dry-run]')
  .addOption(
    new Option('--stage <STAGE>', 'stage with a server of its own')
      .choices(['production', 'staging'] as const)
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--time <INSTANT>', 'instant to restore; without it the latest one').argParser(parseTime),
  )
  .addOption(new Option('--target <NAME>', 'identifier of the new server').argParser(parseTarget))
  .option('--replace', 'protects and tags the new server like the live one')
  .option('--dry-run', 'prints what would be asked and changes nothing')
  .action(async ({ stage, time, target, replace, dryRun, json }) => {
    const isReplacement = replace ?? false
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const name = target ?? (isReplacement ? `pauta-${stage}-restored-${day}` : 'pauta-drill')
    const { region } = settingsOf(stage)
    await restore({ stage, region, target: name, restoreTime: time, isReplacement }, dryRun ?? false, json)
  })
