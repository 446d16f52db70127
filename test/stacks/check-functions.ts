import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LARGE_ARTICLES_FOLDER } from '@pauta/core/intake/send'
import { KEPT_PAGES_FOLDER } from '@pauta/scraper/store/drifts'
import { RAW_PAGES_FOLDER } from '@pauta/scraper/store/raw-pages'
import { THEME_MODELS_FOLDER } from '@pauta/core/themes/theme-models'
import { rawEventFolder } from '@pauta/core/steps/envelope'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { REQUESTS_PER_DAY } from '@pauta/scraper/service/plan-site'
import { SCRAPE_REQUESTS_PER_DAY, STEPS } from '../../stacks/objectives.ts'
import {
  getBuild,
  getFunction,
  getRole,
  type Graph,
  jsonOf,
  listFunctions,
  listOfType,
  listPermissions,
  type Stages,
} from './graph.ts'
import { ROOT } from './platform.ts'
import { listGraphs } from './rules/functions.ts'

/**
 * Rights that come from AWS's own policies, which name no resource: a function's log and network addresses have no
 * fixed name.
 */
const POLICY_OF_LOGS = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'
const POLICY_OF_NETWORK = 'arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole'

export function checkFunctions(stages: () => Stages): void {
  const graphs = () => listGraphs(stages())
  checkPlaces(stages, graphs)
  checkRights(graphs)
}

function checkPlaces(stages: () => Stages, graphs: () => Graph[]): void {
  describe('a function', () => {
    it('has a log of its own, which is kept for 90 days at most', () => {
      const { production } = stages()
      const logs = listOfType(production, 'aws:cloudwatch/logGroup:LogGroup')
      expect(logs.filter(({ inputs }) => String(inputs['name']).startsWith('/aws/lambda/'))).toHaveLength(
        listOfType(production, 'aws:lambda/function:Function').length,
      )
      for (const { name, inputs } of logs)
        expect([name, Number(inputs['retentionInDays'])]).toEqual([name, expect.any(Number)])
      expect(
        logs.filter(({ inputs }) => !(Number(inputs['retentionInDays']) <= 90)).map(({ name }) => name),
      ).toEqual([])
    })

    it('runs on Node 24 on ARM', () => {
      for (const fn of graphs().flatMap(listFunctions))
        expect(fn.inputs).toMatchObject({ runtime: 'nodejs24.x', architectures: ['arm64'] })
    })

    it('finds its migrations beside the bundle that runs them', () => {
      const { production } = stages()
      expect(getBuild(production, getFunction(production, 'migrate')).copyFiles).toMatchObject([
        { from: join(ROOT, 'packages/core/migrations'), to: 'migrations' },
      ])
    })
  })
}

function checkRights(graphs: () => Graph[]): void {
  describe('the role of every function', () => {
    it('can be assumed by Lambda only', () => {
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

    it('grants no action on all resources, in any stage', () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph))
          expect(listPermissions(graph, fn).filter((line) => /(^\S*\*| \*)/.test(line))).toEqual([])
    })

    it('has AWS’s own policies for logs, and for the network where the function is in one', () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph)) {
          const inside = fn.inputs['vpcConfig'] !== undefined
          expect({ name: fn.name, policies: getRole(graph, fn).inputs['managedPolicyArns'] }).toEqual({
            name: fn.name,
            policies: [POLICY_OF_LOGS, ...(inside ? [POLICY_OF_NETWORK] : [])],
          })
        }
    })

    it('is limited to raw events and to the queues of steps, by the names in core', () => {
      expect(rawEventFolder('news.scraped', '2026-06-01')).toMatch(/^bronze\//)
      expect(LARGE_ARTICLES_FOLDER).toBe('ingest')
      expect(KEPT_PAGES_FOLDER).toBe('pages')
      expect(RAW_PAGES_FOLDER).toBe('raw-pages')
      expect(THEME_MODELS_FOLDER).toBe('models/themes')
      expect(STEPS).toEqual(PIPELINE_STEPS)
      expect(SCRAPE_REQUESTS_PER_DAY).toBe(REQUESTS_PER_DAY)
    })
  })
}
