import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workers } from '../../functions/workers/workers.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import {
  getBuild,
  getFunction,
  getRole,
  type Graph,
  jsonOf,
  listFunctions,
  listPermissions,
  numberOf,
  type Stages,
} from './graph.ts'
import { ROOT } from './platform.ts'

const LAMBDA_TIMEOUT_SECONDS = 900
const RECEIVE = [
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ReceiveMessage',
]

const OBJECTS = ['GetObject', 'ListBucket', 'PutObject'].flatMap((action) => [
  `s3:${action} StorageBucket`,
  `s3:${action} StorageBucket/*`,
])
const receive = (name: string) => RECEIVE.map((action) => `sqs:${action} ${name}QueueQueue`)
const send = (...names: string[]) => names.map((name) => `sqs:SendMessage ${name}QueueQueue`)
/** What goes through the dead letters of every worker: it takes them and sends them back. */
const RECONCILE = workers.flatMap(({ queue }) => [
  ...['ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'].map(
    (action) => `sqs:${action} ${pascalCase(queue)}DeadLettersQueue`,
  ),
  ...send(pascalCase(queue)),
])

/** The clocks of clippings, each in their group, and the role that they ring under. */
const CLOCKS = [
  'iam:PassRole ReleaseSchedulerRole',
  ...['CreateSchedule', 'DeleteSchedule', 'UpdateSchedule'].map(
    (action) => `scheduler:${action} ReleaseSchedules/*`,
  ),
]

/** Wake-ups for the rows of the ledger. */
const DELIVER = send('DeliverEmail', 'DeliverTelegram', 'DeliverPush', 'DeliverWebhook')

/** What each function may do besides writing its log and standing in its network; one that is not here may do nothing. */
const ALLOWED: Record<string, string[]> = {
  graphql: [...send('Index', 'Release'), ...CLOCKS],
  ingest: [...receive('NewsIngest'), ...OBJECTS, ...send('Enrich', 'Index')],
  enrich: [...receive('Enrich'), ...OBJECTS, ...send('Classify', 'Embed', 'Index')],
  classify: [...receive('Classify'), ...OBJECTS, ...send('Embed', 'Index')],
  embed: [...receive('Embed'), ...OBJECTS, ...send('Index')],
  index: receive('Index'),
  'deliver-email': [...receive('DeliverEmail'), ...send('DeliverEmail')],
  'deliver-telegram': [...receive('DeliverTelegram'), ...send('DeliverTelegram')],
  'deliver-push': [...receive('DeliverPush'), ...send('DeliverPush')],
  'deliver-webhook': [...receive('DeliverWebhook'), ...send('DeliverWebhook')],
  'mail-feedback': receive('MailFeedback'),
  'job-scrape': receive('ScrapeJob'),
  'job-scrape-ebc': receive('ScrapeEbcJob'),
  release: [...receive('Release'), ...CLOCKS, ...DELIVER],
  'job-sweep': [
    ...receive('SweepJob'),
    ...send('Enrich', 'Classify', 'Embed', 'Index', 'Release'),
    ...DELIVER,
  ],
  'job-push-news': [...receive('PushNewsJob'), ...send('DeliverPush')],
  'job-rank-articles': [...receive('RankArticlesJob'), ...send('Index')],
  'job-rank-entities': receive('RankEntitiesJob'),
  // Its own queue too: what does not fit into one invocation goes on in the next.
  'job-export-dataset': [...receive('ExportDatasetJob'), ...send('ExportDatasetJob')],
  'job-purge': [...receive('PurgeJob'), ...RECONCILE],
  'job-reconcile-dlq': [...receive('ReconcileDlqJob'), ...RECONCILE],
  'job-replay-events': [
    ...receive('ReplayEventsJob'),
    ...OBJECTS,
    // Its own queue too: what does not fit into one invocation goes on in the next.
    ...send('ReplayEventsJob', 'Enrich', 'Embed', 'Index'),
  ],
  'job-check-database': receive('CheckDatabaseJob'),
}

export function checkFunctions(stages: () => Stages): void {
  const graphs = () => [stages().production, stages().staging, stages().preview]
  checkPlaces(stages, graphs)
  checkRights(stages, graphs)
}

function checkPlaces(stages: () => Stages, graphs: () => Graph[]): void {
  describe('every function', () => {
    it('is there for every handler, and no handler is left behind', () => {
      const handlers = globSync(
        ['functions/**/*handler.ts', 'functions/graphql/stream.ts', 'functions/http/*.ts'],
        { cwd: ROOT },
      )
        .filter((file) => /export const handler\b/.test(readFileSync(join(ROOT, file), 'utf8')))
        .map((file) => file.replaceAll('\\', '/').replace(/ts$/, 'handler'))
      for (const graph of graphs())
        expect(graph.builds.map(({ handler }) => handler).sort()).toEqual(handlers.sort())
    })

    it('runs on Node 24 on ARM, within the longest time that Lambda gives', () => {
      for (const fn of graphs().flatMap(listFunctions)) {
        expect(fn.inputs).toMatchObject({ runtime: 'nodejs24.x', architectures: ['arm64'] })
        expect(numberOf(fn, 'timeout')).toBeLessThanOrEqual(LAMBDA_TIMEOUT_SECONDS)
      }
    })

    it('stands in the private network exactly when something that it uses does', () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph)) {
          const { handler, links } = getBuild(graph, fn)
          const inside = fn.inputs['vpcConfig'] !== undefined
          expect({ handler, inside }).toEqual({
            handler,
            inside: 'Database' in links || 'SearchIndex' in links,
          })
        }
    })

    it('waits for the migrations, whose files stand beside the bundle that runs them', () => {
      const { production } = stages()
      const order = production.resources.map(({ name }) => name)
      const early = listFunctions(production).filter(
        ({ name }) => name !== 'MigrateFunction' && order.indexOf(name) < order.indexOf('Migration'),
      )
      expect(early.map(({ name }) => name)).toEqual([])
      expect(getBuild(production, getFunction(production, 'migrate')).copyFiles).toMatchObject([
        { from: join(ROOT, 'packages/core/migrations'), to: 'migrations' },
      ])
    })
  })
}

function checkRights(stages: () => Stages, graphs: () => Graph[]): void {
  describe('the role of every function', () => {
    it('is one that only Lambda may take', () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph)) {
          expect(jsonOf(getRole(graph, fn), 'assumeRolePolicy')).toEqual({
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
            ],
          })
        }
    })

    it('allows what the function needs and nothing else', () => {
      const { production } = stages()
      for (const fn of listFunctions(production)) {
        const name = String(fn.inputs['name']).replace('pauta-production-', '')
        const allowed = listPermissions(production, fn).map((line) => line.replace(/arn:\S*:/, ''))
        expect({ name, allowed }).toEqual({ name, allowed: (ALLOWED[name] ?? []).toSorted() })
      }
    })
  })
}
