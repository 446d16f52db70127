import { expect, it } from 'vitest'
import { matchRoute } from './routes.ts'

const routes = [
  { method: 'ANY', path: '/graphql' },
  { method: 'POST', path: '/graphql/stream' },
  { method: 'GET', path: '/health' },
  { method: 'ANY', path: '/telegram/{proxy+}' },
  { method: 'ANY', path: '/{proxy+}' },
]

const find = (method: string, path: string) => {
  const match = matchRoute(routes, method, path)
  return match.kind === 'found' ? match.route.path : match.kind
}

it.each([
  ['GET', '/graphql', '/graphql'],
  ['GET', '/graphql/', '/graphql'],
  ['POST', '/graphql/stream', '/graphql/stream'],
  ['GET', '/health', '/health'],
  ['GET', '/elsewhere/deep', '/{proxy+}'],
  ['POST', '/telegram/updates', '/telegram/{proxy+}'],
  // The method of a specific path is not searched in a wider path.
  ['POST', '/health', 'no-method'],
  ['GET', '/graphql/stream', 'no-method'],
  // A `/{proxy+}` path needs at least one segment.
  ['GET', '/', 'no-path'],
])('%s %s is %s', (method, path, expected) => expect(find(method, path)).toBe(expected))

it('finds no route when there are no routes', () => {
  expect(matchRoute([], 'GET', '/')).toEqual({ kind: 'no-path' })
})
