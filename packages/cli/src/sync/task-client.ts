import { randomUUID } from 'node:crypto'
import type * as EcsSdk from '@aws-sdk/client-ecs'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import type { Config } from '@pauta/platform/config/config'
import { describeError, PublicError } from '@pauta/platform/errors'
import { CommandError } from '../terminal/connect.ts'

export type SyncTaskConfig = Config<'syncTask'>['syncTask']

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 20_000 }),
}
/** ECS lists ended tasks for one hour. Fewer than 100 syncs start in an hour. */
const TASKS_MAX = 100

/** A run of the task. */
export interface SyncTask {
  arn: string
  /** The last part of the ARN, which is part of the name of the log stream. */
  id: string
  /** `PROVISIONING`, `PENDING`, `RUNNING` … `STOPPED`. */
  status: string
  createdAt: Date
  /** Undefined while the task runs, and when the task never started. */
  exitCode: number | undefined
  /** Why the task ended, as ECS reports it. */
  reason: string
}

/** The sync task of one stage. The client uses the region of the stage's cluster. */
export interface TaskClient {
  /** Returns the run that has not ended, or undefined. */
  findOpen(): Promise<SyncTask | undefined>
  /** Returns the latest run that ended within the last hour, or undefined. */
  findEnded(): Promise<SyncTask | undefined>
  /** Returns the current state of a run; undefined when ECS has no such run, as just after its start. */
  find(arn: string): Promise<SyncTask | undefined>
  /** Starts a run with these arguments. Throws SERVICE_UNAVAILABLE with the reason when ECS starts no task. */
  start(args: readonly string[]): Promise<SyncTask>
  /** Makes a run finish its current batch and end. */
  stop(arn: string): Promise<void>
}

/** `arn:aws:ecs:us-east-2:…` → `us-east-2`. The region in the environment may differ. */
export const regionOf = (arn: string): string => arn.split(':')[3] ?? ''

/** Throws a CommandError when the stage has no sync task. */
export function assertTask({ cluster }: SyncTaskConfig): void {
  if (cluster !== '') return
  throw new CommandError(
    'This stage has no task: run the command without --remote, inside `sst shell` and through `sst tunnel`.',
  )
}

/** Turns an error of AWS into SERVICE_UNAVAILABLE. AWS's own text names the missing permission or wrong credentials. */
export async function orExplain<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw new PublicError('SERVICE_UNAVAILABLE', `${what} did not succeed: ${describeError(error)}`)
  }
}

function readTask(task: EcsSdk.Task): SyncTask {
  const arn = task.taskArn ?? ''
  const [container] = task.containers ?? []
  return {
    arn,
    id: arn.split('/').at(-1) ?? '',
    status: task.lastStatus ?? 'PROVISIONING',
    createdAt: task.createdAt ?? new Date(0),
    exitCode: container?.exitCode,
    reason: [task.stoppedReason, container?.reason].filter(Boolean).join('; '),
  }
}

const newestFirst = (a: SyncTask, b: SyncTask) => b.createdAt.getTime() - a.createdAt.getTime()

/** Returns a client for the sync task of the stage. */
export async function connectTasks(config: SyncTaskConfig): Promise<TaskClient> {
  const sdk = await import('@aws-sdk/client-ecs')
  const { cluster, taskDefinition } = config
  const client = new sdk.ECSClient({ ...CLIENT, region: regionOf(cluster) })
  const family = /:task-definition\/([^:]+)/.exec(taskDefinition)?.[1] ?? ''

  async function describe(arns: string[]): Promise<SyncTask[]> {
    if (arns.length === 0) return []
    const { tasks = [] } = await orExplain(
      'Looking at the task (ecs:DescribeTasks)',
      client.send(new sdk.DescribeTasksCommand({ cluster, tasks: arns })),
    )
    return tasks.map(readTask).sort(newestFirst)
  }

  async function listBy(desiredStatus: 'RUNNING' | 'STOPPED'): Promise<SyncTask[]> {
    const { taskArns = [] } = await orExplain(
      'Looking for tasks (ecs:ListTasks)',
      client.send(new sdk.ListTasksCommand({ cluster, family, desiredStatus, maxResults: TASKS_MAX })),
    )
    return await describe(taskArns)
  }

  return {
    async findOpen() {
      // After StopTask, ECS lists a task under STOPPED while its process still runs and keeps the lease of the sync.
      const tasks = [...(await listBy('RUNNING')), ...(await listBy('STOPPED'))]
      return tasks.sort(newestFirst).find(({ status }) => status !== 'STOPPED')
    },
    async findEnded() {
      return (await listBy('STOPPED')).find(({ status }) => status === 'STOPPED')
    },
    async find(arn) {
      return (await describe([arn]))[0]
    },
    async start(args) {
      const { tasks = [], failures = [] } = await orExplain(
        'Starting the task (ecs:RunTask, and iam:PassRole for its two roles)',
        client.send(new sdk.RunTaskCommand(describeRun(config, args))),
      )
      const [task] = tasks
      if (task) return readTask(task)
      const reasons = failures.map(({ reason, detail }) => [reason, detail].filter(Boolean).join(' '))
      throw new PublicError(
        'SERVICE_UNAVAILABLE',
        `The task did not start, try again in a few minutes: ${reasons.join('; ') || 'ECS gives no reason'}`,
      )
    },
    async stop(arn) {
      await orExplain(
        'Stopping the task (ecs:StopTask)',
        client.send(
          new sdk.StopTaskCommand({
            cluster,
            task: arn,
            reason: 'npm run sync-typesense -- --remote --stop',
          }),
        ),
      )
    },
  }
}

function describeRun(config: SyncTaskConfig, args: readonly string[]): EcsSdk.RunTaskCommandInput {
  const { cluster, taskDefinition, container, subnets, securityGroups } = config
  return {
    cluster,
    taskDefinition,
    launchType: 'FARGATE',
    count: 1,
    // When the SDK repeats a request whose answer was lost, the token prevents a second task.
    clientToken: randomUUID(),
    networkConfiguration: {
      awsvpcConfiguration: { subnets, securityGroups, assignPublicIp: 'DISABLED' },
    },
    overrides: { containerOverrides: [{ name: container, command: [...args] }] },
  }
}
