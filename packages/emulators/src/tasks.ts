import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenLocally } from './process/local-server.ts'
import { TaskProcess } from './tasks/task-process.ts'
import { readRunRequest, readText, readTexts, TaskApiError } from './tasks/task-request.ts'

const MAX_BODY_BYTES = 256 * 1024
const PREFIX = 'arn:aws:ecs:us-east-2:000000000000'
/** Number of ended tasks that can be described. ECS describes an ended task for an hour. */
const TASKS_KEPT = 50
const LOG_PAGE_MAX = 10_000
const STOP_TIMEOUT_SECONDS = 30

/** A program that runs as a task: the container image and task definition together. */
interface TaskDefinition {
  family: string
  container: string
  logGroup: string
  /** The log stream of a task is `<prefix>/<container>/<task id>`. */
  logStreamPrefix: string
  program: string
  /** First arguments of the program. The arguments of a run follow. */
  entryPoint: readonly string[]
  /** Returns the whole environment of the program. Called at each start. */
  environment: () => Promise<Record<string, string>>
}

export interface TasksOptions {
  /** 0 takes a free port. */
  port: number
  definition: TaskDefinition
  log: (error: unknown, what: string) => void
}

/** Why the next task does not start: no capacity, or the image cannot be pulled. */
type StartTrouble = 'capacity' | 'image'

/** ECS on Fargate with one task definition, and CloudWatch Logs of its tasks, at one address. */
export interface Tasks {
  url: string
  cluster: string
  taskDefinition: string
  /** Makes the next task fail to start. */
  troubleNext(trouble: StartTrouble): void
  stop(): Promise<void>
}

/**
 * Starts ECS's JSON interface (run, describe, list and stop tasks) and CloudWatch Logs' GetLogEvents. A task is a
 * child process, and ends with this process.
 */
export async function startTasks(options: TasksOptions): Promise<Tasks> {
  const api = new TasksApi(options.definition)
  const server = createServer((request, response) => {
    api.serve(request, response).catch((error: unknown) => {
      options.log(error, 'the tasks failed')
      response.destroy()
    })
  })
  const url = await listenLocally(server, options.port)
  return {
    url,
    cluster: api.cluster,
    taskDefinition: api.taskDefinition,
    troubleNext: (trouble) => void (api.trouble = trouble),
    async stop() {
      await Promise.all([closeServer(server), api.stopAll()])
    },
  }
}

