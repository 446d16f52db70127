import { expect, it } from 'vitest'
import { matchRoute } from './routes.ts'

const routes = [
  { method: 'ANY', path: '/graphql' },
  { method: 'POST', path: '/graphql/stream' },
  { method: 'GET', path: '/health' },
  { method: 'ANY', path: '/telegram/{proxy+}' },
  { method: 'GET', path: '/telegram/hook' },
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
  // A path without a variable part is more specific than one with a longer text.
  ['GET', '/telegram/hook', '/telegram/hook'],
  ['GET', '/telegram/hook/', '/telegram/hook'],
  ['GET', '/telegram/', '/{proxy+}'],
  ['GET', '/telegramm', '/{proxy+}'],
  ['GET', '/health/', '/health'],
  // The method of a specific path is not searched in a wider path.
  ['POST', '/health', 'no-method'],
  ['GET', '/graphql/stream', 'no-method'],
  // A `/{proxy+}` path needs at least one segment.
  ['GET', '/', 'no-path'],
])('%s %s is %s', (method, path, expected) => expect(find(method, path)).toBe(expected))

it('prefers the own method of a path to ANY', () => {
  const both = ['ANY', 'GET'].map((method) => ({ method, path: '/feed' }))
  const methodOf = (method: string) => {
    const match = matchRoute(both, method, '/feed')
    return match.kind === 'found' ? match.route.method : match.kind
  }
  expect(['GET', 'POST'].map(methodOf)).toEqual(['GET', 'ANY'])
})

it('takes the root for a path of its own', () => {
  expect(matchRoute([{ method: 'GET', path: '/' }], 'GET', '/').kind).toBe('found')
})

it('finds no route when there are no routes', () => {
  expect(matchRoute([], 'GET', '/')).toEqual({ kind: 'no-path' })
})
