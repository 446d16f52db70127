import type { MutationResolvers, QueryResolvers } from '@pauta/functions/graphql/generated/resolvers-types'
import { getNamedType, isCompositeType, type GraphQLOutputType, type GraphQLSchema } from 'graphql'

/** Ids for the arguments of operations: resources of one author, and an article. */
export interface Named {
  /** A clipping with one subscriber, not published. */
  clippingId: string
  /** A release of the clipping. */
  releaseId: string
  /** The listing of another clipping of the same author. */
  listingId: string
  articleId: string
  /** An alert that waits for its confirmation, and the token of its link. */
  alertId: string
  alertToken: string
}

/** A root field and an operation that calls it. */
export interface RootField {
  /** The name in the access maps: `Query.articles`. */
  name: string
  /** The field with its arguments and its selection. */
  call: string
  operation: string
}

const NONE = () => ''
const RANGE = () => 'range: {days: 7}'
const LISTING = ({ listingId }: Named) => `listingId: "${listingId}"`
const CLIPPING = ({ clippingId }: Named) => `id: "${clippingId}"`
const RELEASE = ({ releaseId }: Named) => `id: "${releaseId}"`
const ARTICLE = ({ articleId }: Named) => `uniqueId: "${articleId}"`
const ENTITY = () => 'entityId: "Q1"'
const FILTERS = () => 'themes: [], agencies: ["mec"], keywords: []'
const INPUT =
  'input: {name: "Saúde", schedule: "0 8 * * *", recortes: [{title: "Vacinas", keywords: ["vacina"]}]}'
const CHANNELS = '{email: true}'

const ALERT_TOKEN = ({ alertToken }: Named) => `token: "${alertToken}"`
const ALERT = (named: Named) => `${ALERT_TOKEN(named)}, id: "${named.alertId}"`

type RootName = `Query.${keyof QueryResolvers}` | `Mutation.${keyof MutationResolvers}`

