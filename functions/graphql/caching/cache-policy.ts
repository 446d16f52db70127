import type { ApolloServerPlugin } from '@apollo/server'
import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { AccessMap } from '../request/access.ts'
import type { Context } from '../request/context.ts'

/**
 * How long others may keep what a field answers, the strictest first: not at all because it depends on who asks, not at
 * all for another reason, or for about so long.
 */
const KEEPINGS = ['viewer', 'never', 'seconds', 'minute', 'minutes'] as const
export type Keeping = (typeof KEEPINGS)[number]

/** Every public query (`Query.articles`), and every field of an object that depends on who asks. */
export type KeepingMap = Record<`${string}.${string}`, Keeping>

export const NOT_KEPT = 'private, no-store'

/** Browsers keep for a shorter time than the caches before us: those can be told to forget what was taken down. */
const cacheControl = (browserSeconds: number, sharedSeconds: number) =>
  `public, max-age=${browserSeconds}, s-maxage=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`

const HEADERS: Readonly<Record<Keeping, string>> = {
  viewer: NOT_KEPT,
  never: NOT_KEPT,
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
 * The nouns' entries in one map. Throws at start when a public query has no entry, or an entry says what cannot be: no
 * answer is kept that nobody decided about.
 */
export function collectKeeping(
  schema: GraphQLSchema,
  nouns: readonly { access: AccessMap; keeping?: KeepingMap }[],
): KeepingMap {
  const access: Partial<AccessMap> = Object.assign({}, ...nouns.map((noun) => noun.access))
  const keeping: KeepingMap = Object.assign({}, ...nouns.map((noun) => noun.keeping))
  const publicQueries = Object.entries(access)
    .filter(([name, who]) => name.startsWith('Query.') && who === 'public')
    .map(([name]) => name)
  for (const name of publicQueries)
    if (!(name in keeping))
      throw new Error(`${name} has no entry in a keeping map: say how long others may keep its answer`)
  for (const [name, kept] of Object.entries(keeping)) {
    if (!hasField(schema, name)) throw new Error(`A keeping map names ${name}, which does not exist`)
    if (name in access && !publicQueries.includes(name))
      throw new Error(`${name} has an entry in a keeping map, but only public queries are ever kept`)
    if (!(name in access) && kept !== 'viewer')
      throw new Error(
        `${name}: the query above it says how long it is kept; an object's field can only be 'viewer'`,
      )
  }
  return keeping
}

/** The strictest that any field of a valid document says; `never` where none says anything, as with introspection. */
export function keepingOf(document: DocumentNode, schema: GraphQLSchema, keeping: KeepingMap): Keeping {
  const types = new TypeInfo(schema)
  const query = schema.getQueryType()
  const found = new Set<Keeping>()
  const visitor = visitWithTypeInfo(types, {
    Field({ name: { value: name } }) {
      const parent = types.getParentType()
      const kept = keeping[`${parent?.name}.${name}`]
      if (kept) found.add(kept)
      else if (parent === query && name !== '__typename') found.add('never')
    },
  })
  visit(document, visitor)
  return KEEPINGS.find((kept) => found.has(kept)) ?? 'never'
}

/**
 * Says in `cache-control` who may keep an answer. Others may keep a whole answer to a GET by nobody in particular: a
 * request with an Authorization header is somebody's, even when it proves nothing.
 */
export function cachePlugin(schema: GraphQLSchema, keeping: KeepingMap): ApolloServerPlugin<Context> {
  // Documents that are asked for again are the same objects, so each is looked through once.
  const headers = new WeakMap<DocumentNode, string>()
  const headerOf = (document: DocumentNode): string => {
    const header = headers.get(document) ?? HEADERS[keepingOf(document, schema, keeping)]
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
        const header = isAnonymousGet && isWhole && document ? headerOf(document) : NOT_KEPT
        response.http.headers.set('cache-control', header)
      },
    }),
  }
}
