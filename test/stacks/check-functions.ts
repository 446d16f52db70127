import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rawEventFolder } from '@pauta/core/pipeline/envelope'
import { PIPELINE_STEPS } from '@pauta/core/pipeline/markers'
import { workers } from '../../functions/workers/workers.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import { PIPELINE_QUEUES } from '../../stacks/queues.ts'
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
import { BEDROCK_MODEL } from './stage-settings.ts'

const LAMBDA_TIMEOUT_SECONDS = 900
const RECEIVE = [
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ReceiveMessage',
]

const receive = (name: string) => RECEIVE.map((action) => `sqs:${action} ${name}QueueQueue`)
const send = (...names: string[]) => names.map((name) => `sqs:SendMessage ${name}QueueQueue`)
const takeDeadLetters = (...names: string[]) =>
  names.flatMap((name) =>
    ['ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'].map(
      (action) => `sqs:${action} ${name}DeadLettersQueue`,
    ),
  )

const STORE_RAW_EVENTS = 's3:PutObject StorageBucket/bronze/*'
const LIST_OBJECTS = 's3:ListBucket StorageBucket'
const ALL_QUEUES = workers.map(({ queue }) => pascalCase(queue))

/** The clocks of clippings, each in their group, and the role that they ring under. */
const CLOCKS = [
  'iam:PassRole ReleaseSchedulerRole if iam:PassedToService is scheduler.amazonaws.com',
  ...['CreateSchedule', 'DeleteSchedule', 'UpdateSchedule'].map(
    (action) => `scheduler:${action} ReleaseSchedules/*`,
  ),
]

/** Wake-ups for the rows of the ledger. */
const DELIVER = send('DeliverEmail', 'DeliverTelegram', 'DeliverPush', 'DeliverWebhook')

/** What each function may do besides writing its log and standing in its network; one that is not here may do nothing. */
const ALLOWED: Record<string, string[]> = {
  graphql: [...send('Index', 'Release'), ...CLOCKS],
  ingest: [
    ...receive('NewsIngest'),
    STORE_RAW_EVENTS,
    's3:GetObject StorageBucket/*',
    LIST_OBJECTS,
    ...send('Enrich', 'Index'),
  ],
  enrich: [...receive('Enrich'), STORE_RAW_EVENTS, ...send('Classify', 'Embed', 'Index')],
  classify: [...receive('Classify'), STORE_RAW_EVENTS, ...send('Embed', 'Index')],
  embed: [...receive('Embed'), STORE_RAW_EVENTS, ...send('Index')],
  index: receive('Index'),
  release: [...receive('Release'), ...CLOCKS, ...DELIVER],
  'deliver-email': [...receive('DeliverEmail'), ...send('DeliverEmail')],
  'deliver-telegram': [...receive('DeliverTelegram'), ...send('DeliverTelegram')],
  'deliver-push': [...receive('DeliverPush'), ...send('DeliverPush')],
  'deliver-webhook': [...receive('DeliverWebhook'), ...send('DeliverWebhook')],
  'mail-feedback': receive('MailFeedback'),
  'job-scrape': receive('ScrapeJob'),
  'job-scrape-ebc': receive('ScrapeEbcJob'),
  'job-sweep': [
    ...receive('SweepJob'),
    ...send('Enrich', 'Classify', 'Embed', 'Index', 'Release'),
    ...DELIVER,
  ],
  'job-purge': [...receive('PurgeJob'), ...takeDeadLetters('Enrich', 'Classify', 'Embed', 'Index')],
  'job-push-news': [...receive('PushNewsJob'), ...send('DeliverPush')],
  'job-rank-articles': [...receive('RankArticlesJob'), ...send('Index')],
  'job-rank-entities': receive('RankEntitiesJob'),
  // Its own queue too: what does not fit into one invocation goes on in the next.
  'job-export-dataset': [...receive('ExportDatasetJob'), ...send('ExportDatasetJob')],
  'job-reconcile-dlq': [
    ...receive('ReconcileDlqJob'),
    ...takeDeadLetters(...ALL_QUEUES),
    ...send(...ALL_QUEUES),
  ],
  'job-replay-events': [
    ...receive('ReplayEventsJob'),
    's3:GetObject StorageBucket/bronze/*',
    LIST_OBJECTS,
    ...send('ReplayEventsJob', 'Enrich', 'Embed', 'Index'),
  ],
  'job-check-database': receive('CheckDatabaseJob'),
}

const BEDROCK = [
  `bedrock:InvokeModel foundation-model/${BEDROCK_MODEL.replace('us.', '')}`,
  `bedrock:InvokeModel inference-profile/${BEDROCK_MODEL}`,
]
/** What comes on top where mail leaves by SES and the language model is one of Bedrock. */
const CHOSEN_BESIDES: Record<string, string[]> = {
  classify: BEDROCK,
  stream: BEDROCK,
  'deliver-email': ['ses:SendEmail', 'ses:SendRawEmail'].flatMap((action) => [
    `${action} MailConfiguration`,
    `${action} identity/exemplo.org`,
    `${action} identity/pauta@exemplo.org`,
  ]),
}

/** By AWS's own policies, which name no resource: a log may be any, and addresses in a network belong to no function. */
const POLICY_OF_LOGS = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'
const POLICY_OF_NETWORK = 'arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole'

/** An ARN without what is the same for all; that of a model in several regions keeps nothing else open. */
const shorten = (permission: string) => permission.replace(/arn:aws:[^/ ]*:/, '')

export function checkFunctions(stages: () => Stages): void {
  const graphs = () => [stages().production, stages().staging, stages().preview, stages().chosen]
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
      const { production, chosen } = stages()
      const cases: [Graph, Record<string, string[]>][] = [
        [production, {}],
        [chosen, CHOSEN_BESIDES],
      ]
      for (const [graph, besides] of cases)
        for (const fn of listFunctions(graph)) {
          const name = String(fn.inputs['name']).replace('pauta-production-', '')
          const allowed = listPermissions(graph, fn).map(shorten).toSorted()
          const wanted = [...(ALLOWED[name] ?? []), ...(besides[name] ?? [])].toSorted()
          expect({ name, allowed }).toEqual({ name, allowed: wanted })
        }
    })

    it('names no resource as a whole, in any stage', () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph))
          expect(listPermissions(graph, fn).filter((line) => /(^\S*\*| \*)/.test(line))).toEqual([])
    })

    it("has AWS's own policies for logs, and for the network where the function stands in one", () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph)) {
          const inside = fn.inputs['vpcConfig'] !== undefined
          expect({ name: fn.name, policies: getRole(graph, fn).inputs['managedPolicyArns'] }).toEqual({
            name: fn.name,
            policies: [POLICY_OF_LOGS, ...(inside ? [POLICY_OF_NETWORK] : [])],
          })
        }
    })

    it('keeps to raw events and to the queues of steps by the names that core gives them', () => {
      expect(rawEventFolder('news.scraped', '2026-06-01')).toMatch(/^bronze\//)
      expect(PIPELINE_QUEUES).toEqual(PIPELINE_STEPS)
    })
  })
}
