/** Method and path that a route matches. */
export interface RoutePattern {
  /** An HTTP method or ANY. */
  method: string
  /** A path. A path that ends with `/{proxy+}` matches every path below it. */
  path: string
}

export type RouteMatch<R extends RoutePattern> =
  | { kind: 'found'; route: R }
  | { kind: 'no-path' | 'no-method' }

/**
 * Finds the route as API Gateway does: first the most specific path, then a method of that path. A method that this
 * path lacks is not searched in a wider path. `/{proxy+}` does not match `/`.
 */
export function matchRoute<R extends RoutePattern>(
  routes: readonly R[],
  method: string,
  path: string,
): RouteMatch<R> {
  const covering = routes.filter((route) => covers(route.path, path))
  if (covering.length === 0) return { kind: 'no-path' }
  const longest = Math.max(...covering.map((route) => fixedPart(route.path).length))
  const candidates = covering.filter((route) => fixedPart(route.path).length === longest)
  const route =
    candidates.find((candidate) => candidate.method === method) ??
    candidates.find((candidate) => candidate.method === 'ANY')
  return route ? { kind: 'found', route } : { kind: 'no-method' }
}

const PROXY = '/{proxy+}'

/** The part of a pattern that every matching path begins with. */
const fixedPart = (pattern: string) => (pattern.endsWith(PROXY) ? pattern.slice(0, -PROXY.length) : pattern)

function covers(pattern: string, path: string): boolean {
  if (!pattern.endsWith(PROXY)) return pattern === withoutEndSlash(path)
  const base = `${fixedPart(pattern)}/`
  return path.startsWith(base) && path.length > base.length
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
