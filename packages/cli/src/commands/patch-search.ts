import { hasLinkedResources, loadConfig } from '@pauta/platform/config/config'
import { isFilled } from '@pauta/core/search-index/second-server'
import { settingsOf } from '../../../../stacks/settings.ts'
import {
  compareServers,
  readSearchMachines,
  type SearchMachineFacts,
  type SearchMachines,
  type ServerComparison,
} from '../cloud/search-machines.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { renderTable } from '../terminal/table.ts'

/** Where a stage is on the way from one search server to the next, and what to do there. */
interface Progress {
  state: 'cluster' | 'one-server' | 'filling' | 'filled' | 'refused' | 'moved'
  /** What to change and to run, in order. */
  steps: string[]
}

const FILL = ['--full-sync', '--second']

const otherPlace = (place: string) => (place === 'a' ? 'b' : 'a')
const placeOf = (url: string) => /^search-([ab])\./.exec(new URL(url).hostname)?.[1] ?? ''

const deploy = (stage: string) => `npm run deploy -- --stage ${stage}`

/** The second server is the newer one until it takes over, and the older one afterwards. */
function findProgress(
  stage: string,
  { machines, newestImage }: SearchMachines,
  comparison: ServerComparison | undefined,
): Progress {
  const [first] = machines
  if (!first) throw new CommandError(`The stage ${stage} has no search server of its own.`)
  if (/^\d$/.test(first.place))
    return {
      state: 'cluster',
      steps: [
        `in stacks/settings.ts set search.image to '${newestImage.id}'`,
        `${deploy(stage)}: replaces one node after the other`,
      ],
    }
  if (!comparison) {
    return {
      state: 'one-server',
      steps: [
        `in stacks/settings.ts set search.second to the options of the new server; its image will be ${newestImage.id}`,
        deploy(stage),
        'npm run patch-search: it fills the new server',
      ],
    }
  }
  const { live, second, isNameOnSecond } = comparison
  const place = placeOf(second.url)
  if (isNameOnSecond)
    return {
      state: 'refused',
      steps: [
        `in stacks/settings.ts set search.place back to '${place}', and the options of both servers`,
        deploy(stage),
        'npm run patch-search: it fills the new server first',
      ],
    }
  const madeAt = (wanted: string) => machines.find((one) => one.place === wanted)?.madeAt ?? new Date(0)
  const hasTakenOver = madeAt(place) < madeAt(otherPlace(place))
  if (hasTakenOver)
    return {
      state: 'moved',
      steps: [
        'check that searches find what they found before',
        `in stacks/settings.ts remove search.second`,
        `${deploy(stage)}: removes the server ${place} with its volume`,
      ],
    }
  if (isFilled(second, live))
    return {
      state: 'filled',
      steps: [
        `in stacks/settings.ts set search.place to '${place}', and swap the options of the server with those of search.second`,
        `${deploy(stage)}: the name of the index moves to the server ${place}`,
        'npm run patch-search: it names the last step. To go back, undo the change and deploy',
      ],
    }
  return { state: 'filling', steps: [`npm run sync-typesense -- ${FILL.join(' ')} --remote`] }
}

function describe(
  { machines, newestImage }: SearchMachines,
  comparison: ServerComparison | undefined,
  { steps }: Progress,
): string[] {
  const second = comparison && placeOf(comparison.second.url)
  const countOf = ({ place }: SearchMachineFacts) =>
    comparison ? String((place === second ? comparison.second : comparison.live).documents) : ''
  const rows = machines.map((machine) => [
    machine.place,
    machine.id,
    machine.type,
    machine.image,
    machine.imageDate || 'withdrawn',
    countOf(machine),
  ])
  return [
    ...renderTable(['place', 'instance', 'type', 'image', 'of', 'documents'], rows),
    '',
    `The newest image is ${newestImage.id} of ${newestImage.date}. Next:`,
    ...steps,
  ]
}

async function patch(isDryRun: boolean, isJson: boolean): Promise<void> {
  if (!hasLinkedResources())
    throw new CommandError('Run the command inside `npx sst shell --stage STAGE --`, which knows the stage.')
  const { stage } = loadConfig('settings').settings
  const { region } = settingsOf(stage)
  const [machines, comparison] = await Promise.all([
    readSearchMachines(stage, region),
    compareServers(stage, region),
  ])
  const progress = findProgress(stage, machines, comparison)
  const fills = progress.state === 'filling' && !isDryRun
  if (!fills || !isJson)
    printResult(
      isJson,
      { stage, ...machines, comparison, ...progress },
      describe(machines, comparison, progress),
    )
  if (!fills) return
  const { runRemote } = await import('../sync/remote-sync.ts')
  process.exitCode = await runRemote({ kind: 'start', args: FILL }, isJson)
}

export const command = makeCommand('patch-search')
  .description(
    'Leads from an old search server to a new one without a gap: compares both servers of the stage, fills the new one ' +
      'from PostgreSQL, and prints the settings and deployments that follow. Runs inside `sst shell`.',
  )
  .usage('[--dry-run]')
  .option('--dry-run', 'prints the next steps and starts nothing')
  .action(async ({ dryRun, json }) => await patch(dryRun ?? false, json))
