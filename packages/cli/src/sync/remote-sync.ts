import { loadConfig } from '@pauta/platform/config/config'
import { PublicError } from '@pauta/platform/errors'
import { formatInstant } from '@pauta/platform/time/time'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeReporter, printResult } from '../terminal/output.ts'
import { followTask } from './follow-task.ts'
import { makeLinePrinter } from './line-printer.ts'
import {
  assertTask,
  connectTasks,
  type SyncTask,
  type SyncTaskConfig,
  type TaskClient,
} from './task-client.ts'
import { openTaskLog } from './task-log.ts'

const FOLLOW = 'npm run sync-typesense -- --remote'
const STOP = `${FOLLOW} --stop`
/** Exit code of a killed process, for example when the task runs out of memory. */
const EXIT_KILLED = 137

/** Reasons that ECS gives for a task that never ran, with what to do. */
const REMEDIES: [RegExp, string][] = [
  [
    /CannotPullContainer/,
    'Its image is missing or cannot be reached: deploy the stage again, and check its NAT instances.',
  ],
  [
    /ResourceInitialization/,
    'It could not reach its secrets or its log: check the NAT instances of the stage, and deploy the stage again.',
  ],
  [/capacity/i, 'AWS has no machine free: try again in a few minutes.'],
]

/** `start` runs the task with arguments, `follow` prints the log of a task until its end, `stop` ends the task. */
export type RemoteRequest = { kind: 'start'; args: readonly string[] } | { kind: 'follow' } | { kind: 'stop' }

/** The connections of one call, and how the call prints. */
interface Remote {
  config: SyncTaskConfig
  tasks: TaskClient
  isJson: boolean
  report: (line: string) => void
}

/**
 * Starts, follows or stops a sync that runs as an ECS task of the stage. With `isJson` the log of the task goes to
 * standard error, and the task as it ended to standard output. Returns the exit code. Throws CONFLICT when a task
 * already runs.
 */
export async function runRemote(request: RemoteRequest, isJson: boolean): Promise<number> {
  const config = loadConfig('syncTask').syncTask
  assertTask(config)
  const tasks = await connectTasks(config)
  const remote: Remote = { config, tasks, isJson, report: makeReporter(isJson) }
  const open = await tasks.findOpen()
  if (request.kind === 'start') {
    if (open) throw runsAlready(open)
    const task = await tasks.start(request.args)
    remote.report(`Task ${task.id} is started; it continues without this command.`)
    return await follow(remote, task)
  }
  if (request.kind === 'stop') return await stop(remote, open)
  const task = open ?? (await tasks.findEnded())
  if (task) return await follow(remote, task)
  printResult(isJson, { task: null }, [
    `No sync runs as a task, and none has ended within the hour. Older logs: ${config.logGroup}`,
  ])
  return EXIT_INCOMPLETE
}

/** Two tasks may still start at the same moment. The lease of the sync in the database then lets one of them run. */
function runsAlready({ id, createdAt }: SyncTask): PublicError {
  return new PublicError(
    'CONFLICT',
    `Task ${id} runs since ${formatInstant(createdAt)}.\nFollow it: ${FOLLOW}\nStop it:   ${STOP}`,
  )
}

function printTask({ isJson }: Remote, { id, status, createdAt, exitCode, reason }: SyncTask): void {
  printResult(isJson, { task: { id, status, createdAt, exitCode: exitCode ?? null, reason } }, [])
}

async function stop(remote: Remote, open: SyncTask | undefined): Promise<number> {
  const { tasks, isJson, report } = remote
  if (!open) {
    printResult(isJson, { task: null }, ['No sync runs as a task.'])
    return EXIT_OK
  }
  await tasks.stop(open.arn)
  report(
    `Task ${open.id} finishes the batch at hand; the same sync goes on from there when it is started again.`,
  )
  const ended = await followToEnd(remote, open)
  report(ended ? 'It has stopped.' : 'It stops without this command.')
  printTask(remote, ended ?? open)
  return ended ? EXIT_OK : EXIT_INCOMPLETE
}

async function follow(remote: Remote, task: SyncTask): Promise<number> {
  const ended = await followToEnd(remote, task)
  printTask(remote, ended ?? task)
  if (!ended) {
    remote.report(`The task continues without this command.\nFollow it: ${FOLLOW}\nStop it:   ${STOP}`)
    return EXIT_INCOMPLETE
  }
  if (ended.exitCode === 0) return EXIT_OK
  console.error(describeFailure(ended, remote.config))
  return EXIT_INCOMPLETE
}

/** Prints the log of a task until the task has ended. Returns undefined when Ctrl-C came first. */
async function followToEnd({ config, tasks, isJson }: Remote, task: SyncTask): Promise<SyncTask | undefined> {
  const stopping = new AbortController()
  const { show, leaveBar } = makeLinePrinter(isJson ? process.stderr : process.stdout)
  process.once('SIGINT', () => stopping.abort())
  try {
    return await followTask({
      tasks,
      log: await openTaskLog(config, task.id),
      task,
      onStatus: (status) => show([`Task ${task.id}: ${status.toLowerCase()}`]),
      onWaiting: () =>
        show([
          'The task has not started for five minutes. It needs the NAT instances of the stage to fetch its image: check them.',
        ]),
      onLines: show,
      signal: stopping.signal,
    })
  } catch (error) {
    if (stopping.signal.aborted) return undefined
    console.error(`The task continues without this command. Follow it: ${FOLLOW}`)
    throw error
  } finally {
    leaveBar()
  }
}

function describeFailure({ id, exitCode, reason }: SyncTask, { logGroup }: SyncTaskConfig): string {
  if (exitCode === EXIT_KILLED)
    return `Task ${id} was killed (${reason}). If it ran out of memory, start it again with fewer --batch-rows; it continues where it stopped.`
  if (exitCode !== undefined)
    return `Task ${id} ended with ${exitCode} (${reason}). Its log is kept in ${logGroup}.`
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1] ?? ''
  return `Task ${id} did not start: ${reason || 'ECS gives no reason'}. ${remedy}`.trimEnd()
}