/** Valid arguments for a caller who may use the field. A field without an entry does not compile. */
const ARGUMENTS: Record<RootName, (named: Named) => string> = {
  'Query.ping': NONE,
  'Query.articles': NONE,
  'Query.article': ARTICLE,
  'Query.search': () => 'query: "vacina"',
  'Query.searchSuggestions': () => 'query: "vac"',
  'Query.relatedArticles': ARTICLE,
  'Query.themes': NONE,
  'Query.themeTree': NONE,
  'Query.agencies': NONE,
  'Query.popularTags': NONE,
  'Query.themeArticleCounts': NONE,
  'Query.articleChanges': NONE,
  'Query.articleVersion': (named) => `${ARTICLE(named)}, number: 1`,
  'Query.articleDiff': (named) => `${ARTICLE(named)}, from: 1, to: 1`,
  'Query.articleChangeCounts': NONE,
  'Query.articleCounts': () => 'by: AGENCY',
  'Query.analyticsKpis': RANGE,
  'Query.topThemes': RANGE,
  'Query.topAgencies': RANGE,
  'Query.topStates': RANGE,
  'Query.articlesTimeline': RANGE,
  'Query.themeTimeline': () => 'dateFrom: "2026-06-01", dateTo: "2026-06-07"',
  'Query.agencyAnalytics': () => 'agencies: ["mec"], dateFrom: "2026-06-01", dateTo: "2026-06-07"',
  'Query.trendingThemes': NONE,
  'Query.trendingEntities': NONE,
  'Query.entitySuggestions': NONE,
  'Query.entity': () => 'id: "Q1"',
  'Query.relatedEntities': () => 'id: "Q1"',
  'Query.entityNetwork': () => 'id: "Q1"',
  'Query.entityCoverage': ENTITY,
  'Query.entitySearch': () => 'query: "saude"',
  'Query.entityArticles': ENTITY,
  'Query.policyDetails': ENTITY,
  'Query.policies': NONE,
  'Query.widgetConfig': NONE,
  'Query.widgetArticles': () => 'config: {}',
  'Query.newsById': ARTICLE,
  'Query.newsBatch': ({ articleId }) => `uniqueIds: ["${articleId}"]`,
  'Query.newsForTypesense': ARTICLE,
  'Query.newsBatchForBigquery': () => 'startDate: "2026-06-01", endDate: "2026-06-07"',
  'Query.similarArticles': ARTICLE,
  'Query.integrityBatch': NONE,
  'Query.articleVersionPages': ARTICLE,
  'Query.agencyFreshness': NONE,
  'Query.pipelineDelays': NONE,
  'Query.incidents': NONE,
  'Query.pipelineStatus': NONE,
  'Query.queueDepths': NONE,
  'Query.siteStatus': NONE,
  'Query.jobStatus': NONE,
  'Query.jobRuns': NONE,
  'Query.deliveryChannels': NONE,
  'Query.deliveryRows': NONE,
  'Query.incidentReports': NONE,
  'Query.operationsHistory': NONE,
  'Query.clippings': NONE,
  'Query.clipping': CLIPPING,
  'Query.release': RELEASE,
  'Query.releaseArticles': RELEASE,
  'Query.releaseChanges': RELEASE,
  'Query.clippingEstimate': FILTERS,
  'Query.estimateRecorteCount': FILTERS,
  'Query.recorteEstimate': () => `recorte: {${FILTERS()}}`,
  'Query.clippingMailPreview': () => INPUT,
  'Query.marketplaceListings': NONE,
  'Query.marketplaceListing': ({ listingId }) => `id: "${listingId}"`,
  'Query.myFollowedListings': NONE,
  'Query.pushPreferences': NONE,
  'Query.pushFiltersData': NONE,
  'Query.currentUserHasTelegramLinked': NONE,
  'Query.pushPublicKey': NONE,
  'Query.alertAddress': ALERT_TOKEN,
  'Mutation.requestAlert': () =>
    'input: {email: "leitora@exemplo.org", recorte: {title: "Vacinas", keywords: ["vacina"]}}',
  'Mutation.confirmAlert': ALERT,
  'Mutation.updateAlert': (named) => `${ALERT(named)}, frequency: WEEKLY`,
  'Mutation.cancelAlert': ALERT,
  'Mutation.leaveAlerts': ALERT_TOKEN,
  'Mutation.createClipping': () => INPUT,
  'Mutation.updateClipping': (named) => `${CLIPPING(named)}, ${INPUT}`,
  'Mutation.setClippingActive': (named) => `${CLIPPING(named)}, active: false`,
  'Mutation.deleteClipping': CLIPPING,
  'Mutation.sendClipping': CLIPPING,
  'Mutation.renewReleaseAddresses': ({ clippingId }) => `clippingId: "${clippingId}"`,
  'Mutation.subscribeToClipping': ({ clippingId }) =>
    `input: {clippingId: "${clippingId}", deliveryChannels: ${CHANNELS}}`,
  'Mutation.unsubscribeFromClipping': ({ clippingId }) => `clippingId: "${clippingId}"`,
  'Mutation.updateMySubscription': ({ clippingId }) => `clippingId: "${clippingId}", channels: ${CHANNELS}`,
  'Mutation.publishToMarketplace': ({ clippingId }) => `clippingId: "${clippingId}", input: {name: "Saúde"}`,
  'Mutation.unpublishFromMarketplace': LISTING,
  'Mutation.likeMarketplaceListing': LISTING,
  'Mutation.followMarketplaceListing': LISTING,
  'Mutation.cloneMarketplaceListing': LISTING,
  'Mutation.syncPushSubscription': () =>
    'subscription: {endpoint: "https://push.example.com/1", keysP256dh: "a", keysAuth: "b"}',
  'Mutation.updatePushPreferences': () => 'preferences: {agencies: ["mec"]}',
  'Mutation.upsertFeatures': (named) => `${ARTICLE(named)}, features: {word_count: 3}`,
  'Mutation.batchUpsertFeatures': ({ articleId }) =>
    `items: [{uniqueId: "${articleId}", features: {word_count: 3}}]`,
  'Mutation.updateTypesenseField': (named) => `${ARTICLE(named)}, field: "view_count", value: 3`,
}

const typeNameOf = (type: GraphQLOutputType) => (isCompositeType(getNamedType(type)) ? '{ __typename }' : '')

/**
 * Every field of Query and Mutation, by default with the smallest selection. Subscriptions are tested elsewhere.
 */
export function listRootFields(
  schema: GraphQLSchema,
  named: Named,
  selectionOf: (type: GraphQLOutputType) => string = typeNameOf,
): RootField[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const name = `${root?.name}.${field.name}` as RootName
      const list = ARGUMENTS[name](named)
      const call = `${field.name}${list === '' ? '' : `(${list})`} ${selectionOf(field.type)}`
      return { name, call, operation: `${root?.name.toLowerCase()} { answer: ${call} }` }
    }),
  )
}
