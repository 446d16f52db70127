import { endpoints } from '@pauta/functions/endpoints'
import { GATEWAY_TIMEOUT_SECONDS, listRoutes } from '@pauta/platform/endpoints/define-endpoint'
import { describe, expect, it } from 'vitest'
import {
  getBuild,
  getFunction,
  getOne,
  type Graph,
  listOfType,
  numberOf,
  revealed,
  type Stages,
} from './graph.ts'
import { CHOSEN, ELSEWHERE } from './stage-settings.ts'

export function checkApi(stages: () => Stages): void {
  describe('the API', () => {
    it('is one regional gateway with the routes of the list of endpoints', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:apigateway/restApi:RestApi', /./).inputs).toMatchObject({
        endpointConfiguration: { types: 'REGIONAL' },
        binaryMediaTypes: ['text/html'],
        minimumCompressionSize: '1024',
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
      const expected = endpoints.flatMap((endpoint) =>
        listRoutes(endpoint).map(({ method, path }) => `${method} ${path}`),
      )
      expect(routes.sort()).toEqual(expected.sort())
      expect(expected).toContain('HEAD /health')
    })

    it('gives no function more time than the gateway waits', () => {
      const waiting = endpoints.filter(({ streaming }) => !streaming)
      const timeouts = waiting.map(({ name }) => numberOf(getFunction(stages().production, name), 'timeout'))
      expect(Math.max(...timeouts)).toBeLessThanOrEqual(GATEWAY_TIMEOUT_SECONDS)
    })

    it('streams for longer than an answer may take', () => {
      const { production } = stages()
      const stream = getOne(production, 'aws:apigateway/integration:Integration', /Stream1/)
      expect(revealed(stream.inputs['uri'])).toMatch(/response-streaming-invocations$/)
      expect(stream.inputs['timeoutMilliseconds']).toBe(240_000)
      expect(numberOf(getFunction(production, 'stream'), 'timeout')).toBe(240)
    })

    it('answers errors of the gateway so that a page of the portal can read them', () => {
      const { chosen, preview } = stages()
      const [origin] = CHOSEN.corsOrigins
      const answers = listOfType(chosen, 'aws:apigateway/response:Response')
      const byType = new Map(answers.map(({ inputs }) => [inputs['responseType'], inputs]))
      for (const [type, status] of [
        ['THROTTLED', '429'],
        ['WAF_FILTERED', '403'],
        ['REQUEST_TOO_LARGE', '413'],
        ['INTEGRATION_TIMEOUT', '504'],
        ['DEFAULT_4XX', undefined],
        ['DEFAULT_5XX', undefined],
      ] as const) {
        const { statusCode, responseParameters, responseTemplates } = byType.get(type) ?? {}
        expect(statusCode).toBe(status)
        expect(responseParameters).toMatchObject({
          'gatewayresponse.header.access-control-allow-origin': `'${origin}'`,
          'gatewayresponse.header.access-control-expose-headers': expect.stringContaining(
            'retry-after',
          ) as string,
        })
        const template = (responseTemplates as Record<string, string>)['application/json'] ?? ''
        // API Gateway replaces a dollar sign in a template by its own values.
        expect(template).not.toContain('$')
        expect(JSON.parse(template)).toMatchObject({
          errors: [
            { message: expect.any(String) as string, extensions: { code: expect.any(String) as string } },
          ],
        })
      }
      const ofPreview = listOfType(preview, 'aws:apigateway/response:Response')
      expect(ofPreview.length).toBeGreaterThan(2)
      expect(JSON.stringify(ofPreview.map(({ inputs }) => inputs))).not.toContain(
        'access-control-allow-origin',
      )
      const deployment = getOne(chosen, 'aws:apigateway/deployment:Deployment', /./)
      expect(JSON.stringify(deployment.inputs['triggers'])).toContain(origin)
    })

    it('has its own domain name, with a certificate, when one is configured', () => {
      const { chosen, staging, production } = stages()
      const domainOf = (graph: Graph) => getOne(graph, 'aws:apigateway/domainName:DomainName', /./).inputs
      expect(domainOf(chosen)).toMatchObject({
        domainName: CHOSEN.domain.name,
        regionalCertificateArn: expect.stringMatching(/^arn:aws:acm:/) as string,
      })
      const records = listOfType(chosen, 'aws:route53/record:Record').map(({ inputs }) => inputs['name'])
      expect(records).toContain(CHOSEN.domain.name)
      expect(domainOf(staging)).toMatchObject({
        domainName: ELSEWHERE.name,
        regionalCertificateArn: ELSEWHERE.certificateArn,
      })
      expect(listOfType(staging, 'aws:route53/record:Record')).toEqual([])
      expect(listOfType(production, 'aws:apigateway/domainName:DomainName')).toEqual([])
      const linkOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'deliver-email')).links['Delivery']
      expect(linkOf(chosen)).toMatchObject({ apiUrl: `https://${CHOSEN.domain.name}` })
      expect(linkOf(staging)).toMatchObject({ apiUrl: `https://${ELSEWHERE.name}` })
      expect(linkOf(production)).toMatchObject({
        apiUrl: expect.stringMatching(/^https:\/\/.*[^/]$/) as string,
      })
    })

    it('logs no address and no user agent', () => {
      const { production } = stages()
      const stage = getOne(production, 'aws:apigateway/stage:Stage', /./)
      const { format } = stage.inputs['accessLogSettings'] as { format: string }
      const fields = JSON.parse(format) as Record<string, string>
      expect(fields).toHaveProperty('status')
      // AWS writes `-` for a variable that it does not have.
      const known =
        /^\$context\.(request(Time|Id)|httpMethod|resourcePath|status|response(Latency|Length)|integration\.(status|requestId|latency|integrationStatus)|error\.responseType)$/
      expect(Object.values(fields).filter((variable) => !known.test(variable))).toEqual([])
      expect(format).not.toMatch(/sourceIp|userAgent|identity|principalId|\$context\.path/)
    })

    it('throttles all callers together', () => {
      const { production } = stages()
      expect(getOne(production, 'aws:apigateway/methodSettings:MethodSettings', /./).inputs).toMatchObject({
        methodPath: '*/*',
        // Each metric by method costs money.
        settings: { throttlingRateLimit: 200, throttlingBurstLimit: 400, metricsEnabled: false },
      })
    })
  })
}
