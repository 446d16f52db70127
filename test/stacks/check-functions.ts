import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  getBuild,
  getFunction,
  getOne,
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

export function checkFunctions(stages: () => Stages): void {
  const graphs = () => [stages().production, stages().staging, stages().preview]

  describe('every function', () => {
    it('is there for every handler, and no handler is left behind', () => {
      const handlers = globSync(['functions/**/handler.ts', 'functions/http/*.ts'], { cwd: ROOT })
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

    it('has a role that only Lambda may take', () => {
      for (const graph of graphs())
        for (const { name } of listFunctions(graph)) {
          const role = getOne(
            graph,
            'aws:iam/role:Role',
            new RegExp(`^${name.replace(/Function$/, '')}Role$`),
          )
          expect(jsonOf(role, 'assumeRolePolicy')).toEqual({
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
            ],
          })
        }
    })

    it.each([
      ['graphql', []],
      ['playground', []],
      ['health', []],
      ['ready', []],
      ['not-found', []],
      ['migrate', []],
      ['index', RECEIVE.map((action) => `sqs:${action} IndexQueueQueue`)],
      [
        'ingest',
        [
          ...RECEIVE.map((action) => `sqs:${action} NewsIngestQueueQueue`),
          'sqs:SendMessage IndexQueueQueue',
          ...['GetObject', 'ListBucket', 'PutObject'].flatMap((action) => [
            `s3:${action} StorageBucket`,
            `s3:${action} StorageBucket/*`,
          ]),
        ],
      ],
    ])('may do what it needs and nothing else: %s', (name, expected) => {
      const { production } = stages()
      const allowed = listPermissions(production, getFunction(production, name))
      expect(allowed.map((line) => line.replace(/arn:\S*:/, ''))).toEqual(expected.sort())
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
