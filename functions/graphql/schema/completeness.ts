import type { GraphQLScalarType } from 'graphql'
import type { parseAlert } from '@pauta/clippings/alerts/alert'
import type { ClippingInput } from '@pauta/clippings/clippings/clipping'
import type { parseListingWords } from '@pauta/clippings/marketplace/listing'
import type { RecorteFilters, RecorteInput } from '@pauta/clippings/recortes/recorte'
import type { ChannelUrls, DeliveryChannels } from '@pauta/clippings/subscriptions/channels'
import type { ARTICLE_FILTERS } from '@pauta/core/search-index/article-filter'
import type { widgetFilter } from '@pauta/core/widgets/widget'
import type { PushPreferences } from '@pauta/delivery/channels/push/preferences'
import type { PushSubscription } from '@pauta/delivery/channels/push/subscriptions'
import type { AccessMap } from '../request/access.ts'
import type { Resolvers, ResolversParentTypes, Scalars } from '../generated/resolvers-types.ts'

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

/**
 * What reads each input of the SDL: the parameter of a package's function, and the fields that its resolver reads. The
 * test of arguments covers arguments that are no inputs.
 */
interface InputReaders {
  AlertInput: Parameters<typeof parseAlert>[0]
  ArticleFilter: typeof ARTICLE_FILTERS
  ClippingInput: ClippingInput
  DateRange: { days: unknown }
  DeliveryChannelsInput: DeliveryChannels
  FeatureUpsertInput: { uniqueId: unknown; features: unknown }
  PublishInput: Parameters<typeof parseListingWords>[0]
  PushPreferencesInput: PushPreferences
  PushSubscriptionInput: PushSubscription
  RecorteFiltersInput: RecorteFilters
  RecorteInput: RecorteInput
  SubscribeInput: ChannelUrls & { clippingId: unknown; deliveryChannels: unknown; extraEmails: unknown }
  // The layout changes the page of the widget, and not the answer.
  WidgetConfigInput: Parameters<typeof widgetFilter>[0] & { articlesPerPage: unknown; layout: unknown }
}
type Input = Exclude<keyof ResolversParentTypes, keyof Resolvers | keyof Scalars>
type UnreadInputs = {
  [Name in Input]: Name extends keyof InputReaders
    ? `${Name}.${Exclude<keyof ResolversParentTypes[Name] & string, keyof InputReaders[Name]>} of the SDL is read by no code: see InputReaders in functions/graphql/schema/completeness.ts`
    : `${Name} of the SDL is missing in InputReaders of functions/graphql/schema/completeness.ts`
}[Input]

/** The fields of the SDL that each delivery channel has, or that channels with URLs of subscribers have. */
interface ChannelFields {
  DeliveryChannels: keyof DeliveryChannels
  FollowedListing: keyof ChannelUrls
  UserSubscription: keyof ChannelUrls
}
type MissingChannels = {
  [
    Type in keyof ChannelFields
  ]: `${Type}.${Exclude<ChannelFields[Type], FieldOf<Type>>} is missing in the SDL: every delivery channel has it`
}[keyof ChannelFields]

/**
 * Messages about what the SDL declares and no code serves: fields would always be null, and inputs would change
 * nothing. Also about delivery channels that the SDL does not have.
 */
export type Unserved<NounResolvers> =
  // The linter takes `never` of complete inputs and channels for a mistake. An incomplete one makes it a message.
  // oxlint-disable-next-line typescript/no-redundant-type-constituents, typescript/no-duplicate-type-constituents
  UnresolvedFields<NounResolvers> | UnreadInputs | MissingChannels

/** What a noun adds to the schema. Compiles only if nothing is unserved; the compiler prints the messages. */
export interface Noun<Message extends never> {
  resolvers: object
  access: AccessMap
  unserved?: Message
}
