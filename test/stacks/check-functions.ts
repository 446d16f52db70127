import { describe, expect, it } from 'vitest'
import { LARGE_ARTICLES_FOLDER } from '@pauta/core/ingest/send'
import { KEPT_PAGES_FOLDER } from '@pauta/scraper/store/drifts'
import { RAW_PAGES_FOLDER } from '@pauta/scraper/raw-pages/raw-page-rows'
import { THEME_MODELS_FOLDER } from '@pauta/core/themes/theme-models'
import { rawEventFolder } from '@pauta/core/steps/envelope'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { REQUESTS_PER_DAY } from '@pauta/scraper/runs/plan-site'
import { SCRAPE_REQUESTS_PER_DAY, STEPS } from '../../stacks/objectives.ts'
import {
  getRole,
  type Graph,
  jsonOf,
  listFunctions,
  listOfType,
  listPermissions,
  type Stages,
} from './graph.ts'
import { listGraphs } from './rules/rule.ts'

/**
 * Rights that come from AWS's own policies, which name no resource: a function's log and network addresses have no
 * fixed name.
 */
const POLICY_OF_LOGS = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'
const POLICY_OF_NETWORK = 'arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole'

export function checkFunctions(stages: () => Stages): void {
  const graphs = () => listGraphs(stages())
  checkPlaces(graphs)
  checkRights(graphs)
}

function checkPlaces(graphs: () => Graph[]): void {
  describe('a function', () => {
    it('has a log of its own, and runs on Node 24 on ARM', () => {
      for (const graph of graphs()) {
        const logs = listOfType(graph, 'aws:cloudwatch/logGroup:LogGroup').map(({ inputs }) => inputs['name'])
        for (const { inputs } of listFunctions(graph)) {
          expect(logs).toContain(`/aws/lambda/${String(inputs['name'])}`)
          expect(inputs).toMatchObject({ runtime: 'nodejs24.x', architectures: ['arm64'] })
        }
      }
    })
  })
}

function checkRights(graphs: () => Graph[]): void {
  describe('the role of every function', () => {
    it('can be assumed by Lambda only, grants no action on all resources, and has AWS’s own policies for logs and networks', () => {
      for (const graph of graphs())
        for (const fn of listFunctions(graph)) {
          const role = getRole(graph, fn)
          const trust = {
            Effect: 'Allow',
            Principal: { Service: 'lambda.amazonaws.com' },
            Action: 'sts:AssumeRole',
          }
          const isInside = fn.inputs['vpcConfig'] !== undefined
          expect({
            name: fn.name,
            trust: jsonOf(role, 'assumeRolePolicy'),
            wide: listPermissions(graph, fn).filter((line) => /(^\S*\*| \*)/.test(line)),
            policies: role.inputs['managedPolicyArns'],
          }).toEqual({
            name: fn.name,
            trust: { Version: '2012-10-17', Statement: [trust] },
            wide: [],
            policies: isInside ? [POLICY_OF_LOGS, POLICY_OF_NETWORK] : [POLICY_OF_LOGS],
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
