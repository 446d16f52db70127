import { loadConfig } from '@pauta/platform/config/config'
import { PublicError } from '@pauta/platform/errors'
import { formatInstant } from '@pauta/platform/time/time'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/command.ts'
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
/** Of a process that was killed, as when it takes more memory than the task has. */
const EXIT_KILLED = 137

/** What ECS says of a task that never ran, and what to do. */
const REMEDIES: [RegExp, string][] = [
  [
    /CannotPullContainer/,
    'Its image is not there or not reached: deploy the stage again, and look at its NAT instances.',
  ],
  [
    /ResourceInitialization/,
    'It did not reach its secrets or its log: look at the NAT instances of the stage, and deploy it again.',
  ],
  [/capacity/i, 'AWS has no machine free: try again in a few minutes.'],
]

/** What is asked of the task: to run with arguments, to be followed, or to stop. */
export type RemoteRequest = { kind: 'start'; args: readonly string[] } | { kind: 'follow' } | { kind: 'stop' }

/** Starts, follows or stops a sync that runs as a task of the stage. Returns the exit code. */
export async function runRemote(request: RemoteRequest): Promise<number> {
  const config = loadConfig('syncTask').syncTask
  assertTask(config)
  const tasks = await connectTasks(config)
  const open = await tasks.findOpen()
  if (request.kind === 'start') {
    if (open) throw runsAlready(open)
    const task = await tasks.start(request.args)
    console.log(`Task ${task.id} is started; it goes on without this command.`)
    return await follow(config, tasks, task)
  }
  if (request.kind === 'stop') return await stop(config, tasks, open)
  const task = open ?? (await tasks.findEnded())
  if (task) return await follow(config, tasks, task)
  console.log(`No sync runs as a task, and none has ended within the hour. Older logs: ${config.logGroup}`)
  return EXIT_INCOMPLETE
}

/** Of two that are started in the same moment the lease of the sync in the database lets one through. */
function runsAlready({ id, createdAt }: SyncTask): PublicError {
  return new PublicError(
    'CONFLICT',
    `Task ${id} runs since ${formatInstant(createdAt)}.\nFollow it: ${FOLLOW}\nStop it:   ${STOP}`,
  )
}

async function stop(config: SyncTaskConfig, tasks: TaskClient, open: SyncTask | undefined): Promise<number> {
  if (!open) {
    console.log('No sync runs as a task.')
    return EXIT_OK
  }
  await tasks.stop(open.arn)
  console.log(
    `Task ${open.id} finishes the batch at hand; the same sync goes on from there when it is started again.`,
  )
  const ended = await followToEnd(config, tasks, open)
  console.log(ended ? 'It has stopped.' : 'It stops without this command.')
  return ended ? EXIT_OK : EXIT_INCOMPLETE
}

async function follow(config: SyncTaskConfig, tasks: TaskClient, task: SyncTask): Promise<number> {
  const ended = await followToEnd(config, tasks, task)
  if (!ended) {
    console.log(`The task goes on without this command.\nFollow it: ${FOLLOW}\nStop it:   ${STOP}`)
    return EXIT_INCOMPLETE
  }
  if (ended.exitCode === 0) return EXIT_OK
  console.error(describeFailure(ended, config))
  return EXIT_INCOMPLETE
}

/** Shows what a task writes until it has ended; undefined when Ctrl-C came before. */
async function followToEnd(
  config: SyncTaskConfig,
  tasks: TaskClient,
  task: SyncTask,
): Promise<SyncTask | undefined> {
  const stopping = new AbortController()
  const { show, leaveBar } = makeLinePrinter(process.stdout)
  process.once('SIGINT', () => stopping.abort())
  try {
    return await followTask({
      tasks,
      log: await openTaskLog(config, task.id),
      task,
      onStatus: (status) => show([`Task ${task.id}: ${status.toLowerCase()}`]),
      onWaiting: () =>
        show([
          'It has not started for five minutes: look at the NAT instances of the stage, its way to its image.',
        ]),
      onLines: show,
      signal: stopping.signal,
    })
  } catch (error) {
    if (stopping.signal.aborted) return undefined
    console.error(`The task goes on without this command. Follow it: ${FOLLOW}`)
    throw error
  } finally {
    leaveBar()
  }
}

function describeFailure({ id, exitCode, reason }: SyncTask, { logGroup }: SyncTaskConfig): string {
  if (exitCode === EXIT_KILLED)
    return `Task ${id} was killed (${reason}). If it ran out of memory, start it again with fewer --batch-rows; it goes on where it stood.`
  if (exitCode !== undefined)
    return `Task ${id} ended with ${exitCode} (${reason}). Its log is kept in ${logGroup}.`
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1] ?? ''
  return `Task ${id} did not start: ${reason || 'ECS gives no reason'}. ${remedy}`.trimEnd()
}
