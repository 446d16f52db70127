import { fileURLToPath } from 'node:url'
import { startTasks, type Tasks } from '@pauta/emulators/tasks'

const PROGRAM = fileURLToPath(new URL('../../cli/src/pauta.ts', import.meta.url))
const CONTAINER = 'SyncTask'
const LOG_GROUP = '/pauta/local/sync'
const LOG_STREAM_PREFIX = 'sync'

/** The whole environment of the task, as in the cloud. */
const VARIABLES = ['App', 'Database', 'SearchIndex', 'EmbeddingService'].map((name) => `SST_RESOURCE_${name}`)

/** The task of a full sync, as in its linked resource. */
export interface SyncTaskResource {
  cluster: string
  taskDefinition: string
  container: string
  subnets: string
  securityGroups: string
  logGroup: string
  logStreamPrefix: string
}

/** The ECS emulator with the task of a full sync. */
export interface SyncTask extends Tasks {
  resource: SyncTaskResource
}

/** Starts ECS for the one command that runs as a task. The container's image has the same entry point. */
export async function startSyncTask(
  environment: Promise<Record<string, string>>,
  log: (error: unknown, what: string) => void,
): Promise<SyncTask> {
  const tasks = await startTasks({
    port: 0,
    log,
    definition: {
      family: 'pauta-local-SyncTask',
      container: CONTAINER,
      logGroup: LOG_GROUP,
      logStreamPrefix: LOG_STREAM_PREFIX,
      program: process.execPath,
      entryPoint: [PROGRAM, 'sync-typesense'],
      environment: async () => {
        const all = await environment
        return Object.fromEntries(VARIABLES.map((name) => [name, all[name] ?? '']))
      },
    },
  })
  return {
    ...tasks,
    resource: {
      cluster: tasks.cluster,
      taskDefinition: tasks.taskDefinition,
      container: CONTAINER,
      // The emulator has no network, but RunTask requires a subnet and a security group.
      subnets: 'subnet-local',
      securityGroups: 'sg-local',
      logGroup: LOG_GROUP,
      logStreamPrefix: LOG_STREAM_PREFIX,
    },
  }
}
