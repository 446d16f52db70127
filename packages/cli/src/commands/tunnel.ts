import { readFile } from 'node:fs/promises'
import { hasLinkedResources, loadConfig } from '@pauta/platform/config/config'
import { settingsOf } from '../../../../stacks/stages/settings.ts'
import { findBastion } from '../cloud/find-bastion.ts'
import { describeSession, type Forward, runSessions } from '../cloud/forward-ports.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'

const HOSTS_FILE = '/etc/hosts'

/** The database, and the index where it is in the private network. */
function listForwards(): { stage: string; forwards: Forward[] } {
  if (!hasLinkedResources())
    throw new CommandError('Run the command inside `npx sst shell --stage STAGE --`, which knows the stage.')
  const { database, index, settings } = loadConfig('database', 'index', 'settings')
  const url = new URL(index.url)
  const forwards = [
    { host: database.host, port: database.port },
    // A certificate of our own belongs to the instance of the stage; an external index needs no tunnel.
    ...(index.ca ? [{ host: url.hostname, port: Number(url.port) }] : []),
  ]
  return { stage: settings.stage, forwards }
}

/** The lines of the hosts file that are missing. Certificates name the hosts, so the names must stay. */
async function listMissingNames(forwards: readonly Forward[]): Promise<string[]> {
  const names = (await readFile(HOSTS_FILE, 'utf8'))
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([address]) => address === '127.0.0.1')
    .flatMap(([, ...known]) => known)
  const known = new Set(names)
  return forwards.map(({ host }) => host).filter((host) => !known.has(host))
}

async function openTunnel(isDryRun: boolean, isJson: boolean): Promise<void> {
  const { stage, forwards } = listForwards()
  const { region } = settingsOf(stage)
  const bastion = await findBastion(stage, region)
  const sessions = forwards.map((forward) => describeSession(bastion, region, forward))
  const missing = await listMissingNames(forwards)
  const hosts = missing.map((name) => `127.0.0.1 ${name}`)
  const addNames = hosts.map((line) => `echo '${line}' | sudo tee -a ${HOSTS_FILE}`)
  if (isDryRun) {
    const quoted = sessions.map((words) =>
      words.map((word) => (word.startsWith('{') ? `'${word}'` : word)).join(' '),
    )
    printResult(isJson, { stage, bastion, hosts, sessions }, [...addNames, ...quoted])
    return
  }
  if (missing.length > 0)
    throw new CommandError(`This machine does not know the names of the stores yet:\n${addNames.join('\n')}`)
  const report = makeReporter(isJson)
  report(`Forwarding ${forwards.map(({ host, port }) => `${host}:${port}`).join(' and ')}. Ctrl-C ends it.`)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const code = await runSessions(sessions, stop.signal)
  process.exitCode = stop.signal.aborted ? EXIT_OK : code
}

export const command = makeCommand('tunnel')
  .description(
    'Forwards the ports of the database and the index of a stage to this machine, through Session Manager. Needs the AWS ' +
      'CLI with its plugin for sessions. Runs inside `sst shell` until Ctrl-C.',
  )
  .usage('[--dry-run]')
  .option('--dry-run', 'prints the commands that would run')
  .action(async ({ dryRun, json }) => await openTunnel(dryRun ?? false, json))
