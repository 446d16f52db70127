import type { ApolloServerPlugin } from '@apollo/server'
import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { AccessMap } from '../request/access.ts'
import type { Context } from '../request/context.ts'

/**
 * How long browsers and caches may store the answer of a field, strictest first. `viewer`: never, because the answer
 * depends on who asks. `never`: never, for another reason. The others are about that long.
 */
const CACHE_POLICIES = ['viewer', 'never', 'seconds', 'minute', 'minutes'] as const
export type CachePolicy = (typeof CACHE_POLICIES)[number]

/** The policy of every public query (`Query.articles`) and of every object field whose value depends on who asks. */
export type CachePolicyMap = Record<`${string}.${string}`, CachePolicy>

export const NO_STORE = 'private, no-store'

/**
 * Returns the header for an answer that may be stored. Browsers get a shorter time than shared caches, because only a
 * shared cache can be purged when an article is taken down.
 */
const cacheControl = (browserSeconds: number, sharedSeconds: number) =>
  `public, max-age=${browserSeconds}, s-maxage=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`

const HEADERS: Readonly<Record<CachePolicy, string>> = {
  viewer: NO_STORE,
  never: NO_STORE,
  seconds: cacheControl(5, 10),
  minute: cacheControl(30, 60),
  minutes: cacheControl(60, 300),
}

function hasField(schema: GraphQLSchema, name: string): boolean {
  const [typeName = '', fieldName = ''] = name.split('.')
  const type = schema.getType(typeName)
  return type !== undefined && 'getFields' in type && fieldName in type.getFields()
}

/**
 * Merges the cache policies of all nouns into one map. Throws at start when a public query has no policy, when a policy
 * names an unknown field or a query that is not public, or when an object field has a policy other than `viewer`.
 */
export function collectCachePolicies(
  schema: GraphQLSchema,
  nouns: readonly { access: AccessMap; cachePolicies?: CachePolicyMap }[],
): CachePolicyMap {
  const access: Partial<AccessMap> = Object.assign({}, ...nouns.map((noun) => noun.access))
  const cachePolicies: CachePolicyMap = Object.assign({}, ...nouns.map((noun) => noun.cachePolicies))
  const publicQueries = Object.entries(access)
    .filter(([name, who]) => name.startsWith('Query.') && who === 'public')
    .map(([name]) => name)
  for (const name of publicQueries)
    if (!(name in cachePolicies))
      throw new Error(`${name} has no cache policy: add one to the noun's cachePolicies`)
  for (const [name, kept] of Object.entries(cachePolicies)) {
    if (!hasField(schema, name)) throw new Error(`A cache policy names ${name}, which does not exist`)
    if (name in access && !publicQueries.includes(name))
      throw new Error(`${name} has a cache policy, but only answers of public queries are ever stored`)
    if (!(name in access) && kept !== 'viewer')
      throw new Error(
        `${name}: the cache policy of an object's field can only be 'viewer'; its query sets the time`,
      )
  }
  return cachePolicies
}

/** Returns the strictest policy of all fields of a valid document, or `never` if no field has a policy (introspection). */
export function cachePolicyOf(
  document: DocumentNode,
  schema: GraphQLSchema,
  cachePolicies: CachePolicyMap,
): CachePolicy {
  const types = new TypeInfo(schema)
  const query = schema.getQueryType()
  const found = new Set<CachePolicy>()
  const visitor = visitWithTypeInfo(types, {
    Field({ name: { value: name } }) {
      const parent = types.getParentType()
      const kept = cachePolicies[`${parent?.name}.${name}`]
      if (kept) found.add(kept)
      else if (parent === query && name !== '__typename') found.add('never')
    },
  })
  visit(document, visitor)
  return CACHE_POLICIES.find((kept) => found.has(kept)) ?? 'never'
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
    const header = headers.get(document) ?? HEADERS[cachePolicyOf(document, schema, cachePolicies)]
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
