import type { GraphQLScalarType } from 'graphql'
import type { ARTICLE_FILTERS } from '@pauta/core/search-index/article-filter'
import type { AccessMap } from '../request/access.ts'
import type { Resolvers, ResolversParentTypes } from '../generated/resolvers-types.ts'

/** The properties that a type names, without those of an index signature. */
type Named<T> = keyof { [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: 0 }

type ObjectType = {
  [Name in keyof Resolvers]-?: NonNullable<Resolvers[Name]> extends GraphQLScalarType ? never : Name
}[keyof Resolvers] &
  keyof ResolversParentTypes
type FieldOf<Type extends ObjectType> = Exclude<
  keyof NonNullable<Resolvers[Type]> & string,
  '__isTypeOf' | '__resolveType'
>
/** The fields of a type for which one of the nouns has a resolver. */
type Resolved<NounResolvers, Type> = NounResolvers extends unknown
  ? Type extends keyof NounResolvers
    ? keyof NounResolvers[Type]
    : never
  : never

type UnresolvedFields<NounResolvers> = {
  [Type in ObjectType]: `${Type}.${Exclude<
    FieldOf<Type>,
    Resolved<NounResolvers, Type> | Named<ResolversParentTypes[Type]>
  >} of the SDL has neither a resolver nor a property of its parent`
}[ObjectType]
type UndeclaredFilters<Input> =
  `ArticleFilter.${Exclude<keyof Input & string, keyof typeof ARTICLE_FILTERS>} of the SDL is missing in packages/core/src/search-index/article-filter.ts`

/**
 * Messages about what the SDL declares and no code serves: fields would always be null, and lists with a filter would
 * have all articles.
 */
export type Unserved<NounResolvers, FilterInput> =
  | UnresolvedFields<NounResolvers>
  | UndeclaredFilters<FilterInput>

/** What a noun adds to the schema. Compiles only if nothing is unserved; the compiler prints the messages. */
export interface Noun<Message extends never> {
  resolvers: object
  access: AccessMap
  unserved?: Message
}
