import type { ApolloServerPlugin } from '@apollo/server'
import { isObjectType, type DocumentNode, type GraphQLSchema } from 'graphql'
import { NO_STORE, storeFor } from '../../http/cache-headers.ts'
import type { AccessMap } from '../request/access.ts'
import type { Context } from '../request/context.ts'
import { findDirective } from '../request/field-directives.ts'
import { readFacts } from '../request/operation-facts.ts'

/** The arguments of `@cacheControl`. */
interface CacheControl {
  maxAge: number
  scope: 'PUBLIC' | 'PRIVATE'
}

/**
 * How long caches may store an answer with a field: seconds in a shared cache, 0 for never. `viewer`: never, because the
 * value depends on who asks.
 */
export type CachePolicy = number | 'viewer'

/** The policy of every public query (`Query.articles`) and of every object field whose value depends on who asks. */
export type CachePolicyMap = ReadonlyMap<string, CachePolicy>

/** Returns the header for an answer with this policy. */
function headerFor(policy: CachePolicy): string {
  return storeFor(policy === 'viewer' ? 0 : policy)
}

/**
 * Reads the cache policies from the `@cacheControl` directives of the SDL. Throws at start when a public query has no
 * policy, when a root field that is not public has one, or when the field of an object has another than PRIVATE.
 */
export function collectCachePolicies(
  schema: GraphQLSchema,
  nouns: readonly { access: AccessMap }[],
): CachePolicyMap {
  const access: Partial<AccessMap> = Object.assign({}, ...nouns.map((noun) => noun.access))
  const policies = new Map<string, CachePolicy>()
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}` as keyof AccessMap
      const isPublicQuery = type === schema.getQueryType() && access[name] === 'public'
      const directive = findDirective<CacheControl>(field, 'cacheControl')
      if (!directive) {
        if (isPublicQuery) throw new Error(`${name} has no cache policy: add @cacheControl to the SDL`)
        continue
      }
      if (roots.has(type) && !isPublicQuery)
        throw new Error(`${name} has a cache policy, but only answers of public queries are ever stored`)
      const isPrivate = directive.scope === 'PRIVATE'
      if (!roots.has(type) && !isPrivate)
        throw new Error(`${name}: an object's field can only be scope: PRIVATE; its query sets the time`)
      policies.set(name, isPrivate ? 'viewer' : (directive.maxAge ?? 0))
    }
  }
  return policies
}

/** Returns the strictest policy of all fields of a valid document, or 0 if no field has a policy (introspection). */
export function cachePolicyOf(
  document: DocumentNode,
  schema: GraphQLSchema,
  policies: CachePolicyMap,
): CachePolicy {
  const query = schema.getQueryType()?.name
  let seconds: number | undefined
  for (const coordinate of readFacts(schema, document).coordinates) {
    const isRoot = coordinate.startsWith(`${query}.`) && coordinate !== `${query}.__typename`
    const policy = policies.get(coordinate) ?? (isRoot ? 0 : undefined)
    if (policy === 'viewer') return policy
    if (policy !== undefined) seconds = Math.min(policy, seconds ?? policy)
  }
  return seconds ?? 0
}

/**
 * Sets `cache-control` on every answer. An answer may be stored only if the request is a GET without an Authorization
 * header (valid or not) and the answer has neither errors nor warnings.
 */
export function cachePlugin(
  schema: GraphQLSchema,
  cachePolicies: CachePolicyMap,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ request: { http }, document, response, contextValue }) => {
        const isAnonymousGet = http?.method === 'GET' && !http.headers.has('authorization')
        const { body } = response
        const isWhole =
          body.kind === 'single' && !body.singleResult.errors && contextValue.warnings.length === 0
        const header =
          isAnonymousGet && isWhole && document
            ? headerFor(cachePolicyOf(document, schema, cachePolicies))
            : NO_STORE
        response.http.headers.set('cache-control', header)
      },
    }),
  }
}
