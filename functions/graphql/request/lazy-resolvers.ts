import type { AccessMap } from './access.ts'

/** The fields of a root type in an access map: `articles` of `Query.articles`. */
type FieldOf<Name, Root extends string> = Name extends `${Root}.${infer Field}` ? Field : never

/** A resolver whose answer is awaited. */
type Lazy<Resolver> = Resolver extends (...args: infer Parameters) => infer Result
  ? (...args: Parameters) => Promise<Awaited<Result>>
  : never

/**
 * Returns the resolvers of all fields that an access map has of a root type. Their code is loaded by the first call, so
 * that a cold start does not read it. `load` imports the module and returns its resolvers.
 */
export function lazyResolvers<
  Access extends AccessMap,
  Root extends 'Query' | 'Mutation',
  Loaded extends Record<FieldOf<keyof Access, Root>, unknown>,
>(access: Access, root: Root, load: () => Promise<Loaded>) {
  type Field = FieldOf<keyof Access, Root>
  const fields = Object.keys(access)
    .filter((name) => name.startsWith(`${root}.`))
    .map((name) => name.slice(root.length + 1) as Field)
  const resolvers = fields.map((field) => [
    field,
    async (...args: unknown[]) => {
      const resolve = (await load())[field] as (...args: unknown[]) => unknown
      return await resolve(...args)
    },
  ])
  return Object.fromEntries(resolvers) as { [Name in Field]: Lazy<Loaded[Name]> }
}
