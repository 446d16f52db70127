import { describe, expect, it } from 'vitest'
import { getFunction, getOne, listOfType, numberOf, revealed, type Stages } from './graph.ts'

const GATEWAY_TIMEOUT_SECONDS = 29

export function checkApi(stages: () => Stages): void {
  describe('the API', () => {
    it('is one regional gateway with these routes', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:apigateway/restApi:RestApi', /./).inputs).toMatchObject({
        endpointConfiguration: { types: 'REGIONAL' },
        binaryMediaTypes: ['text/html'],
      })
      const resources = listOfType(production, 'aws:apigateway/resource:Resource')
      const byId = new Map(resources.map(({ name, inputs }) => [`${name}-id`, inputs]))
      const pathOf = (id: string): string => {
        const { parentId, pathPart } = byId.get(id) ?? {}
        return typeof pathPart === 'string' ? `${pathOf(String(parentId))}/${pathPart}` : ''
      }
      const routes = listOfType(production, 'aws:apigateway/method:Method').map(
        ({ inputs }) => `${String(inputs['httpMethod'])} ${pathOf(String(inputs['resourceId'])) || '/'}`,
      )
      expect(routes.sort()).toEqual([
        'ANY /',
        'ANY /graphql',
        'ANY /graphql/stream',
        'ANY /{proxy+}',
        'GET /confirm',
        'GET /health',
        'GET /playground',
        'GET /ready',
        'GET /unsubscribe',
        'OPTIONS /telegram/link',
        'POST /confirm',
        'POST /telegram/link',
        'POST /telegram/updates',
        'POST /unsubscribe',
      ])
    })

    it.each([
      'graphql',
      'playground',
      'health',
      'ready',
      'unsubscribe',
      'confirm',
      'telegram-link',
      'telegram-updates',
      'not-found',
    ])('lets no function work longer than the gateway waits: %s', (name) => {
      const { production } = stages()
      expect(numberOf(getFunction(production, name), 'timeout')).toBeLessThanOrEqual(GATEWAY_TIMEOUT_SECONDS)
    })

    it('streams for longer than an answer may take', () => {
      const { production } = stages()
      const stream = getOne(production, 'aws:apigateway/integration:Integration', /Stream1/)
      expect(revealed(stream.inputs['uri'])).toMatch(/response-streaming-invocations$/)
      expect(stream.inputs['timeoutMilliseconds']).toBe(240_000)
      expect(numberOf(getFunction(production, 'stream'), 'timeout')).toBe(240)
    })

    it('throttles all callers together', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:apigateway/methodSettings:MethodSettings', /./).inputs).toMatchObject({
        methodPath: '*/*',
        // Metrics by method are paid for one by one.
        settings: { throttlingRateLimit: 200, throttlingBurstLimit: 400, metricsEnabled: false },
      })
    })
  })
}
