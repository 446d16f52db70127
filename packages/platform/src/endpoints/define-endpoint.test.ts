import { expect, it } from 'vitest'
import { defineEndpoint, listRoutes, type Endpoint } from './define-endpoint.ts'

it('an endpoint without a time-out has that of the gateway', () => {
  const endpoint = { name: 'a', routes: ['GET /a'], memoryMb: 256, config: [] } as unknown as Endpoint
  expect(defineEndpoint(endpoint)).toEqual({ ...endpoint, timeoutSeconds: 29 })
  expect(defineEndpoint({ ...endpoint, timeoutSeconds: 5 }).timeoutSeconds).toBe(5)
})

it('lists a HEAD route for each GET route, after all others', () => {
  expect(listRoutes({ routes: ['GET /a', 'POST /a', 'ANY /b', 'GET /c/{proxy+}'] })).toEqual([
    { method: 'GET', path: '/a' },
    { method: 'POST', path: '/a' },
    { method: 'ANY', path: '/b' },
    { method: 'GET', path: '/c/{proxy+}' },
    { method: 'HEAD', path: '/a' },
    { method: 'HEAD', path: '/c/{proxy+}' },
  ])
})