/** The JSON interface. */
class TasksApi {
  readonly cluster = `${PREFIX}:cluster/pauta-local`
  readonly taskDefinition: string
  trouble: StartTrouble | undefined
  readonly #definition: TaskDefinition
  /** By ARN, oldest first. */
  readonly #tasks = new Map<string, TaskProcess>()
  readonly #operations: Record<string, (body: Record<string, unknown>) => unknown> = {
    'AmazonEC2ContainerServiceV20141113.RunTask': (body) => this.#run(body),
    'AmazonEC2ContainerServiceV20141113.ListTasks': (body) => this.#list(body),
    'AmazonEC2ContainerServiceV20141113.DescribeTasks': (body) => this.#describeAll(body),
    'AmazonEC2ContainerServiceV20141113.StopTask': (body) => this.#stop(body),
    'Logs_20140328.GetLogEvents': (body) => this.#readLog(body),
  }

  constructor(definition: TaskDefinition) {
    this.#definition = definition
    this.taskDefinition = `${PREFIX}:task-definition/${definition.family}:1`
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const operation = this.#operations[String(request.headers['x-amz-target'])]
      if (!operation)
        throw new TaskApiError(
          'UnknownOperationException',
          'The local emulator does not support this operation.',
        )
      answer(response, 200, await operation(await readBody(request)))
    } catch (error) {
      if (!(error instanceof TaskApiError)) throw error
      answer(response, 400, { __type: error.type, message: error.message })
    }
  }

  async stopAll(): Promise<void> {
    const tasks = [...this.#tasks.values()].filter(({ status }) => status !== 'STOPPED')
    for (const task of tasks) task.stop('The local stack stops.')
    await Promise.all(tasks.map(({ ended }) => ended))
  }

  async #run(body: Record<string, unknown>): Promise<unknown> {
    this.#assertCluster(body)
    const { program, entryPoint, environment, container } = this.#definition
    const request = readRunRequest(body, container)
    if (request.taskDefinition !== this.taskDefinition)
      throw new TaskApiError('ClientException', 'TaskDefinition not found.')
    const variables = await environment()
    // A repeated request (same client token) starts no second task.
    const before = [...this.#tasks].find(([, task]) => task.clientToken === request.clientToken)
    if (before) return { tasks: [this.#describe(...before)], failures: [] }
    const { trouble } = this
    this.trouble = undefined
    if (trouble === 'capacity')
      return { tasks: [], failures: [{ reason: 'Capacity is unavailable at this time.' }] }
    const arn = `${this.cluster.replace(':cluster/', ':task/')}/${randomUUID().replaceAll('-', '')}`
    const task = new TaskProcess({
      program,
      args: [...entryPoint, ...(request.command ?? [])],
      environment: variables,
      clientToken: request.clientToken,
      stopTimeoutSeconds: STOP_TIMEOUT_SECONDS,
      ...(trouble === 'image' && {
        imageTrouble: 'CannotPullContainerError: pull image manifest has been retried 7 time(s): not found',
      }),
    })
    this.#tasks.set(arn, task)
    for (const [old, { status }] of this.#tasks)
      if (this.#tasks.size > TASKS_KEPT && status === 'STOPPED') this.#tasks.delete(old)
    return { tasks: [this.#describe(arn, task)], failures: [] }
  }

  #list(body: Record<string, unknown>): unknown {
    this.#assertCluster(body)
    if (body['family'] !== this.#definition.family) return { taskArns: [] }
    const found = [...this.#tasks].filter(([, task]) => task.desiredStatus === body['desiredStatus'])
    return { taskArns: found.map(([arn]) => arn) }
  }

  #describeAll(body: Record<string, unknown>): unknown {
    this.#assertCluster(body)
    const known = readTexts(body, 'tasks').map((arn) => ({ arn, task: this.#tasks.get(arn) }))
    return {
      tasks: known.flatMap(({ arn, task }) => (task ? [this.#describe(arn, task)] : [])),
      failures: known.flatMap(({ arn, task }) => (task ? [] : [{ arn, reason: 'MISSING' }])),
    }
  }

  #stop(body: Record<string, unknown>): unknown {
    this.#assertCluster(body)
    const arn = readText(body, 'task')
    const task = this.#tasks.get(arn)
    if (!task) throw new TaskApiError('InvalidParameterException', 'The referenced task was not found.')
    task.stop(readText(body, 'reason'))
    return { task: this.#describe(arn, task) }
  }

  #readLog(body: Record<string, unknown>): unknown {
    const { logGroup, logStreamPrefix, container } = this.#definition
    const stream = readText(body, 'logStreamName')
    const found = [...this.#tasks].find(
      ([arn]) => `${logStreamPrefix}/${container}/${arn.split('/').at(-1)}` === stream,
    )
    if (body['logGroupName'] !== logGroup || !found?.[1].startedAt)
      throw new TaskApiError('ResourceNotFoundException', 'The specified log stream does not exist.')
    const { nextToken } = body
    const from = typeof nextToken === 'string' ? Number(nextToken.slice('f/'.length)) : 0
    const limit = Math.min(Number(body['limit'] ?? LOG_PAGE_MAX), LOG_PAGE_MAX)
    const events = found[1].events.slice(from, from + limit)
    return { events, nextForwardToken: `f/${from + events.length}`, nextBackwardToken: `b/${from}` }
  }

  #describe(arn: string, task: TaskProcess) {
    const { exitCode } = task
    return {
      taskArn: arn,
      clusterArn: this.cluster,
      taskDefinitionArn: this.taskDefinition,
      launchType: 'FARGATE',
      lastStatus: task.status,
      desiredStatus: task.desiredStatus,
      createdAt: task.createdAt.getTime() / 1000,
      ...(task.startedAt && { startedAt: task.startedAt.getTime() / 1000 }),
      ...(task.stoppedAt && { stoppedAt: task.stoppedAt.getTime() / 1000 }),
      ...(task.stopCode && { stopCode: task.stopCode, stoppedReason: task.stoppedReason }),
      containers: [
        {
          name: this.#definition.container,
          lastStatus: task.status,
          ...(exitCode !== undefined && { exitCode }),
        },
      ],
    }
  }

  #assertCluster(body: Record<string, unknown>): void {
    if (body['cluster'] === this.cluster) return
    throw new TaskApiError('ClusterNotFoundException', 'Cluster not found.')
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BODY_BYTES) throw new TaskApiError('InvalidParameterException', 'The request is too long.')
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
  } catch {
    throw new TaskApiError('SerializationException', 'The body is not JSON.')
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(body))
}
