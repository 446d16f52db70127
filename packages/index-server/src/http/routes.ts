import { aliasRoutes } from './alias-routes.ts'
import { collectionRoutes } from './collection-routes.ts'
import { documentRoutes } from './document-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { operationRoutes } from './operation-routes.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './search-routes.ts'
import { synonymRoutes } from './synonym-routes.ts'

// The first match is used, so fixed paths come before paths with parameters.
const ROUTES: readonly Route[] = [
  ...operationRoutes,
  ...searchRoutes,
  ...documentRoutes,
  ...synonymRoutes,
  ...collectionRoutes,
  ...aliasRoutes,
  ...keyRoutes,
]

export function findRoute(
  method: string,
  path: string,
): (Route & { path: Record<string, string> }) | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  for (const route of ROUTES) {
    if (route.method !== method) continue
    const bound = bind(
      route.pattern.split('/').filter((part) => part !== ''),
      parts,
    )
    if (bound !== undefined) return { ...route, path: bound }
  }
  return undefined
}

function bind(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const bound: Record<string, string> = {}
  for (let i = 0; i < pattern.length; i++) {
    const expected = pattern[i]!
    if (expected.startsWith(':')) bound[expected.slice(1)] = decode(parts[i]!)
    else if (expected !== parts[i]) return undefined
  }
  return bound
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
