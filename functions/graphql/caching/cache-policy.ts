import type { ApolloServerPlugin } from '@apollo/server'
import {
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { NO_STORE, storeFor } from '../../http/cache-headers.ts'
import type { AccessMap } from '../request/access.ts'
import type { Context } from '../request/context.ts'
import { findDirective } from '../request/field-directives.ts'

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
  const types = new TypeInfo(schema)
  const query = schema.getQueryType()
  const found = new Set<CachePolicy>()
  const visitor = visitWithTypeInfo(types, {
    Field({ name: { value: name } }) {
      const parent = types.getParentType()
      const policy = policies.get(`${parent?.name}.${name}`)
      if (policy !== undefined) found.add(policy)
      else if (parent === query && name !== '__typename') found.add(0)
    },
  })
  visit(document, visitor)
  if (found.has('viewer')) return 'viewer'
  const seconds = [...found].filter((policy) => policy !== 'viewer')
  return seconds.length === 0 ? 0 : Math.min(...seconds)
}

/**
 * Sets `cache-control` on every answer. An answer may be stored only if the request is a GET without an Authorization
 * header (valid or not) and the answer has neither errors nor warnings.
 */
export function cachePlugin(
  schema: GraphQLSchema,
  cachePolicies: CachePolicyMap,
): ApolloServerPlugin<Context> {
  // Apollo returns the same object for a repeated document, so each document is visited once.
  const headers = new WeakMap<DocumentNode, string>()
  const headerOf = (document: DocumentNode): string => {
    const header = headers.get(document) ?? headerFor(cachePolicyOf(document, schema, cachePolicies))
    headers.set(document, header)
    return header
  }
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ request: { http }, document, response, contextValue }) => {
        const isAnonymousGet = http?.method === 'GET' && !http.headers.has('authorization')
        const { body } = response
        const isWhole =
          body.kind === 'single' && !body.singleResult.errors && contextValue.warnings.length === 0
        const header = isAnonymousGet && isWhole && document ? headerOf(document) : NO_STORE
        response.http.headers.set('cache-control', header)
      },
    }),
  }
}
