import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { PublicError } from '@pauta/platform/errors'
import type { Context } from './context.ts'
import { limitMutations } from './mutation-limit.ts'
import { unauthenticated, type Viewer } from './viewer.ts'

/** The callers that may use a root field: anyone, a logged-in user, or a listed service account. */
export type Access = 'public' | 'user' | 'service'

/** The access to the root fields of one noun, by names such as `Query.articles`. */
export type AccessMap = Record<`${'Query' | 'Mutation' | 'Subscription'}.${string}`, Access>

const forbidden = (message: string) => new PublicError('FORBIDDEN', message)

/** Returns the error for a viewer without access; undefined with access. */
function refusal(access: Access, viewer: Viewer): PublicError | undefined {
  if (access === 'public') return undefined
  if (viewer.kind === 'unverified') return viewer.error
  if (viewer.kind === 'anonymous') return unauthenticated()
  if (viewer.kind === 'service' && !viewer.listed) {
    if (access === 'service')
      return forbidden('Esta conta de serviço não está na lista das que usam as operações internas.')
    return unauthenticated()
  }
  if (viewer.kind === access) return undefined
  return forbidden('Esta operação não está disponível para este tipo de conta.')
}

type Resolve = GraphQLFieldResolver<unknown, Context>

/**
 * Adds an access check to every root field of the schema. Throws at start if a field has no entry or an entry has no
 * field.
 */
export function enforceAccess(schema: GraphQLSchema, maps: readonly AccessMap[]): void {
  const access: Record<string, Access | undefined> = Object.assign({}, ...maps)
  const known = new Set<string>()
  const countMutations = (context: Context, info: GraphQLResolveInfo) =>
    limitMutations(context, info, (field) => access[`Mutation.${field}`] === 'user')
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const name = `${type?.name}.${field.name}`
      const wanted = access[name]
      if (!wanted) throw new Error(`${name} has no entry in an access map: add one to the noun's access`)
      known.add(name)
      const isCounted = wanted === 'user' && type === schema.getMutationType()
      field.resolve = guard(wanted, field.resolve, isCounted ? countMutations : undefined)
      if (field.subscribe) field.subscribe = guard(wanted, field.subscribe)
    }
  }
  const strays = Object.keys(access).filter((name) => !known.has(name))
  if (strays.length > 0) throw new Error(`Access maps name fields that do not exist: ${strays.join(', ')}`)
}

function guard(
  access: Access,
  resolve: Resolve | undefined,
  before?: (context: Context, info: GraphQLResolveInfo) => Promise<void>,
): Resolve {
  if (!resolve) throw new Error('A root field has no resolver')
  return (source, args, context, info) => {
    const error = refusal(access, context.viewer)
    if (error) throw error
    if (before) return before(context, info).then(() => resolve(source, args, context, info))
    if (!context.gate) return resolve(source, args, context, info)
    return context.gate.take(() => resolve(source, args, context, info))
  }
}
