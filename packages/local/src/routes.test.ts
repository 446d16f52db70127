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
  // What has a path of its own is not looked for in a wider one.
  ['POST', '/health', 'no-method'],
  ['GET', '/graphql/stream', 'no-method'],
  // A greedy path needs something to swallow.
  ['GET', '/', 'no-path'],
])('%s %s is %s', (method, path, expected) => expect(find(method, path)).toBe(expected))

it('knows no path when there are no routes', () => {
  expect(matchRoute([], 'GET', '/')).toEqual({ kind: 'no-path' })
})
