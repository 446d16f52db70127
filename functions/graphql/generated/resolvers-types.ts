// Made by `npm run generate`. Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { IndexDocument } from '@pauta/core/search-index/collection';
import type { ArticleStory } from '@pauta/core/stories/queries';
import type { SuggestedTitle } from '@pauta/core/search-index/suggestions';
import type { EntityProfile } from '@pauta/core/entities/queries';
import type { FeatureEntity, ArticleRow, FeatureAnnotation } from '@pauta/core/articles/article';
import type { IndexRecord, ArticleRecord } from '@pauta/core/features/records';
import type { Alert as AlertRecord } from '@pauta/clippings/alerts/alert';
import type { Clipping as ClippingRecord } from '@pauta/clippings/clippings/clipping';
import type { Subscription as SubscriptionRecord } from '@pauta/clippings/subscriptions/subscription';
import type { Release as ReleaseRecord } from '@pauta/clippings/releases/release';
import type { ShownChange } from '@pauta/clippings/releases/release-change';
import type { Listing as ListingRecord, FollowedListing as FollowedListingRecord } from '@pauta/clippings/marketplace/listing';
import type { ArticleEvent as ArticleEventRecord, VersionEntry, ArticleVersion as ArticleVersionRecord } from '@pauta/core/history/queries';
import type { ArticleDiff as ArticleDiffRecord } from '@pauta/core/history/read-diff';
import type { DiffPart as DiffPartRecord } from '@pauta/core/history/diff-words';
import type { Context } from '../request/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: string; output: Date; }
  JSON: { input: unknown; output: unknown; }
};

export type Agency = {
  __typename?: 'Agency';
  code: Scalars['String']['output'];
  label: Scalars['String']['output'];
  isRepublisher: Scalars['Boolean']['output'];
  inCatalogue: Scalars['Boolean']['output'];
};

export type Query = {
  __typename?: 'Query';
  agencies: Array<Agency>;
  alertAddress: Maybe<AlertAddress>;
  articleCounts: ArticleCounts;
  analyticsKpis: AnalyticsKpis;
  topThemes: Array<ThemeStats>;
  topAgencies: Array<AgencyStats>;
  topStates: Array<StateStats>;
  articlesTimeline: Array<DailyCount>;
  themeTimeline: Array<ThemePeriodCount>;
  agencyAnalytics: Array<AgencyPeriodMetrics>;
  trendingThemes: Array<TrendingThemeResult>;
  trendingEntities: Array<TrendingEntityResult>;
  articles: ArticlesResult;
  article: Maybe<Article>;
  popularTags: Array<Tag>;
  clippings: Array<Clipping>;
  clipping: Maybe<Clipping>;
  release: Maybe<Release>;
  releaseArticles: Array<Article>;
  releaseChanges: Array<ReleaseChange>;
  /** @deprecated Use estimateRecorteCount. */
  clippingEstimate: EstimateResult;
  estimateRecorteCount: Scalars['Int']['output'];
  recorteEstimate: EstimateResult;
  clippingMailPreview: Maybe<MailPreview>;
  pushPreferences: PushPreferences;
  pushFiltersData: PushFiltersData;
  pushPublicKey: Maybe<Scalars['String']['output']>;
  currentUserHasTelegramLinked: Scalars['Boolean']['output'];
  entitySuggestions: Array<EntityFacet>;
  entity: Maybe<EntityNode>;
  relatedEntities: Array<RelatedEntity>;
  entityNetwork: EntityNetwork;
  entityCoverage: Array<EntityCoveragePoint>;
  entitySearch: Array<EntitySearchResult>;
  entityArticles: ArticlesResult;
  policyDetails: Maybe<PolicyDetails>;
  policies: Array<PolicyListItem>;
  newsById: Maybe<NewsRecordType>;
  newsBatch: Array<NewsRecordType>;
  newsForTypesense: Maybe<TypesenseDocRecordType>;
  newsBatchForBigquery: Array<BigQueryRecordType>;
  similarArticles: Array<SimilarArticleRecordType>;
  integrityBatch: Array<IntegrityCandidateType>;
  articleChangeCounts: Array<ArticleChangeCount>;
  articleVersionPages: Array<ArticleVersionPage>;
  articleChanges: ArticleChanges;
  articleVersion: Maybe<ArticleVersion>;
  articleDiff: Maybe<ArticleDiff>;
  marketplaceListings: MarketplaceListingsResult;
  marketplaceListing: Maybe<MarketplaceListing>;
  myFollowedListings: Array<FollowedListing>;
  agencyFreshness: Array<AgencyFreshness>;
  pipelineDelays: Array<PipelineStageDelay>;
  incidents: Array<Incident>;
  ping: Scalars['String']['output'];
  pipelineStatus: PipelineStatus;
  queueDepths: Array<QueueDepth>;
  siteStatus: Array<SiteStatus>;
  jobStatus: Array<JobStatus>;
  jobRuns: Array<JobRun>;
  deliveryChannels: Array<DeliveryChannelStatus>;
  deliveryRows: Array<DeliveryStatusRow>;
  incidentReports: Array<IncidentReport>;
  operationsHistory: Array<OperationsDay>;
  search: ArticlesResult;
  searchSuggestions: Array<SearchSuggestion>;
  relatedArticles: Array<Article>;
  themes: Array<Theme>;
  themeTree: Array<Theme>;
  themeArticleCounts: Array<ThemeCount>;
  widgetConfig: WidgetConfig;
  widgetArticles: WidgetArticlesResult;
};


export type QueryAlertAddressArgs = {
  token: Scalars['String']['input'];
};


export type QueryArticleCountsArgs = {
  query?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArticleFilter>;
  by: CountDimension;
  limit: Scalars['Int']['input'];
};


export type QueryAnalyticsKpisArgs = {
  range: DateRange;
};


export type QueryTopThemesArgs = {
  range: DateRange;
  limit: Scalars['Int']['input'];
};


export type QueryTopAgenciesArgs = {
  range: DateRange;
  limit: Scalars['Int']['input'];
};


export type QueryTopStatesArgs = {
  range: DateRange;
  limit: Scalars['Int']['input'];
};


export type QueryArticlesTimelineArgs = {
  range: DateRange;
};


export type QueryThemeTimelineArgs = {
  dateFrom: Scalars['String']['input'];
  dateTo: Scalars['String']['input'];
  granularity: Granularity;
  limit: Scalars['Int']['input'];
};


export type QueryAgencyAnalyticsArgs = {
  agencies: Array<Scalars['String']['input']>;
  dateFrom: Scalars['String']['input'];
  dateTo: Scalars['String']['input'];
  granularity: Granularity;
  metrics?: InputMaybe<Array<MetricType>>;
};


export type QueryTrendingThemesArgs = {
  windowDays: Scalars['Int']['input'];
  baselineDays: Scalars['Int']['input'];
  minArticles: Scalars['Int']['input'];
  growthThreshold: Scalars['Float']['input'];
  agencyKey?: InputMaybe<Scalars['String']['input']>;
  limit: Scalars['Int']['input'];
};


export type QueryTrendingEntitiesArgs = {
  limit: Scalars['Int']['input'];
};


export type QueryArticlesArgs = {
  page: Scalars['Int']['input'];
  limit: Scalars['Int']['input'];
  filter?: InputMaybe<ArticleFilter>;
  sort?: InputMaybe<ArticleSort>;
};


export type QueryArticleArgs = {
  uniqueId: Scalars['String']['input'];
};


export type QueryPopularTagsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryClippingArgs = {
  id: Scalars['String']['input'];
};


export type QueryReleaseArgs = {
  id: Scalars['String']['input'];
};


export type QueryReleaseArticlesArgs = {
  id: Scalars['String']['input'];
};


export type QueryReleaseChangesArgs = {
  id: Scalars['String']['input'];
};


export type QueryClippingEstimateArgs = {
  themes: Array<Scalars['String']['input']>;
  agencies: Array<Scalars['String']['input']>;
  excludeAgencies: Array<Scalars['String']['input']>;
  keywords: Array<Scalars['String']['input']>;
  excludeKeywords: Array<Scalars['String']['input']>;
  entityCanonical: Array<Scalars['String']['input']>;
  states: Array<Scalars['String']['input']>;
};


export type QueryEstimateRecorteCountArgs = {
  themes: Array<Scalars['String']['input']>;
  agencies: Array<Scalars['String']['input']>;
  excludeAgencies: Array<Scalars['String']['input']>;
  keywords: Array<Scalars['String']['input']>;
  excludeKeywords: Array<Scalars['String']['input']>;
  entityCanonical: Array<Scalars['String']['input']>;
  states: Array<Scalars['String']['input']>;
  sinceHours: Scalars['Int']['input'];
};


export type QueryRecorteEstimateArgs = {
  recorte: RecorteFiltersInput;
};


export type QueryClippingMailPreviewArgs = {
  input: ClippingInput;
  clippingId?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEntitySuggestionsArgs = {
  query: Scalars['String']['input'];
  type?: InputMaybe<Scalars['String']['input']>;
  limit: Scalars['Int']['input'];
};


export type QueryEntityArgs = {
  id: Scalars['String']['input'];
};


export type QueryRelatedEntitiesArgs = {
  id: Scalars['String']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryEntityNetworkArgs = {
  id: Scalars['String']['input'];
  depth: Scalars['Int']['input'];
  limit: Scalars['Int']['input'];
  dateFrom?: InputMaybe<Scalars['String']['input']>;
  dateTo?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEntityCoverageArgs = {
  entityId: Scalars['String']['input'];
  dateFrom?: InputMaybe<Scalars['String']['input']>;
  dateTo?: InputMaybe<Scalars['String']['input']>;
  granularity: Granularity;
};


export type QueryEntitySearchArgs = {
  query: Scalars['String']['input'];
  entityType?: InputMaybe<EntityKind>;
  limit: Scalars['Int']['input'];
};


export type QueryEntityArticlesArgs = {
  entityId: Scalars['String']['input'];
  page: Scalars['Int']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryPolicyDetailsArgs = {
  entityId: Scalars['String']['input'];
};


export type QueryPoliciesArgs = {
  domain?: InputMaybe<Scalars['String']['input']>;
  lifecyclePhase?: InputMaybe<Scalars['String']['input']>;
  limit: Scalars['Int']['input'];
  offset: Scalars['Int']['input'];
};


export type QueryNewsByIdArgs = {
  uniqueId: Scalars['String']['input'];
};


export type QueryNewsBatchArgs = {
  uniqueIds: Array<Scalars['String']['input']>;
};


export type QueryNewsForTypesenseArgs = {
  uniqueId: Scalars['String']['input'];
};


export type QueryNewsBatchForBigqueryArgs = {
  startDate: Scalars['String']['input'];
  endDate: Scalars['String']['input'];
  batchSize: Scalars['Int']['input'];
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySimilarArticlesArgs = {
  uniqueId: Scalars['String']['input'];
  threshold: Scalars['Float']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryIntegrityBatchArgs = {
  batchSize: Scalars['Int']['input'];
};


export type QueryArticleChangeCountsArgs = {
  agencies?: InputMaybe<Array<Scalars['String']['input']>>;
  themes?: InputMaybe<Array<Scalars['String']['input']>>;
  grades?: InputMaybe<Array<EditGrade>>;
  kinds?: InputMaybe<Array<ArticleEventKind>>;
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  by: ChangeDimension;
  limit: Scalars['Int']['input'];
};


export type QueryArticleVersionPagesArgs = {
  uniqueId: Scalars['String']['input'];
};


export type QueryArticleChangesArgs = {
  filter?: InputMaybe<ArticleFilter>;
  grades?: InputMaybe<Array<EditGrade>>;
  kinds?: InputMaybe<Array<ArticleEventKind>>;
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryArticleVersionArgs = {
  uniqueId: Scalars['String']['input'];
  number: Scalars['Int']['input'];
};


export type QueryArticleDiffArgs = {
  uniqueId: Scalars['String']['input'];
  from: Scalars['Int']['input'];
  to: Scalars['Int']['input'];
};


export type QueryMarketplaceListingsArgs = {
  page: Scalars['Int']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryMarketplaceListingArgs = {
  id: Scalars['String']['input'];
};


export type QueryAgencyFreshnessArgs = {
  agencies?: InputMaybe<Array<Scalars['String']['input']>>;
  limit: Scalars['Int']['input'];
};


export type QueryIncidentsArgs = {
  days: Scalars['Int']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryPipelineStatusArgs = {
  step?: InputMaybe<Scalars['String']['input']>;
  agency?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySiteStatusArgs = {
  limit: Scalars['Int']['input'];
};


export type QueryJobRunsArgs = {
  job?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<Scalars['String']['input']>;
  limit: Scalars['Int']['input'];
};


export type QueryDeliveryRowsArgs = {
  status: Scalars['String']['input'];
  channel?: InputMaybe<Scalars['String']['input']>;
  limit: Scalars['Int']['input'];
};


export type QueryIncidentReportsArgs = {
  days: Scalars['Int']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryOperationsHistoryArgs = {
  days: Scalars['Int']['input'];
};


export type QuerySearchArgs = {
  query: Scalars['String']['input'];
  filter?: InputMaybe<ArticleFilter>;
  page: Scalars['Int']['input'];
  semantic: Scalars['Boolean']['input'];
  alpha?: InputMaybe<Scalars['Float']['input']>;
  dedup: Scalars['Boolean']['input'];
  sort?: InputMaybe<ArticleSort>;
  limit: Scalars['Int']['input'];
};


export type QuerySearchSuggestionsArgs = {
  query: Scalars['String']['input'];
};


export type QueryRelatedArticlesArgs = {
  uniqueId: Scalars['String']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryThemeArticleCountsArgs = {
  days: Scalars['Int']['input'];
  level: Scalars['Int']['input'];
};


export type QueryWidgetArticlesArgs = {
  config: WidgetConfigInput;
  page: Scalars['Int']['input'];
};

export type AgentEventThinking = {
  __typename?: 'AgentEventThinking';
  message: Scalars['String']['output'];
};

export type AgentEventToolCall = {
  __typename?: 'AgentEventToolCall';
  tool: Scalars['String']['output'];
  argsJson: Scalars['String']['output'];
};

export type AgentEventToolResult = {
  __typename?: 'AgentEventToolResult';
  tool: Scalars['String']['output'];
  resultJson: Scalars['String']['output'];
};

export type AgentEventSampleResult = {
  __typename?: 'AgentEventSampleResult';
  payloadJson: Scalars['String']['output'];
};

export type AgentEventAdjusting = {
  __typename?: 'AgentEventAdjusting';
  message: Scalars['String']['output'];
};

export type AgentEventDone = {
  __typename?: 'AgentEventDone';
  recortes: Array<Recorte>;
  explanation: Scalars['String']['output'];
  description: Scalars['String']['output'];
  suggestedName: Scalars['String']['output'];
  iterations: Scalars['Int']['output'];
  converged: Scalars['Boolean']['output'];
};

export type AgentEventError = {
  __typename?: 'AgentEventError';
  message: Scalars['String']['output'];
};

export type AgentEvent = AgentEventThinking | AgentEventToolCall | AgentEventToolResult | AgentEventSampleResult | AgentEventAdjusting | AgentEventDone | AgentEventError;

export type Subscription = {
  __typename?: 'Subscription';
  generateRecortes: AgentEvent;
  articleEvents: ArticleEvent;
};


export type SubscriptionGenerateRecortesArgs = {
  prompt: Scalars['String']['input'];
};


export type SubscriptionArticleEventsArgs = {
  filter?: InputMaybe<ArticleFilter>;
  since?: InputMaybe<Scalars['String']['input']>;
};

export type AlertFrequency =
  | 'DAILY'
  | 'WEEKLY';

export type AlertInput = {
  email: Scalars['String']['input'];
  recorte: RecorteInput;
  frequency: AlertFrequency;
};

export type AlertRequest = {
  __typename?: 'AlertRequest';
  confirmWithinDays: Scalars['Int']['output'];
};

export type Alert = {
  __typename?: 'Alert';
  id: Scalars['String']['output'];
  recorte: Recorte;
  frequency: AlertFrequency;
  confirmed: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  nextRunAt: Maybe<Scalars['DateTime']['output']>;
};

export type AlertAddress = {
  __typename?: 'AlertAddress';
  address: Scalars['String']['output'];
  alerts: Array<Alert>;
};

export type Mutation = {
  __typename?: 'Mutation';
  requestAlert: AlertRequest;
  confirmAlert: AlertAddress;
  updateAlert: AlertAddress;
  cancelAlert: Maybe<AlertAddress>;
  leaveAlerts: Scalars['Boolean']['output'];
  createClipping: Clipping;
  updateClipping: Clipping;
  setClippingActive: Clipping;
  deleteClipping: Scalars['Boolean']['output'];
  sendClipping: Scalars['Boolean']['output'];
  renewReleaseAddresses: Scalars['Int']['output'];
  subscribeToClipping: UserSubscription;
  unsubscribeFromClipping: Scalars['Boolean']['output'];
  updateMySubscription: Maybe<UserSubscription>;
  syncPushSubscription: Scalars['Boolean']['output'];
  updatePushPreferences: Scalars['Boolean']['output'];
  upsertFeatures: Scalars['Boolean']['output'];
  batchUpsertFeatures: BatchResult;
  updateTypesenseField: Scalars['Boolean']['output'];
  publishToMarketplace: MarketplaceListing;
  unpublishFromMarketplace: Scalars['Boolean']['output'];
  likeMarketplaceListing: Scalars['Boolean']['output'];
  /** @deprecated Use subscribeToClipping with the listing's sourceClippingId. */
  followMarketplaceListing: Scalars['Boolean']['output'];
  cloneMarketplaceListing: Clipping;
};


export type MutationRequestAlertArgs = {
  input: AlertInput;
};


export type MutationConfirmAlertArgs = {
  token: Scalars['String']['input'];
  id: Scalars['String']['input'];
};


export type MutationUpdateAlertArgs = {
  token: Scalars['String']['input'];
  id: Scalars['String']['input'];
  recorte?: InputMaybe<RecorteInput>;
  frequency?: InputMaybe<AlertFrequency>;
};


export type MutationCancelAlertArgs = {
  token: Scalars['String']['input'];
  id: Scalars['String']['input'];
};


export type MutationLeaveAlertsArgs = {
  token: Scalars['String']['input'];
  block: Scalars['Boolean']['input'];
};


export type MutationCreateClippingArgs = {
  input: ClippingInput;
};


export type MutationUpdateClippingArgs = {
  id: Scalars['String']['input'];
  input: ClippingInput;
};


export type MutationSetClippingActiveArgs = {
  id: Scalars['String']['input'];
  active: Scalars['Boolean']['input'];
};


export type MutationDeleteClippingArgs = {
  id: Scalars['String']['input'];
};


export type MutationSendClippingArgs = {
  id: Scalars['String']['input'];
};


export type MutationRenewReleaseAddressesArgs = {
  clippingId: Scalars['String']['input'];
};


export type MutationSubscribeToClippingArgs = {
  input: SubscribeInput;
};


export type MutationUnsubscribeFromClippingArgs = {
  clippingId: Scalars['String']['input'];
};


export type MutationUpdateMySubscriptionArgs = {
  clippingId: Scalars['String']['input'];
  channels: DeliveryChannelsInput;
  extraEmails?: InputMaybe<Array<Scalars['String']['input']>>;
  webhookUrl?: InputMaybe<Scalars['String']['input']>;
  slackUrl?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSyncPushSubscriptionArgs = {
  subscription: PushSubscriptionInput;
};


export type MutationUpdatePushPreferencesArgs = {
  preferences: PushPreferencesInput;
};


export type MutationUpsertFeaturesArgs = {
  uniqueId: Scalars['String']['input'];
  features: Scalars['JSON']['input'];
};


export type MutationBatchUpsertFeaturesArgs = {
  items: Array<FeatureUpsertInput>;
};


export type MutationUpdateTypesenseFieldArgs = {
  uniqueId: Scalars['String']['input'];
  field: Scalars['String']['input'];
  value: Scalars['JSON']['input'];
};


export type MutationPublishToMarketplaceArgs = {
  clippingId: Scalars['String']['input'];
  input: PublishInput;
};


export type MutationUnpublishFromMarketplaceArgs = {
  listingId: Scalars['String']['input'];
};


export type MutationLikeMarketplaceListingArgs = {
  listingId: Scalars['String']['input'];
};


export type MutationFollowMarketplaceListingArgs = {
  listingId: Scalars['String']['input'];
};


export type MutationCloneMarketplaceListingArgs = {
  listingId: Scalars['String']['input'];
};

export type ThemePeriodCount = {
  __typename?: 'ThemePeriodCount';
  period: Scalars['String']['output'];
  code: Scalars['String']['output'];
  label: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

export type DateRange = {
  days: Scalars['Int']['input'];
};

export type AnalyticsKpis = {
  __typename?: 'AnalyticsKpis';
  total: Scalars['Int']['output'];
  activeThemes: Scalars['Int']['output'];
  activeAgencies: Scalars['Int']['output'];
  dailyAverage: Scalars['Float']['output'];
};

export type ThemeStats = {
  __typename?: 'ThemeStats';
  label: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  code: Maybe<Scalars['String']['output']>;
};

export type AgencyStats = {
  __typename?: 'AgencyStats';
  name: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  key: Maybe<Scalars['String']['output']>;
};

export type StateStats = {
  __typename?: 'StateStats';
  code: Scalars['String']['output'];
  name: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

export type DailyCount = {
  __typename?: 'DailyCount';
  date: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

export type Granularity =
  | 'DAY'
  | 'WEEK'
  | 'MONTH';

export type MetricType =
  | 'VOLUME'
  | 'SENTIMENT'
  | 'READABILITY'
  | 'THEMES';

export type AgencyPeriodMetrics = {
  __typename?: 'AgencyPeriodMetrics';
  period: Scalars['String']['output'];
  agencyKey: Scalars['String']['output'];
  agencyName: Maybe<Scalars['String']['output']>;
  articleCount: Scalars['Int']['output'];
  avgSentimentScore: Maybe<Scalars['Float']['output']>;
  pctPositive: Maybe<Scalars['Float']['output']>;
  pctNegative: Maybe<Scalars['Float']['output']>;
  avgReadabilityFlesch: Maybe<Scalars['Float']['output']>;
  avgWordCount: Maybe<Scalars['Float']['output']>;
  topThemes: Array<ThemeStats>;
};

export type ArticleSummary = {
  __typename?: 'ArticleSummary';
  uniqueId: Scalars['String']['output'];
  title: Scalars['String']['output'];
  agencyName: Maybe<Scalars['String']['output']>;
  publishedAt: Maybe<Scalars['String']['output']>;
  trendingScore: Maybe<Scalars['Float']['output']>;
};

export type TrendingThemeResult = {
  __typename?: 'TrendingThemeResult';
  themeLabel: Scalars['String']['output'];
  themeCode: Maybe<Scalars['String']['output']>;
  windowCount: Scalars['Int']['output'];
  baselineDailyAvg: Scalars['Float']['output'];
  growthScore: Scalars['Float']['output'];
  topArticles: Array<ArticleSummary>;
};

export type TrendingEntityResult = {
  __typename?: 'TrendingEntityResult';
  entityId: Scalars['String']['output'];
  canonicalName: Scalars['String']['output'];
  type: Scalars['String']['output'];
  trendingScore: Scalars['Float']['output'];
  volumeRatio: Scalars['Float']['output'];
  windowCount: Scalars['Int']['output'];
  windowAgencies: Scalars['Int']['output'];
  computedAt: Maybe<Scalars['String']['output']>;
  baselineCount: Maybe<Scalars['Int']['output']>;
  baselineAgencies: Maybe<Scalars['Int']['output']>;
  isNew: Maybe<Scalars['Boolean']['output']>;
};

export type CountDimension =
  | 'DAY'
  | 'WEEK'
  | 'MONTH'
  | 'AGENCY'
  | 'THEME'
  | 'STATE'
  | 'ENTITY'
  | 'SENTIMENT';

export type ArticleCount = {
  __typename?: 'ArticleCount';
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  share: Scalars['Float']['output'];
};

export type ArticleCounts = {
  __typename?: 'ArticleCounts';
  found: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
  items: Array<ArticleCount>;
};

export type ArticleSort =
  | 'RELEVANCE'
  | 'DATE'
  | 'TRENDING'
  | 'VIEWS';

export type Article = {
  __typename?: 'Article';
  uniqueId: Scalars['String']['output'];
  title: Scalars['String']['output'];
  url: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  videoUrl: Maybe<Scalars['String']['output']>;
  content: Maybe<Scalars['String']['output']>;
  summary: Maybe<Scalars['String']['output']>;
  summarySource: Maybe<Scalars['String']['output']>;
  subtitle: Maybe<Scalars['String']['output']>;
  editorialLead: Maybe<Scalars['String']['output']>;
  category: Maybe<Scalars['String']['output']>;
  tags: Array<Scalars['String']['output']>;
  agency: Maybe<Scalars['String']['output']>;
  agencyName: Maybe<Scalars['String']['output']>;
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  extractedAt: Maybe<Scalars['DateTime']['output']>;
  theme1Level1Code: Maybe<Scalars['String']['output']>;
  theme1Level1Label: Maybe<Scalars['String']['output']>;
  theme1Level2Code: Maybe<Scalars['String']['output']>;
  theme1Level2Label: Maybe<Scalars['String']['output']>;
  theme1Level3Code: Maybe<Scalars['String']['output']>;
  theme1Level3Label: Maybe<Scalars['String']['output']>;
  mostSpecificThemeCode: Maybe<Scalars['String']['output']>;
  mostSpecificThemeLabel: Maybe<Scalars['String']['output']>;
  themeSource: Maybe<Scalars['String']['output']>;
  themeConfidence: Maybe<Scalars['Float']['output']>;
  publicationHour: Maybe<Scalars['Int']['output']>;
  features: Maybe<ArticleFeatures>;
  versions: Array<ArticleVersionEntry>;
  removedAt: Maybe<Scalars['DateTime']['output']>;
  story: Maybe<Story>;
};

export type Story = {
  __typename?: 'Story';
  id: Scalars['String']['output'];
  articlesCount: Scalars['Int']['output'];
  agencies: Array<Scalars['String']['output']>;
  agencyNames: Array<Scalars['String']['output']>;
  articles: Array<Article>;
};


export type StoryArticlesArgs = {
  limit: Scalars['Int']['input'];
};

export type ArticleFeatures = {
  __typename?: 'ArticleFeatures';
  entities: Array<EntityType>;
  contentAnnotations: Array<ContentAnnotation>;
  states: Array<Scalars['String']['output']>;
  viewCount: Maybe<Scalars['Int']['output']>;
  uniqueSessions: Maybe<Scalars['Int']['output']>;
  trendingScore: Maybe<Scalars['Float']['output']>;
  wordCount: Maybe<Scalars['Int']['output']>;
  imageBroken: Maybe<Scalars['Boolean']['output']>;
  readabilityFlesch: Maybe<Scalars['Float']['output']>;
};

export type EntityType = {
  __typename?: 'EntityType';
  text: Scalars['String']['output'];
  type: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  canonicalId: Maybe<Scalars['String']['output']>;
  salience: Maybe<Scalars['Float']['output']>;
  office: Maybe<Scalars['String']['output']>;
};

export type ContentAnnotation = {
  __typename?: 'ContentAnnotation';
  start: Scalars['Int']['output'];
  end: Scalars['Int']['output'];
  type: Scalars['String']['output'];
  text: Scalars['String']['output'];
  canonicalId: Maybe<Scalars['String']['output']>;
};

export type ArticlesResult = {
  __typename?: 'ArticlesResult';
  articles: Array<Article>;
  page: Scalars['Int']['output'];
  found: Scalars['Int']['output'];
};

export type ArticleFilter = {
  agencies?: InputMaybe<Array<Scalars['String']['input']>>;
  excludeAgencies?: InputMaybe<Array<Scalars['String']['input']>>;
  themes?: InputMaybe<Array<Scalars['String']['input']>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  startDate?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['String']['input']>;
  themeLabel?: InputMaybe<Scalars['String']['input']>;
  dedup?: InputMaybe<Scalars['Boolean']['input']>;
  oneStoryPer?: InputMaybe<Scalars['Boolean']['input']>;
  entities?: InputMaybe<Array<Scalars['String']['input']>>;
  themeSource?: InputMaybe<Array<Scalars['String']['input']>>;
  minThemeConfidence?: InputMaybe<Scalars['Float']['input']>;
  sentiment?: InputMaybe<Array<Scalars['String']['input']>>;
  entityCanonical?: InputMaybe<Array<Scalars['String']['input']>>;
  states?: InputMaybe<Array<Scalars['String']['input']>>;
  keywords?: InputMaybe<Array<Scalars['String']['input']>>;
  excludeKeywords?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type Tag = {
  __typename?: 'Tag';
  label: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

export type SubscriptionRole =
  | 'AUTHOR'
  | 'SUBSCRIBER';

export type MailPreview = {
  __typename?: 'MailPreview';
  subject: Scalars['String']['output'];
  html: Scalars['String']['output'];
  text: Scalars['String']['output'];
};

export type EstimateResult = {
  __typename?: 'EstimateResult';
  totalEstimate: Scalars['Int']['output'];
  articlesPerDay: Scalars['Float']['output'];
  warning: Maybe<Scalars['String']['output']>;
};

export type RecorteEvent =
  | 'PUBLISHED'
  | 'EDITED'
  | 'REMOVED';

export type Recorte = {
  __typename?: 'Recorte';
  id: Scalars['String']['output'];
  title: Scalars['String']['output'];
  themes: Array<Scalars['String']['output']>;
  agencies: Array<Scalars['String']['output']>;
  excludeAgencies: Array<Scalars['String']['output']>;
  keywords: Array<Scalars['String']['output']>;
  excludeKeywords: Array<Scalars['String']['output']>;
  entityCanonical: Array<Scalars['String']['output']>;
  states: Array<Scalars['String']['output']>;
  events: Array<RecorteEvent>;
};

export type RecorteInput = {
  title: Scalars['String']['input'];
  themes: Array<Scalars['String']['input']>;
  agencies: Array<Scalars['String']['input']>;
  excludeAgencies: Array<Scalars['String']['input']>;
  keywords: Array<Scalars['String']['input']>;
  excludeKeywords: Array<Scalars['String']['input']>;
  entityCanonical: Array<Scalars['String']['input']>;
  states: Array<Scalars['String']['input']>;
  events: Array<RecorteEvent>;
};

export type RecorteFiltersInput = {
  themes: Array<Scalars['String']['input']>;
  agencies: Array<Scalars['String']['input']>;
  excludeAgencies: Array<Scalars['String']['input']>;
  keywords: Array<Scalars['String']['input']>;
  excludeKeywords: Array<Scalars['String']['input']>;
  entityCanonical: Array<Scalars['String']['input']>;
  states: Array<Scalars['String']['input']>;
};

export type Clipping = {
  __typename?: 'Clipping';
  id: Scalars['String']['output'];
  name: Scalars['String']['output'];
  description: Maybe<Scalars['String']['output']>;
  recortes: Array<Recorte>;
  prompt: Maybe<Scalars['String']['output']>;
  schedule: Scalars['String']['output'];
  scheduleTime: Maybe<Scalars['String']['output']>;
  nextRunAt: Maybe<Scalars['DateTime']['output']>;
  startDate: Maybe<Scalars['DateTime']['output']>;
  endDate: Maybe<Scalars['DateTime']['output']>;
  extraEmails: Array<Scalars['String']['output']>;
  includeHistory: Scalars['Boolean']['output'];
  deliveryChannels: Maybe<DeliveryChannels>;
  active: Scalars['Boolean']['output'];
  createdAt: Maybe<Scalars['DateTime']['output']>;
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  authorUserId: Maybe<Scalars['String']['output']>;
  publishedToMarketplace: Scalars['Boolean']['output'];
  marketplaceListingId: Maybe<Scalars['String']['output']>;
  isAuthor: Scalars['Boolean']['output'];
  mySubscription: Maybe<UserSubscription>;
  releases: Array<Release>;
};


export type ClippingReleasesArgs = {
  limit: Scalars['Int']['input'];
  before?: InputMaybe<Scalars['DateTime']['input']>;
};

export type ClippingInput = {
  name: Scalars['String']['input'];
  schedule: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
  recortes: Array<RecorteInput>;
  prompt?: InputMaybe<Scalars['String']['input']>;
  scheduleTime?: InputMaybe<Scalars['String']['input']>;
  startDate?: InputMaybe<Scalars['DateTime']['input']>;
  endDate?: InputMaybe<Scalars['DateTime']['input']>;
  extraEmails?: InputMaybe<Array<Scalars['String']['input']>>;
  includeHistory?: InputMaybe<Scalars['Boolean']['input']>;
  deliveryChannels?: InputMaybe<DeliveryChannelsInput>;
};

export type DeliveryChannels = {
  __typename?: 'DeliveryChannels';
  email: Scalars['Boolean']['output'];
  telegram: Scalars['Boolean']['output'];
  push: Scalars['Boolean']['output'];
  webhook: Scalars['Boolean']['output'];
  slack: Scalars['Boolean']['output'];
};

export type DeliveryChannelsInput = {
  email: Scalars['Boolean']['input'];
  telegram: Scalars['Boolean']['input'];
  push: Scalars['Boolean']['input'];
  webhook: Scalars['Boolean']['input'];
  slack: Scalars['Boolean']['input'];
};

export type UserSubscription = {
  __typename?: 'UserSubscription';
  id: Scalars['String']['output'];
  clippingId: Scalars['String']['output'];
  userId: Scalars['String']['output'];
  role: SubscriptionRole;
  deliveryChannels: DeliveryChannels;
  extraEmails: Array<Scalars['String']['output']>;
  webhookUrl: Maybe<Scalars['String']['output']>;
  webhookSecret: Maybe<Scalars['String']['output']>;
  slackUrl: Maybe<Scalars['String']['output']>;
  active: Scalars['Boolean']['output'];
  channelProblems: Array<ChannelProblem>;
  subscribedAt: Maybe<Scalars['DateTime']['output']>;
};

export type ChannelProblem = {
  __typename?: 'ChannelProblem';
  channel: Scalars['String']['output'];
  reason: ChannelProblemReason;
  since: Scalars['DateTime']['output'];
  address: Maybe<Scalars['String']['output']>;
};

export type ChannelProblemReason =
  | 'FAILED_RELEASES'
  | 'RECEIVER_GONE'
  | 'ADDRESS_REFUSED';

export type SubscribeInput = {
  clippingId: Scalars['String']['input'];
  deliveryChannels: DeliveryChannelsInput;
  extraEmails?: InputMaybe<Array<Scalars['String']['input']>>;
  webhookUrl?: InputMaybe<Scalars['String']['input']>;
  slackUrl?: InputMaybe<Scalars['String']['input']>;
};

export type ReleaseChange = {
  __typename?: 'ReleaseChange';
  kind: ArticleEventKind;
  at: Scalars['DateTime']['output'];
  uniqueId: Scalars['String']['output'];
  agency: Scalars['String']['output'];
  title: Scalars['String']['output'];
  url: Maybe<Scalars['String']['output']>;
  from: Maybe<Scalars['Int']['output']>;
  to: Maybe<Scalars['Int']['output']>;
  grade: Maybe<EditGrade>;
  before: Maybe<Scalars['String']['output']>;
  after: Maybe<Scalars['String']['output']>;
};

export type Release = {
  __typename?: 'Release';
  id: Scalars['String']['output'];
  clippingId: Scalars['String']['output'];
  clippingName: Scalars['String']['output'];
  digestHtml: Scalars['String']['output'];
  articlesCount: Scalars['Int']['output'];
  createdAt: Maybe<Scalars['DateTime']['output']>;
  releaseUrl: Maybe<Scalars['String']['output']>;
  refTime: Maybe<Scalars['DateTime']['output']>;
  sinceHours: Maybe<Scalars['Int']['output']>;
  digestPreview: Maybe<Scalars['String']['output']>;
  recortes: Array<Recorte>;
  marketplaceListingId: Maybe<Scalars['String']['output']>;
};

export type PushPreferences = {
  __typename?: 'PushPreferences';
  agencies: Array<Scalars['String']['output']>;
};

export type PushFiltersData = {
  __typename?: 'PushFiltersData';
  themes: Array<Theme>;
  agencies: Array<Agency>;
};

export type PushPreferencesInput = {
  agencies: Array<Scalars['String']['input']>;
  themes: Array<Scalars['String']['input']>;
  enabled: Scalars['Boolean']['input'];
};

export type PushSubscriptionInput = {
  endpoint: Scalars['String']['input'];
  keysP256dh: Scalars['String']['input'];
  keysAuth: Scalars['String']['input'];
};

export type EntityKind =
  | 'ORG'
  | 'PER'
  | 'LOC'
  | 'EVENT'
  | 'POLICY'
  | 'LAW';

export type EntityFacet = {
  __typename?: 'EntityFacet';
  value: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  entityId: Maybe<Scalars['String']['output']>;
  label: Maybe<Scalars['String']['output']>;
};

export type EntityNode = {
  __typename?: 'EntityNode';
  entityId: Scalars['String']['output'];
  canonicalName: Maybe<Scalars['String']['output']>;
  type: Maybe<Scalars['String']['output']>;
  aliases: Array<Scalars['String']['output']>;
  wikidataId: Maybe<Scalars['String']['output']>;
  wikidataUrl: Maybe<Scalars['String']['output']>;
  description: Maybe<Scalars['String']['output']>;
  agencyKey: Maybe<Scalars['String']['output']>;
  offices: Array<EntityOffice>;
};

export type EntityOffice = {
  __typename?: 'EntityOffice';
  office: Scalars['String']['output'];
  firstSeen: Scalars['DateTime']['output'];
  lastSeen: Scalars['DateTime']['output'];
};

export type EntitySearchResult = {
  __typename?: 'EntitySearchResult';
  entityId: Scalars['String']['output'];
  canonicalName: Scalars['String']['output'];
  type: Scalars['String']['output'];
  description: Maybe<Scalars['String']['output']>;
  wikidataUrl: Maybe<Scalars['String']['output']>;
  agencyKey: Maybe<Scalars['String']['output']>;
  aliases: Array<Scalars['String']['output']>;
  articleCount: Scalars['Int']['output'];
  confidence: Scalars['Float']['output'];
  matchType: Scalars['String']['output'];
};

export type RelatedEntity = {
  __typename?: 'RelatedEntity';
  canonicalId: Scalars['String']['output'];
  canonicalName: Maybe<Scalars['String']['output']>;
  type: Maybe<Scalars['String']['output']>;
  wikidataId: Maybe<Scalars['String']['output']>;
  weight: Scalars['Int']['output'];
  kind: Scalars['String']['output'];
};

export type EntityNetwork = {
  __typename?: 'EntityNetwork';
  nodes: Array<EntityNetworkNode>;
  edges: Array<EntityNetworkEdge>;
};

export type EntityNetworkNode = {
  __typename?: 'EntityNetworkNode';
  entityId: Scalars['String']['output'];
  canonicalName: Maybe<Scalars['String']['output']>;
  type: Maybe<Scalars['String']['output']>;
  wikidataId: Maybe<Scalars['String']['output']>;
};

export type EntityNetworkEdge = {
  __typename?: 'EntityNetworkEdge';
  src: Scalars['String']['output'];
  dst: Scalars['String']['output'];
  weight: Scalars['Int']['output'];
  kind: Scalars['String']['output'];
};

export type EntityCoveragePoint = {
  __typename?: 'EntityCoveragePoint';
  period: Scalars['String']['output'];
  agencyKey: Scalars['String']['output'];
  agencyName: Maybe<Scalars['String']['output']>;
  articleCount: Scalars['Int']['output'];
  totalMentions: Scalars['Int']['output'];
  avgSentimentScore: Maybe<Scalars['Float']['output']>;
};

export type PolicyDetails = {
  __typename?: 'PolicyDetails';
  domain: Maybe<Scalars['String']['output']>;
  lifecyclePhase: Maybe<Scalars['String']['output']>;
  enablingLaws: Array<Scalars['String']['output']>;
  responsibleAgencies: Array<Scalars['String']['output']>;
  targetPopulation: Array<Scalars['String']['output']>;
  firstMentionedDate: Maybe<Scalars['String']['output']>;
  wikidataId: Maybe<Scalars['String']['output']>;
  instanceOf: Maybe<Scalars['String']['output']>;
};

export type PolicyListItem = {
  __typename?: 'PolicyListItem';
  entityId: Scalars['String']['output'];
  canonicalName: Scalars['String']['output'];
  domain: Maybe<Scalars['String']['output']>;
  lifecyclePhase: Maybe<Scalars['String']['output']>;
  wikidataId: Maybe<Scalars['String']['output']>;
  aliases: Array<Scalars['String']['output']>;
  articleCount: Scalars['Int']['output'];
};

export type NewsRecordType = {
  __typename?: 'NewsRecordType';
  uniqueId: Scalars['String']['output'];
  title: Scalars['String']['output'];
  url: Scalars['String']['output'];
  imageUrl: Maybe<Scalars['String']['output']>;
  videoUrl: Maybe<Scalars['String']['output']>;
  content: Maybe<Scalars['String']['output']>;
  summary: Maybe<Scalars['String']['output']>;
  subtitle: Maybe<Scalars['String']['output']>;
  editorialLead: Maybe<Scalars['String']['output']>;
  category: Maybe<Scalars['String']['output']>;
  tags: Array<Scalars['String']['output']>;
  agencyKey: Maybe<Scalars['String']['output']>;
  agencyName: Maybe<Scalars['String']['output']>;
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  extractedAt: Maybe<Scalars['DateTime']['output']>;
  themeL1Code: Maybe<Scalars['String']['output']>;
  themeL1Label: Maybe<Scalars['String']['output']>;
  themeL2Code: Maybe<Scalars['String']['output']>;
  themeL2Label: Maybe<Scalars['String']['output']>;
  themeL3Code: Maybe<Scalars['String']['output']>;
  themeL3Label: Maybe<Scalars['String']['output']>;
  mostSpecificThemeCode: Maybe<Scalars['String']['output']>;
  mostSpecificThemeLabel: Maybe<Scalars['String']['output']>;
  features: Maybe<Scalars['JSON']['output']>;
};

export type TypesenseDocRecordType = {
  __typename?: 'TypesenseDocRecordType';
  uniqueId: Scalars['String']['output'];
  title: Scalars['String']['output'];
  url: Scalars['String']['output'];
  imageUrl: Maybe<Scalars['String']['output']>;
  videoUrl: Maybe<Scalars['String']['output']>;
  content: Maybe<Scalars['String']['output']>;
  summary: Maybe<Scalars['String']['output']>;
  subtitle: Maybe<Scalars['String']['output']>;
  editorialLead: Maybe<Scalars['String']['output']>;
  category: Maybe<Scalars['String']['output']>;
  tags: Array<Scalars['String']['output']>;
  agencyKey: Maybe<Scalars['String']['output']>;
  agencyName: Maybe<Scalars['String']['output']>;
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  extractedAt: Maybe<Scalars['DateTime']['output']>;
  themeL1Code: Maybe<Scalars['String']['output']>;
  themeL1Label: Maybe<Scalars['String']['output']>;
  themeL2Code: Maybe<Scalars['String']['output']>;
  themeL2Label: Maybe<Scalars['String']['output']>;
  themeL3Code: Maybe<Scalars['String']['output']>;
  themeL3Label: Maybe<Scalars['String']['output']>;
  mostSpecificThemeCode: Maybe<Scalars['String']['output']>;
  mostSpecificThemeLabel: Maybe<Scalars['String']['output']>;
  features: Maybe<Scalars['JSON']['output']>;
  contentEmbedding: Maybe<Array<Scalars['Float']['output']>>;
  sentimentLabel: Maybe<Scalars['String']['output']>;
  sentimentScore: Maybe<Scalars['Float']['output']>;
  trendingScore: Maybe<Scalars['Float']['output']>;
  wordCount: Maybe<Scalars['Int']['output']>;
  hasImage: Maybe<Scalars['Boolean']['output']>;
  hasVideo: Maybe<Scalars['Boolean']['output']>;
  imageBroken: Maybe<Scalars['Boolean']['output']>;
  readabilityFlesch: Maybe<Scalars['Float']['output']>;
};

export type BigQueryRecordType = {
  __typename?: 'BigQueryRecordType';
  uniqueId: Scalars['String']['output'];
  title: Scalars['String']['output'];
  url: Scalars['String']['output'];
  imageUrl: Maybe<Scalars['String']['output']>;
  videoUrl: Maybe<Scalars['String']['output']>;
  content: Maybe<Scalars['String']['output']>;
  summary: Maybe<Scalars['String']['output']>;
  subtitle: Maybe<Scalars['String']['output']>;
  editorialLead: Maybe<Scalars['String']['output']>;
  category: Maybe<Scalars['String']['output']>;
  tags: Array<Scalars['String']['output']>;
  agencyKey: Maybe<Scalars['String']['output']>;
  agencyName: Maybe<Scalars['String']['output']>;
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  extractedAt: Maybe<Scalars['DateTime']['output']>;
  themeL1Code: Maybe<Scalars['String']['output']>;
  themeL1Label: Maybe<Scalars['String']['output']>;
  themeL2Code: Maybe<Scalars['String']['output']>;
  themeL2Label: Maybe<Scalars['String']['output']>;
  themeL3Code: Maybe<Scalars['String']['output']>;
  themeL3Label: Maybe<Scalars['String']['output']>;
  mostSpecificThemeCode: Maybe<Scalars['String']['output']>;
  mostSpecificThemeLabel: Maybe<Scalars['String']['output']>;
  features: Maybe<Scalars['JSON']['output']>;
  sentimentLabel: Maybe<Scalars['String']['output']>;
  sentimentScore: Maybe<Scalars['Float']['output']>;
  trendingScore: Maybe<Scalars['Float']['output']>;
  wordCount: Maybe<Scalars['Int']['output']>;
  hasImage: Maybe<Scalars['Boolean']['output']>;
  hasVideo: Maybe<Scalars['Boolean']['output']>;
  imageBroken: Maybe<Scalars['Boolean']['output']>;
  readabilityFlesch: Maybe<Scalars['Float']['output']>;
};

export type SimilarArticleRecordType = {
  __typename?: 'SimilarArticleRecordType';
  uniqueId: Scalars['String']['output'];
  similarity: Scalars['Float']['output'];
};

export type IntegrityCandidateType = {
  __typename?: 'IntegrityCandidateType';
  uniqueId: Scalars['String']['output'];
  url: Scalars['String']['output'];
  imageUrl: Maybe<Scalars['String']['output']>;
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  integrity: Maybe<Scalars['JSON']['output']>;
};

export type FeatureUpsertInput = {
  uniqueId: Scalars['String']['input'];
  features: Scalars['JSON']['input'];
};

export type BatchFailure = {
  __typename?: 'BatchFailure';
  index: Scalars['Int']['output'];
  uniqueId: Scalars['String']['output'];
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type BatchResult = {
  __typename?: 'BatchResult';
  processed: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
  failures: Array<BatchFailure>;
};

export type ArticleEventKind =
  | 'APPEARED'
  | 'EDITED'
  | 'REMOVED'
  | 'RESTORED'
  | 'TAKEN_DOWN'
  | 'RELABELLED';

export type EditGrade =
  | 'TYPOGRAPHY'
  | 'SMALL'
  | 'FIGURES'
  | 'NAMES'
  | 'TEXT_REMOVED'
  | 'MEANING';

export type ArticleWitness =
  | 'SCRAPER'
  | 'IMPORT'
  | 'OPERATOR'
  | 'MODEL';

export type ArticleEvent = {
  __typename?: 'ArticleEvent';
  position: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  kind: ArticleEventKind;
  seenBy: ArticleWitness;
  uniqueId: Scalars['String']['output'];
  agency: Scalars['String']['output'];
  title: Maybe<Scalars['String']['output']>;
  url: Maybe<Scalars['String']['output']>;
  version: Maybe<Scalars['Int']['output']>;
  grade: Maybe<EditGrade>;
  reason: Maybe<Scalars['String']['output']>;
};

export type ArticleChanges = {
  __typename?: 'ArticleChanges';
  events: Array<ArticleEvent>;
  endCursor: Maybe<Scalars['String']['output']>;
};

export type ArticleVersionEntry = {
  __typename?: 'ArticleVersionEntry';
  number: Scalars['Int']['output'];
  seenAt: Scalars['DateTime']['output'];
  title: Scalars['String']['output'];
  grade: Maybe<EditGrade>;
  reason: Maybe<Scalars['String']['output']>;
};

export type ArticleVersion = {
  __typename?: 'ArticleVersion';
  number: Scalars['Int']['output'];
  seenAt: Scalars['DateTime']['output'];
  title: Scalars['String']['output'];
  subtitle: Maybe<Scalars['String']['output']>;
  content: Maybe<Scalars['String']['output']>;
  image: Maybe<Scalars['String']['output']>;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  contentHash: Maybe<Scalars['String']['output']>;
  grade: Maybe<EditGrade>;
  reason: Maybe<Scalars['String']['output']>;
};

export type DiffKind =
  | 'ADDED'
  | 'REMOVED'
  | 'KEPT';

export type DiffPart = {
  __typename?: 'DiffPart';
  kind: DiffKind;
  text: Scalars['String']['output'];
};

export type ArticleDiff = {
  __typename?: 'ArticleDiff';
  from: Scalars['Int']['output'];
  to: Scalars['Int']['output'];
  grade: EditGrade;
  reason: Scalars['String']['output'];
  title: Array<DiffPart>;
  subtitle: Array<DiffPart>;
  content: Array<DiffPart>;
  html: Scalars['String']['output'];
};

export type ChangeDimension =
  | 'DAY'
  | 'WEEK'
  | 'MONTH'
  | 'AGENCY'
  | 'KIND'
  | 'GRADE';

export type ArticleChangeCount = {
  __typename?: 'ArticleChangeCount';
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

export type ArticleVersionPage = {
  __typename?: 'ArticleVersionPage';
  number: Scalars['Int']['output'];
  objectKey: Scalars['String']['output'];
  firstSeenAt: Scalars['DateTime']['output'];
  lastSeenAt: Scalars['DateTime']['output'];
};

export type MarketplaceRecorte = {
  __typename?: 'MarketplaceRecorte';
  id: Scalars['String']['output'];
  title: Scalars['String']['output'];
  themes: Array<Scalars['String']['output']>;
  agencies: Array<Scalars['String']['output']>;
  excludeAgencies: Array<Scalars['String']['output']>;
  keywords: Array<Scalars['String']['output']>;
  excludeKeywords: Array<Scalars['String']['output']>;
  entityCanonical: Array<Scalars['String']['output']>;
  states: Array<Scalars['String']['output']>;
  events: Array<RecorteEvent>;
};

export type MarketplaceListing = {
  __typename?: 'MarketplaceListing';
  id: Scalars['String']['output'];
  authorUserId: Scalars['String']['output'];
  authorDisplayName: Scalars['String']['output'];
  sourceClippingId: Scalars['String']['output'];
  name: Scalars['String']['output'];
  description: Maybe<Scalars['String']['output']>;
  recortes: Array<MarketplaceRecorte>;
  prompt: Maybe<Scalars['String']['output']>;
  schedule: Maybe<Scalars['String']['output']>;
  likeCount: Scalars['Int']['output'];
  followerCount: Scalars['Int']['output'];
  cloneCount: Scalars['Int']['output'];
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  active: Scalars['Boolean']['output'];
  hasLiked: Maybe<Scalars['Boolean']['output']>;
  hasFollowed: Maybe<Scalars['Boolean']['output']>;
  releases: Array<Release>;
};


export type MarketplaceListingReleasesArgs = {
  limit: Scalars['Int']['input'];
  before?: InputMaybe<Scalars['DateTime']['input']>;
};

export type MarketplaceListingsResult = {
  __typename?: 'MarketplaceListingsResult';
  listings: Array<MarketplaceListing>;
  total: Scalars['Int']['output'];
};

export type FollowedListing = {
  __typename?: 'FollowedListing';
  id: Scalars['String']['output'];
  authorUserId: Scalars['String']['output'];
  authorDisplayName: Scalars['String']['output'];
  sourceClippingId: Scalars['String']['output'];
  name: Scalars['String']['output'];
  description: Maybe<Scalars['String']['output']>;
  recortes: Array<MarketplaceRecorte>;
  prompt: Maybe<Scalars['String']['output']>;
  schedule: Maybe<Scalars['String']['output']>;
  likeCount: Scalars['Int']['output'];
  followerCount: Scalars['Int']['output'];
  cloneCount: Scalars['Int']['output'];
  publishedAt: Maybe<Scalars['DateTime']['output']>;
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  active: Scalars['Boolean']['output'];
  deliveryChannels: Maybe<DeliveryChannels>;
  extraEmails: Array<Scalars['String']['output']>;
  webhookUrl: Maybe<Scalars['String']['output']>;
  slackUrl: Maybe<Scalars['String']['output']>;
  followedAt: Maybe<Scalars['DateTime']['output']>;
};

export type PublishInput = {
  name: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
};

export type FreshnessState =
  | 'FRESH'
  | 'LATE'
  | 'SILENT'
  | 'STOPPED'
  | 'UNREAD'
  | 'UNKNOWN';

export type AgencyFreshness = {
  __typename?: 'AgencyFreshness';
  agencyKey: Scalars['String']['output'];
  agencyName: Scalars['String']['output'];
  state: FreshnessState;
  measuredAt: Scalars['DateTime']['output'];
  lastArticleId: Maybe<Scalars['String']['output']>;
  lastArticleAt: Maybe<Scalars['DateTime']['output']>;
  silentDays: Maybe<Scalars['Int']['output']>;
  usualPauseDays: Maybe<Scalars['Float']['output']>;
  longPauseDays: Maybe<Scalars['Float']['output']>;
  silentAfterDays: Maybe<Scalars['Float']['output']>;
  articles: Scalars['Int']['output'];
  lastReadAt: Maybe<Scalars['DateTime']['output']>;
  failedReads: Scalars['Int']['output'];
  lastFailedAt: Maybe<Scalars['DateTime']['output']>;
  lastErrorKind: Maybe<Scalars['String']['output']>;
  fallbackShare: Maybe<Scalars['Float']['output']>;
};

export type PipelineStage =
  | 'STORE'
  | 'ENRICH'
  | 'CLASSIFY'
  | 'EMBED'
  | 'INDEX';

export type PipelineStageDelay = {
  __typename?: 'PipelineStageDelay';
  stage: PipelineStage;
  measuredAt: Scalars['DateTime']['output'];
  articles: Scalars['Int']['output'];
  medianSeconds: Maybe<Scalars['Float']['output']>;
  longSeconds: Maybe<Scalars['Float']['output']>;
  waiting: Maybe<Scalars['Int']['output']>;
  oldestWaitingSeconds: Maybe<Scalars['Int']['output']>;
};

export type IncidentKind =
  | 'AGENCY_UNREAD'
  | 'STEP_LATE'
  | 'JOB_FAILED'
  | 'DEAD_LETTERS'
  | 'DELIVERIES_LATE'
  | 'INDEX_UNHEALTHY'
  | 'ACCURACY_FELL';

export type Incident = {
  __typename?: 'Incident';
  id: Scalars['String']['output'];
  kind: IncidentKind;
  subject: Scalars['String']['output'];
  agencyName: Maybe<Scalars['String']['output']>;
  beganAt: Scalars['DateTime']['output'];
  endedAt: Maybe<Scalars['DateTime']['output']>;
  worst: Scalars['Int']['output'];
};

export type OperationsStep = {
  __typename?: 'OperationsStep';
  step: Scalars['String']['output'];
  due: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
  oldestOpenAt: Maybe<Scalars['DateTime']['output']>;
};

export type OperationsAgencyStep = {
  __typename?: 'OperationsAgencyStep';
  step: Scalars['String']['output'];
  agencyKey: Scalars['String']['output'];
  due: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
  oldestOpenAt: Maybe<Scalars['DateTime']['output']>;
};

export type OperationsFailedStep = {
  __typename?: 'OperationsFailedStep';
  step: Scalars['String']['output'];
  uniqueId: Scalars['String']['output'];
  agencyKey: Scalars['String']['output'];
  attempts: Scalars['Int']['output'];
  error: Maybe<Scalars['String']['output']>;
  failedAt: Scalars['DateTime']['output'];
};

export type PipelineStatus = {
  __typename?: 'PipelineStatus';
  measuredAt: Scalars['DateTime']['output'];
  steps: Array<OperationsStep>;
  waitingAgencies: Array<OperationsAgencyStep>;
  failedSteps: Array<OperationsFailedStep>;
};

export type DeadLetterReason = {
  __typename?: 'DeadLetterReason';
  reason: Scalars['String']['output'];
  messages: Scalars['Int']['output'];
};

export type QueueDepth = {
  __typename?: 'QueueDepth';
  queue: Scalars['String']['output'];
  waiting: Scalars['Int']['output'];
  inFlight: Scalars['Int']['output'];
  dead: Scalars['Int']['output'];
  reasons: Array<DeadLetterReason>;
  measuredAt: Scalars['DateTime']['output'];
};

export type SiteStatus = {
  __typename?: 'SiteStatus';
  agencyKey: Scalars['String']['output'];
  kind: Maybe<Scalars['String']['output']>;
  lastRunAt: Maybe<Scalars['DateTime']['output']>;
  lastSuccessAt: Maybe<Scalars['DateTime']['output']>;
  nextAt: Maybe<Scalars['DateTime']['output']>;
  failures: Scalars['Int']['output'];
  errorKind: Maybe<Scalars['String']['output']>;
  errorMessage: Maybe<Scalars['String']['output']>;
  sent: Scalars['Int']['output'];
  fallbackShare: Maybe<Scalars['Float']['output']>;
  isFailing: Scalars['Boolean']['output'];
  isSilent: Scalars['Boolean']['output'];
  isDrifting: Scalars['Boolean']['output'];
};

export type JobStatus = {
  __typename?: 'JobStatus';
  name: Scalars['String']['output'];
  purpose: Scalars['String']['output'];
  cron: Maybe<Scalars['String']['output']>;
  timezone: Maybe<Scalars['String']['output']>;
  targets: Scalars['Int']['output'];
  succeeded: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
  skipped: Scalars['Int']['output'];
  open: Scalars['Int']['output'];
  lastEndedAt: Maybe<Scalars['DateTime']['output']>;
};

export type JobRun = {
  __typename?: 'JobRun';
  job: Scalars['String']['output'];
  target: Scalars['String']['output'];
  scheduledTime: Scalars['DateTime']['output'];
  status: Scalars['String']['output'];
  attempts: Scalars['Int']['output'];
  startedAt: Maybe<Scalars['DateTime']['output']>;
  finishedAt: Maybe<Scalars['DateTime']['output']>;
  error: Maybe<Scalars['String']['output']>;
};

export type DeliveryStatusRow = {
  __typename?: 'DeliveryStatusRow';
  id: Scalars['String']['output'];
  kind: Scalars['String']['output'];
  channel: Scalars['String']['output'];
  status: Scalars['String']['output'];
  attempts: Scalars['Int']['output'];
  dueAt: Maybe<Scalars['DateTime']['output']>;
  updatedAt: Scalars['DateTime']['output'];
  clippingId: Maybe<Scalars['String']['output']>;
  clippingName: Maybe<Scalars['String']['output']>;
  error: Maybe<Scalars['String']['output']>;
};

export type DeliveryChannelStatus = {
  __typename?: 'DeliveryChannelStatus';
  channel: Scalars['String']['output'];
  due: Scalars['Int']['output'];
  oldestDueAt: Maybe<Scalars['DateTime']['output']>;
  pausedUntil: Maybe<Scalars['DateTime']['output']>;
  sent: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
  unknown: Scalars['Int']['output'];
};

export type IncidentReport = {
  __typename?: 'IncidentReport';
  id: Scalars['String']['output'];
  kind: IncidentKind;
  subject: Scalars['String']['output'];
  agencyName: Maybe<Scalars['String']['output']>;
  beganAt: Scalars['DateTime']['output'];
  endedAt: Maybe<Scalars['DateTime']['output']>;
  worst: Scalars['Int']['output'];
  reason: Maybe<Scalars['String']['output']>;
};

export type OperationsDay = {
  __typename?: 'OperationsDay';
  day: Scalars['String']['output'];
  incidents: Scalars['Int']['output'];
  failedArticles: Scalars['Int']['output'];
  deadLetters: Scalars['Int']['output'];
  failedRuns: Scalars['Int']['output'];
  failedSites: Scalars['Int']['output'];
  failedDeliveries: Scalars['Int']['output'];
};

export type SearchSuggestion = {
  __typename?: 'SearchSuggestion';
  uniqueId: Scalars['String']['output'];
  title: Scalars['String']['output'];
};

export type Theme = {
  __typename?: 'Theme';
  code: Scalars['String']['output'];
  label: Scalars['String']['output'];
};

export type ThemeCount = {
  __typename?: 'ThemeCount';
  code: Scalars['String']['output'];
  label: Maybe<Scalars['String']['output']>;
  count: Scalars['Int']['output'];
};

export type WidgetLayout =
  | 'LIST'
  | 'GRID_2'
  | 'GRID_3'
  | 'CAROUSEL';

export type WidgetConfig = {
  __typename?: 'WidgetConfig';
  agencies: Array<Scalars['String']['output']>;
  themes: Array<Scalars['String']['output']>;
};

export type WidgetConfigInput = {
  agencies: Array<Scalars['String']['input']>;
  themes: Array<Scalars['String']['input']>;
  layout: WidgetLayout;
  articlesPerPage: Scalars['Int']['input'];
};

export type WidgetArticlesResult = {
  __typename?: 'WidgetArticlesResult';
  articles: Array<Article>;
  pagination: WidgetPagination;
};

export type WidgetPagination = {
  __typename?: 'WidgetPagination';
  page: Scalars['Int']['output'];
  limit: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
  hasMore: Scalars['Boolean']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  AgentEvent:
    | ( AgentEventThinking )
    | ( AgentEventToolCall )
    | ( AgentEventToolResult )
    | ( AgentEventSampleResult )
    | ( AgentEventAdjusting )
    | ( AgentEventDone )
    | ( AgentEventError )
  ;
};


/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Agency: ResolverTypeWrapper<Agency>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  AgentEventThinking: ResolverTypeWrapper<AgentEventThinking>;
  AgentEventToolCall: ResolverTypeWrapper<AgentEventToolCall>;
  AgentEventToolResult: ResolverTypeWrapper<AgentEventToolResult>;
  AgentEventSampleResult: ResolverTypeWrapper<AgentEventSampleResult>;
  AgentEventAdjusting: ResolverTypeWrapper<AgentEventAdjusting>;
  AgentEventDone: ResolverTypeWrapper<AgentEventDone>;
  AgentEventError: ResolverTypeWrapper<AgentEventError>;
  AgentEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['AgentEvent']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  AlertFrequency: AlertFrequency;
  AlertInput: AlertInput;
  AlertRequest: ResolverTypeWrapper<AlertRequest>;
  Alert: ResolverTypeWrapper<AlertRecord>;
  AlertAddress: ResolverTypeWrapper<Omit<AlertAddress, 'alerts'> & { alerts: Array<ResolversTypes['Alert']> }>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ThemePeriodCount: ResolverTypeWrapper<ThemePeriodCount>;
  DateRange: DateRange;
  AnalyticsKpis: ResolverTypeWrapper<AnalyticsKpis>;
  ThemeStats: ResolverTypeWrapper<ThemeStats>;
  AgencyStats: ResolverTypeWrapper<AgencyStats>;
  StateStats: ResolverTypeWrapper<StateStats>;
  DailyCount: ResolverTypeWrapper<DailyCount>;
  Granularity: Granularity;
  MetricType: MetricType;
  AgencyPeriodMetrics: ResolverTypeWrapper<AgencyPeriodMetrics>;
  ArticleSummary: ResolverTypeWrapper<ArticleSummary>;
  TrendingThemeResult: ResolverTypeWrapper<TrendingThemeResult>;
  TrendingEntityResult: ResolverTypeWrapper<TrendingEntityResult>;
  CountDimension: CountDimension;
  ArticleCount: ResolverTypeWrapper<ArticleCount>;
  ArticleCounts: ResolverTypeWrapper<ArticleCounts>;
  ArticleSort: ArticleSort;
  Article: ResolverTypeWrapper<IndexDocument>;
  Story: ResolverTypeWrapper<ArticleStory>;
  ArticleFeatures: ResolverTypeWrapper<Omit<ArticleFeatures, 'entities' | 'contentAnnotations'> & { entities: Array<ResolversTypes['EntityType']>, contentAnnotations: Array<ResolversTypes['ContentAnnotation']> }>;
  EntityType: ResolverTypeWrapper<FeatureEntity>;
  ContentAnnotation: ResolverTypeWrapper<FeatureAnnotation>;
  ArticlesResult: ResolverTypeWrapper<Omit<ArticlesResult, 'articles'> & { articles: Array<ResolversTypes['Article']> }>;
  ArticleFilter: ArticleFilter;
  Tag: ResolverTypeWrapper<Tag>;
  SubscriptionRole: SubscriptionRole;
  MailPreview: ResolverTypeWrapper<MailPreview>;
  EstimateResult: ResolverTypeWrapper<EstimateResult>;
  RecorteEvent: RecorteEvent;
  Recorte: ResolverTypeWrapper<Recorte>;
  RecorteInput: RecorteInput;
  RecorteFiltersInput: RecorteFiltersInput;
  Clipping: ResolverTypeWrapper<ClippingRecord>;
  ClippingInput: ClippingInput;
  DeliveryChannels: ResolverTypeWrapper<DeliveryChannels>;
  DeliveryChannelsInput: DeliveryChannelsInput;
  UserSubscription: ResolverTypeWrapper<SubscriptionRecord>;
  ChannelProblem: ResolverTypeWrapper<ChannelProblem>;
  ChannelProblemReason: ChannelProblemReason;
  SubscribeInput: SubscribeInput;
  ReleaseChange: ResolverTypeWrapper<ShownChange>;
  Release: ResolverTypeWrapper<ReleaseRecord>;
  PushPreferences: ResolverTypeWrapper<PushPreferences>;
  PushFiltersData: ResolverTypeWrapper<object>;
  PushPreferencesInput: PushPreferencesInput;
  PushSubscriptionInput: PushSubscriptionInput;
  EntityKind: EntityKind;
  EntityFacet: ResolverTypeWrapper<EntityFacet>;
  EntityNode: ResolverTypeWrapper<EntityProfile>;
  EntityOffice: ResolverTypeWrapper<EntityOffice>;
  EntitySearchResult: ResolverTypeWrapper<EntitySearchResult>;
  RelatedEntity: ResolverTypeWrapper<RelatedEntity>;
  EntityNetwork: ResolverTypeWrapper<EntityNetwork>;
  EntityNetworkNode: ResolverTypeWrapper<EntityNetworkNode>;
  EntityNetworkEdge: ResolverTypeWrapper<EntityNetworkEdge>;
  EntityCoveragePoint: ResolverTypeWrapper<EntityCoveragePoint>;
  PolicyDetails: ResolverTypeWrapper<PolicyDetails>;
  PolicyListItem: ResolverTypeWrapper<PolicyListItem>;
  NewsRecordType: ResolverTypeWrapper<ArticleRow>;
  TypesenseDocRecordType: ResolverTypeWrapper<IndexRecord>;
  BigQueryRecordType: ResolverTypeWrapper<ArticleRecord>;
  SimilarArticleRecordType: ResolverTypeWrapper<SimilarArticleRecordType>;
  IntegrityCandidateType: ResolverTypeWrapper<IntegrityCandidateType>;
  FeatureUpsertInput: FeatureUpsertInput;
  BatchFailure: ResolverTypeWrapper<BatchFailure>;
  BatchResult: ResolverTypeWrapper<BatchResult>;
  ArticleEventKind: ArticleEventKind;
  EditGrade: EditGrade;
  ArticleWitness: ArticleWitness;
  ArticleEvent: ResolverTypeWrapper<ArticleEventRecord>;
  ArticleChanges: ResolverTypeWrapper<Omit<ArticleChanges, 'events'> & { events: Array<ResolversTypes['ArticleEvent']> }>;
  ArticleVersionEntry: ResolverTypeWrapper<VersionEntry>;
  ArticleVersion: ResolverTypeWrapper<ArticleVersionRecord>;
  DiffKind: DiffKind;
  DiffPart: ResolverTypeWrapper<DiffPartRecord>;
  ArticleDiff: ResolverTypeWrapper<ArticleDiffRecord>;
  ChangeDimension: ChangeDimension;
  ArticleChangeCount: ResolverTypeWrapper<ArticleChangeCount>;
  ArticleVersionPage: ResolverTypeWrapper<ArticleVersionPage>;
  MarketplaceRecorte: ResolverTypeWrapper<MarketplaceRecorte>;
  MarketplaceListing: ResolverTypeWrapper<ListingRecord>;
  MarketplaceListingsResult: ResolverTypeWrapper<Omit<MarketplaceListingsResult, 'listings'> & { listings: Array<ResolversTypes['MarketplaceListing']> }>;
  FollowedListing: ResolverTypeWrapper<FollowedListingRecord>;
  PublishInput: PublishInput;
  FreshnessState: FreshnessState;
  AgencyFreshness: ResolverTypeWrapper<AgencyFreshness>;
  PipelineStage: PipelineStage;
  PipelineStageDelay: ResolverTypeWrapper<PipelineStageDelay>;
  IncidentKind: IncidentKind;
  Incident: ResolverTypeWrapper<Incident>;
  OperationsStep: ResolverTypeWrapper<OperationsStep>;
  OperationsAgencyStep: ResolverTypeWrapper<OperationsAgencyStep>;
  OperationsFailedStep: ResolverTypeWrapper<OperationsFailedStep>;
  PipelineStatus: ResolverTypeWrapper<PipelineStatus>;
  DeadLetterReason: ResolverTypeWrapper<DeadLetterReason>;
  QueueDepth: ResolverTypeWrapper<QueueDepth>;
  SiteStatus: ResolverTypeWrapper<SiteStatus>;
  JobStatus: ResolverTypeWrapper<JobStatus>;
  JobRun: ResolverTypeWrapper<JobRun>;
  DeliveryStatusRow: ResolverTypeWrapper<DeliveryStatusRow>;
  DeliveryChannelStatus: ResolverTypeWrapper<DeliveryChannelStatus>;
  IncidentReport: ResolverTypeWrapper<IncidentReport>;
  OperationsDay: ResolverTypeWrapper<OperationsDay>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  SearchSuggestion: ResolverTypeWrapper<SuggestedTitle>;
  Theme: ResolverTypeWrapper<Theme>;
  ThemeCount: ResolverTypeWrapper<ThemeCount>;
  WidgetLayout: WidgetLayout;
  WidgetConfig: ResolverTypeWrapper<WidgetConfig>;
  WidgetConfigInput: WidgetConfigInput;
  WidgetArticlesResult: ResolverTypeWrapper<Omit<WidgetArticlesResult, 'articles'> & { articles: Array<ResolversTypes['Article']> }>;
  WidgetPagination: ResolverTypeWrapper<WidgetPagination>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Agency: Agency;
  String: Scalars['String']['output'];
  Boolean: Scalars['Boolean']['output'];
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  Float: Scalars['Float']['output'];
  AgentEventThinking: AgentEventThinking;
  AgentEventToolCall: AgentEventToolCall;
  AgentEventToolResult: AgentEventToolResult;
  AgentEventSampleResult: AgentEventSampleResult;
  AgentEventAdjusting: AgentEventAdjusting;
  AgentEventDone: AgentEventDone;
  AgentEventError: AgentEventError;
  AgentEvent: ResolversUnionTypes<ResolversParentTypes>['AgentEvent'];
  Subscription: Record<PropertyKey, never>;
  AlertInput: AlertInput;
  AlertRequest: AlertRequest;
  Alert: AlertRecord;
  AlertAddress: Omit<AlertAddress, 'alerts'> & { alerts: Array<ResolversParentTypes['Alert']> };
  Mutation: Record<PropertyKey, never>;
  ThemePeriodCount: ThemePeriodCount;
  DateRange: DateRange;
  AnalyticsKpis: AnalyticsKpis;
  ThemeStats: ThemeStats;
  AgencyStats: AgencyStats;
  StateStats: StateStats;
  DailyCount: DailyCount;
  AgencyPeriodMetrics: AgencyPeriodMetrics;
  ArticleSummary: ArticleSummary;
  TrendingThemeResult: TrendingThemeResult;
  TrendingEntityResult: TrendingEntityResult;
  ArticleCount: ArticleCount;
  ArticleCounts: ArticleCounts;
  Article: IndexDocument;
  Story: ArticleStory;
  ArticleFeatures: Omit<ArticleFeatures, 'entities' | 'contentAnnotations'> & { entities: Array<ResolversParentTypes['EntityType']>, contentAnnotations: Array<ResolversParentTypes['ContentAnnotation']> };
  EntityType: FeatureEntity;
  ContentAnnotation: FeatureAnnotation;
  ArticlesResult: Omit<ArticlesResult, 'articles'> & { articles: Array<ResolversParentTypes['Article']> };
  ArticleFilter: ArticleFilter;
  Tag: Tag;
  MailPreview: MailPreview;
  EstimateResult: EstimateResult;
  Recorte: Recorte;
  RecorteInput: RecorteInput;
  RecorteFiltersInput: RecorteFiltersInput;
  Clipping: ClippingRecord;
  ClippingInput: ClippingInput;
  DeliveryChannels: DeliveryChannels;
  DeliveryChannelsInput: DeliveryChannelsInput;
  UserSubscription: SubscriptionRecord;
  ChannelProblem: ChannelProblem;
  SubscribeInput: SubscribeInput;
  ReleaseChange: ShownChange;
  Release: ReleaseRecord;
  PushPreferences: PushPreferences;
  PushFiltersData: object;
  PushPreferencesInput: PushPreferencesInput;
  PushSubscriptionInput: PushSubscriptionInput;
  EntityFacet: EntityFacet;
  EntityNode: EntityProfile;
  EntityOffice: EntityOffice;
  EntitySearchResult: EntitySearchResult;
  RelatedEntity: RelatedEntity;
  EntityNetwork: EntityNetwork;
  EntityNetworkNode: EntityNetworkNode;
  EntityNetworkEdge: EntityNetworkEdge;
  EntityCoveragePoint: EntityCoveragePoint;
  PolicyDetails: PolicyDetails;
  PolicyListItem: PolicyListItem;
  NewsRecordType: ArticleRow;
  TypesenseDocRecordType: IndexRecord;
  BigQueryRecordType: ArticleRecord;
  SimilarArticleRecordType: SimilarArticleRecordType;
  IntegrityCandidateType: IntegrityCandidateType;
  FeatureUpsertInput: FeatureUpsertInput;
  BatchFailure: BatchFailure;
  BatchResult: BatchResult;
  ArticleEvent: ArticleEventRecord;
  ArticleChanges: Omit<ArticleChanges, 'events'> & { events: Array<ResolversParentTypes['ArticleEvent']> };
  ArticleVersionEntry: VersionEntry;
  ArticleVersion: ArticleVersionRecord;
  DiffPart: DiffPartRecord;
  ArticleDiff: ArticleDiffRecord;
  ArticleChangeCount: ArticleChangeCount;
  ArticleVersionPage: ArticleVersionPage;
  MarketplaceRecorte: MarketplaceRecorte;
  MarketplaceListing: ListingRecord;
  MarketplaceListingsResult: Omit<MarketplaceListingsResult, 'listings'> & { listings: Array<ResolversParentTypes['MarketplaceListing']> };
  FollowedListing: FollowedListingRecord;
  PublishInput: PublishInput;
  AgencyFreshness: AgencyFreshness;
  PipelineStageDelay: PipelineStageDelay;
  Incident: Incident;
  OperationsStep: OperationsStep;
  OperationsAgencyStep: OperationsAgencyStep;
  OperationsFailedStep: OperationsFailedStep;
  PipelineStatus: PipelineStatus;
  DeadLetterReason: DeadLetterReason;
  QueueDepth: QueueDepth;
  SiteStatus: SiteStatus;
  JobStatus: JobStatus;
  JobRun: JobRun;
  DeliveryStatusRow: DeliveryStatusRow;
  DeliveryChannelStatus: DeliveryChannelStatus;
  IncidentReport: IncidentReport;
  OperationsDay: OperationsDay;
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  SearchSuggestion: SuggestedTitle;
  Theme: Theme;
  ThemeCount: ThemeCount;
  WidgetConfig: WidgetConfig;
  WidgetConfigInput: WidgetConfigInput;
  WidgetArticlesResult: Omit<WidgetArticlesResult, 'articles'> & { articles: Array<ResolversParentTypes['Article']> };
  WidgetPagination: WidgetPagination;
};

export type AgencyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Agency'] = ResolversParentTypes['Agency']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isRepublisher?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  inCatalogue?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  agencies?: Resolver<Array<ResolversTypes['Agency']>, ParentType, ContextType>;
  alertAddress?: Resolver<Maybe<ResolversTypes['AlertAddress']>, ParentType, ContextType, RequireFields<QueryAlertAddressArgs, 'token'>>;
  articleCounts?: Resolver<ResolversTypes['ArticleCounts'], ParentType, ContextType, RequireFields<QueryArticleCountsArgs, 'query' | 'filter' | 'by' | 'limit'>>;
  analyticsKpis?: Resolver<ResolversTypes['AnalyticsKpis'], ParentType, ContextType, RequireFields<QueryAnalyticsKpisArgs, 'range'>>;
  topThemes?: Resolver<Array<ResolversTypes['ThemeStats']>, ParentType, ContextType, RequireFields<QueryTopThemesArgs, 'range' | 'limit'>>;
  topAgencies?: Resolver<Array<ResolversTypes['AgencyStats']>, ParentType, ContextType, RequireFields<QueryTopAgenciesArgs, 'range' | 'limit'>>;
  topStates?: Resolver<Array<ResolversTypes['StateStats']>, ParentType, ContextType, RequireFields<QueryTopStatesArgs, 'range' | 'limit'>>;
  articlesTimeline?: Resolver<Array<ResolversTypes['DailyCount']>, ParentType, ContextType, RequireFields<QueryArticlesTimelineArgs, 'range'>>;
  themeTimeline?: Resolver<Array<ResolversTypes['ThemePeriodCount']>, ParentType, ContextType, RequireFields<QueryThemeTimelineArgs, 'dateFrom' | 'dateTo' | 'granularity' | 'limit'>>;
  agencyAnalytics?: Resolver<Array<ResolversTypes['AgencyPeriodMetrics']>, ParentType, ContextType, RequireFields<QueryAgencyAnalyticsArgs, 'agencies' | 'dateFrom' | 'dateTo' | 'granularity' | 'metrics'>>;
  trendingThemes?: Resolver<Array<ResolversTypes['TrendingThemeResult']>, ParentType, ContextType, RequireFields<QueryTrendingThemesArgs, 'windowDays' | 'baselineDays' | 'minArticles' | 'growthThreshold' | 'agencyKey' | 'limit'>>;
  trendingEntities?: Resolver<Array<ResolversTypes['TrendingEntityResult']>, ParentType, ContextType, RequireFields<QueryTrendingEntitiesArgs, 'limit'>>;
  articles?: Resolver<ResolversTypes['ArticlesResult'], ParentType, ContextType, RequireFields<QueryArticlesArgs, 'page' | 'limit' | 'filter' | 'sort'>>;
  article?: Resolver<Maybe<ResolversTypes['Article']>, ParentType, ContextType, RequireFields<QueryArticleArgs, 'uniqueId'>>;
  popularTags?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<QueryPopularTagsArgs, 'limit'>>;
  clippings?: Resolver<Array<ResolversTypes['Clipping']>, ParentType, ContextType>;
  clipping?: Resolver<Maybe<ResolversTypes['Clipping']>, ParentType, ContextType, RequireFields<QueryClippingArgs, 'id'>>;
  release?: Resolver<Maybe<ResolversTypes['Release']>, ParentType, ContextType, RequireFields<QueryReleaseArgs, 'id'>>;
  releaseArticles?: Resolver<Array<ResolversTypes['Article']>, ParentType, ContextType, RequireFields<QueryReleaseArticlesArgs, 'id'>>;
  releaseChanges?: Resolver<Array<ResolversTypes['ReleaseChange']>, ParentType, ContextType, RequireFields<QueryReleaseChangesArgs, 'id'>>;
  clippingEstimate?: Resolver<ResolversTypes['EstimateResult'], ParentType, ContextType, RequireFields<QueryClippingEstimateArgs, 'themes' | 'agencies' | 'excludeAgencies' | 'keywords' | 'excludeKeywords' | 'entityCanonical' | 'states'>>;
  estimateRecorteCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType, RequireFields<QueryEstimateRecorteCountArgs, 'themes' | 'agencies' | 'excludeAgencies' | 'keywords' | 'excludeKeywords' | 'entityCanonical' | 'states' | 'sinceHours'>>;
  recorteEstimate?: Resolver<ResolversTypes['EstimateResult'], ParentType, ContextType, RequireFields<QueryRecorteEstimateArgs, 'recorte'>>;
  clippingMailPreview?: Resolver<Maybe<ResolversTypes['MailPreview']>, ParentType, ContextType, RequireFields<QueryClippingMailPreviewArgs, 'input' | 'clippingId'>>;
  pushPreferences?: Resolver<ResolversTypes['PushPreferences'], ParentType, ContextType>;
  pushFiltersData?: Resolver<ResolversTypes['PushFiltersData'], ParentType, ContextType>;
  pushPublicKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentUserHasTelegramLinked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  entitySuggestions?: Resolver<Array<ResolversTypes['EntityFacet']>, ParentType, ContextType, RequireFields<QueryEntitySuggestionsArgs, 'query' | 'type' | 'limit'>>;
  entity?: Resolver<Maybe<ResolversTypes['EntityNode']>, ParentType, ContextType, RequireFields<QueryEntityArgs, 'id'>>;
  relatedEntities?: Resolver<Array<ResolversTypes['RelatedEntity']>, ParentType, ContextType, RequireFields<QueryRelatedEntitiesArgs, 'id' | 'limit'>>;
  entityNetwork?: Resolver<ResolversTypes['EntityNetwork'], ParentType, ContextType, RequireFields<QueryEntityNetworkArgs, 'id' | 'depth' | 'limit' | 'dateFrom' | 'dateTo'>>;
  entityCoverage?: Resolver<Array<ResolversTypes['EntityCoveragePoint']>, ParentType, ContextType, RequireFields<QueryEntityCoverageArgs, 'entityId' | 'dateFrom' | 'dateTo' | 'granularity'>>;
  entitySearch?: Resolver<Array<ResolversTypes['EntitySearchResult']>, ParentType, ContextType, RequireFields<QueryEntitySearchArgs, 'query' | 'entityType' | 'limit'>>;
  entityArticles?: Resolver<ResolversTypes['ArticlesResult'], ParentType, ContextType, RequireFields<QueryEntityArticlesArgs, 'entityId' | 'page' | 'limit'>>;
  policyDetails?: Resolver<Maybe<ResolversTypes['PolicyDetails']>, ParentType, ContextType, RequireFields<QueryPolicyDetailsArgs, 'entityId'>>;
  policies?: Resolver<Array<ResolversTypes['PolicyListItem']>, ParentType, ContextType, RequireFields<QueryPoliciesArgs, 'domain' | 'lifecyclePhase' | 'limit' | 'offset'>>;
  newsById?: Resolver<Maybe<ResolversTypes['NewsRecordType']>, ParentType, ContextType, RequireFields<QueryNewsByIdArgs, 'uniqueId'>>;
  newsBatch?: Resolver<Array<ResolversTypes['NewsRecordType']>, ParentType, ContextType, RequireFields<QueryNewsBatchArgs, 'uniqueIds'>>;
  newsForTypesense?: Resolver<Maybe<ResolversTypes['TypesenseDocRecordType']>, ParentType, ContextType, RequireFields<QueryNewsForTypesenseArgs, 'uniqueId'>>;
  newsBatchForBigquery?: Resolver<Array<ResolversTypes['BigQueryRecordType']>, ParentType, ContextType, RequireFields<QueryNewsBatchForBigqueryArgs, 'startDate' | 'endDate' | 'batchSize' | 'cursor'>>;
  similarArticles?: Resolver<Array<ResolversTypes['SimilarArticleRecordType']>, ParentType, ContextType, RequireFields<QuerySimilarArticlesArgs, 'uniqueId' | 'threshold' | 'limit'>>;
  integrityBatch?: Resolver<Array<ResolversTypes['IntegrityCandidateType']>, ParentType, ContextType, RequireFields<QueryIntegrityBatchArgs, 'batchSize'>>;
  articleChangeCounts?: Resolver<Array<ResolversTypes['ArticleChangeCount']>, ParentType, ContextType, RequireFields<QueryArticleChangeCountsArgs, 'agencies' | 'themes' | 'grades' | 'kinds' | 'from' | 'to' | 'by' | 'limit'>>;
  articleVersionPages?: Resolver<Array<ResolversTypes['ArticleVersionPage']>, ParentType, ContextType, RequireFields<QueryArticleVersionPagesArgs, 'uniqueId'>>;
  articleChanges?: Resolver<ResolversTypes['ArticleChanges'], ParentType, ContextType, RequireFields<QueryArticleChangesArgs, 'filter' | 'grades' | 'kinds' | 'from' | 'to' | 'first' | 'after'>>;
  articleVersion?: Resolver<Maybe<ResolversTypes['ArticleVersion']>, ParentType, ContextType, RequireFields<QueryArticleVersionArgs, 'uniqueId' | 'number'>>;
  articleDiff?: Resolver<Maybe<ResolversTypes['ArticleDiff']>, ParentType, ContextType, RequireFields<QueryArticleDiffArgs, 'uniqueId' | 'from' | 'to'>>;
  marketplaceListings?: Resolver<ResolversTypes['MarketplaceListingsResult'], ParentType, ContextType, RequireFields<QueryMarketplaceListingsArgs, 'page' | 'limit'>>;
  marketplaceListing?: Resolver<Maybe<ResolversTypes['MarketplaceListing']>, ParentType, ContextType, RequireFields<QueryMarketplaceListingArgs, 'id'>>;
  myFollowedListings?: Resolver<Array<ResolversTypes['FollowedListing']>, ParentType, ContextType>;
  agencyFreshness?: Resolver<Array<ResolversTypes['AgencyFreshness']>, ParentType, ContextType, RequireFields<QueryAgencyFreshnessArgs, 'agencies' | 'limit'>>;
  pipelineDelays?: Resolver<Array<ResolversTypes['PipelineStageDelay']>, ParentType, ContextType>;
  incidents?: Resolver<Array<ResolversTypes['Incident']>, ParentType, ContextType, RequireFields<QueryIncidentsArgs, 'days' | 'limit'>>;
  ping?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pipelineStatus?: Resolver<ResolversTypes['PipelineStatus'], ParentType, ContextType, RequireFields<QueryPipelineStatusArgs, 'step' | 'agency'>>;
  queueDepths?: Resolver<Array<ResolversTypes['QueueDepth']>, ParentType, ContextType>;
  siteStatus?: Resolver<Array<ResolversTypes['SiteStatus']>, ParentType, ContextType, RequireFields<QuerySiteStatusArgs, 'limit'>>;
  jobStatus?: Resolver<Array<ResolversTypes['JobStatus']>, ParentType, ContextType>;
  jobRuns?: Resolver<Array<ResolversTypes['JobRun']>, ParentType, ContextType, RequireFields<QueryJobRunsArgs, 'job' | 'status' | 'limit'>>;
  deliveryChannels?: Resolver<Array<ResolversTypes['DeliveryChannelStatus']>, ParentType, ContextType>;
  deliveryRows?: Resolver<Array<ResolversTypes['DeliveryStatusRow']>, ParentType, ContextType, RequireFields<QueryDeliveryRowsArgs, 'status' | 'channel' | 'limit'>>;
  incidentReports?: Resolver<Array<ResolversTypes['IncidentReport']>, ParentType, ContextType, RequireFields<QueryIncidentReportsArgs, 'days' | 'limit'>>;
  operationsHistory?: Resolver<Array<ResolversTypes['OperationsDay']>, ParentType, ContextType, RequireFields<QueryOperationsHistoryArgs, 'days'>>;
  search?: Resolver<ResolversTypes['ArticlesResult'], ParentType, ContextType, RequireFields<QuerySearchArgs, 'query' | 'filter' | 'page' | 'semantic' | 'alpha' | 'dedup' | 'sort' | 'limit'>>;
  searchSuggestions?: Resolver<Array<ResolversTypes['SearchSuggestion']>, ParentType, ContextType, RequireFields<QuerySearchSuggestionsArgs, 'query'>>;
  relatedArticles?: Resolver<Array<ResolversTypes['Article']>, ParentType, ContextType, RequireFields<QueryRelatedArticlesArgs, 'uniqueId' | 'limit'>>;
  themes?: Resolver<Array<ResolversTypes['Theme']>, ParentType, ContextType>;
  themeTree?: Resolver<Array<ResolversTypes['Theme']>, ParentType, ContextType>;
  themeArticleCounts?: Resolver<Array<ResolversTypes['ThemeCount']>, ParentType, ContextType, RequireFields<QueryThemeArticleCountsArgs, 'days' | 'level'>>;
  widgetConfig?: Resolver<ResolversTypes['WidgetConfig'], ParentType, ContextType>;
  widgetArticles?: Resolver<ResolversTypes['WidgetArticlesResult'], ParentType, ContextType, RequireFields<QueryWidgetArticlesArgs, 'config' | 'page'>>;
};

export type AgentEventThinkingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventThinking'] = ResolversParentTypes['AgentEventThinking']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventToolCallResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventToolCall'] = ResolversParentTypes['AgentEventToolCall']> = {
  tool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  argsJson?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventToolResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventToolResult'] = ResolversParentTypes['AgentEventToolResult']> = {
  tool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  resultJson?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventSampleResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventSampleResult'] = ResolversParentTypes['AgentEventSampleResult']> = {
  payloadJson?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventAdjustingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventAdjusting'] = ResolversParentTypes['AgentEventAdjusting']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventDoneResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventDone'] = ResolversParentTypes['AgentEventDone']> = {
  recortes?: Resolver<Array<ResolversTypes['Recorte']>, ParentType, ContextType>;
  explanation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  suggestedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  iterations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  converged?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEventError'] = ResolversParentTypes['AgentEventError']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEvent'] = ResolversParentTypes['AgentEvent']> = {
  __resolveType: TypeResolveFn<'AgentEventThinking' | 'AgentEventToolCall' | 'AgentEventToolResult' | 'AgentEventSampleResult' | 'AgentEventAdjusting' | 'AgentEventDone' | 'AgentEventError', ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  generateRecortes?: SubscriptionResolver<ResolversTypes['AgentEvent'], "generateRecortes", ParentType, ContextType, RequireFields<SubscriptionGenerateRecortesArgs, 'prompt'>>;
  articleEvents?: SubscriptionResolver<ResolversTypes['ArticleEvent'], "articleEvents", ParentType, ContextType, RequireFields<SubscriptionArticleEventsArgs, 'filter' | 'since'>>;
};

export type AlertRequestResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AlertRequest'] = ResolversParentTypes['AlertRequest']> = {
  confirmWithinDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AlertResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Alert'] = ResolversParentTypes['Alert']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  recorte?: Resolver<ResolversTypes['Recorte'], ParentType, ContextType>;
  frequency?: Resolver<ResolversTypes['AlertFrequency'], ParentType, ContextType>;
  confirmed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nextRunAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AlertAddressResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AlertAddress'] = ResolversParentTypes['AlertAddress']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  alerts?: Resolver<Array<ResolversTypes['Alert']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  requestAlert?: Resolver<ResolversTypes['AlertRequest'], ParentType, ContextType, RequireFields<MutationRequestAlertArgs, 'input'>>;
  confirmAlert?: Resolver<ResolversTypes['AlertAddress'], ParentType, ContextType, RequireFields<MutationConfirmAlertArgs, 'token' | 'id'>>;
  updateAlert?: Resolver<ResolversTypes['AlertAddress'], ParentType, ContextType, RequireFields<MutationUpdateAlertArgs, 'token' | 'id' | 'recorte' | 'frequency'>>;
  cancelAlert?: Resolver<Maybe<ResolversTypes['AlertAddress']>, ParentType, ContextType, RequireFields<MutationCancelAlertArgs, 'token' | 'id'>>;
  leaveAlerts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationLeaveAlertsArgs, 'token' | 'block'>>;
  createClipping?: Resolver<ResolversTypes['Clipping'], ParentType, ContextType, RequireFields<MutationCreateClippingArgs, 'input'>>;
  updateClipping?: Resolver<ResolversTypes['Clipping'], ParentType, ContextType, RequireFields<MutationUpdateClippingArgs, 'id' | 'input'>>;
  setClippingActive?: Resolver<ResolversTypes['Clipping'], ParentType, ContextType, RequireFields<MutationSetClippingActiveArgs, 'id' | 'active'>>;
  deleteClipping?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteClippingArgs, 'id'>>;
  sendClipping?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationSendClippingArgs, 'id'>>;
  renewReleaseAddresses?: Resolver<ResolversTypes['Int'], ParentType, ContextType, RequireFields<MutationRenewReleaseAddressesArgs, 'clippingId'>>;
  subscribeToClipping?: Resolver<ResolversTypes['UserSubscription'], ParentType, ContextType, RequireFields<MutationSubscribeToClippingArgs, 'input'>>;
  unsubscribeFromClipping?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUnsubscribeFromClippingArgs, 'clippingId'>>;
  updateMySubscription?: Resolver<Maybe<ResolversTypes['UserSubscription']>, ParentType, ContextType, RequireFields<MutationUpdateMySubscriptionArgs, 'clippingId' | 'channels' | 'extraEmails' | 'webhookUrl' | 'slackUrl'>>;
  syncPushSubscription?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationSyncPushSubscriptionArgs, 'subscription'>>;
  updatePushPreferences?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpdatePushPreferencesArgs, 'preferences'>>;
  upsertFeatures?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpsertFeaturesArgs, 'uniqueId' | 'features'>>;
  batchUpsertFeatures?: Resolver<ResolversTypes['BatchResult'], ParentType, ContextType, RequireFields<MutationBatchUpsertFeaturesArgs, 'items'>>;
  updateTypesenseField?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpdateTypesenseFieldArgs, 'uniqueId' | 'field' | 'value'>>;
  publishToMarketplace?: Resolver<ResolversTypes['MarketplaceListing'], ParentType, ContextType, RequireFields<MutationPublishToMarketplaceArgs, 'clippingId' | 'input'>>;
  unpublishFromMarketplace?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUnpublishFromMarketplaceArgs, 'listingId'>>;
  likeMarketplaceListing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationLikeMarketplaceListingArgs, 'listingId'>>;
  followMarketplaceListing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationFollowMarketplaceListingArgs, 'listingId'>>;
  cloneMarketplaceListing?: Resolver<ResolversTypes['Clipping'], ParentType, ContextType, RequireFields<MutationCloneMarketplaceListingArgs, 'listingId'>>;
};

export type ThemePeriodCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThemePeriodCount'] = ResolversParentTypes['ThemePeriodCount']> = {
  period?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AnalyticsKpisResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AnalyticsKpis'] = ResolversParentTypes['AnalyticsKpis']> = {
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  activeThemes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  activeAgencies?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dailyAverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ThemeStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThemeStats'] = ResolversParentTypes['ThemeStats']> = {
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AgencyStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgencyStats'] = ResolversParentTypes['AgencyStats']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type StateStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StateStats'] = ResolversParentTypes['StateStats']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DailyCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DailyCount'] = ResolversParentTypes['DailyCount']> = {
  date?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AgencyPeriodMetricsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgencyPeriodMetrics'] = ResolversParentTypes['AgencyPeriodMetrics']> = {
  period?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  articleCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  avgSentimentScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  pctPositive?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  pctNegative?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  avgReadabilityFlesch?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  avgWordCount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  topThemes?: Resolver<Array<ResolversTypes['ThemeStats']>, ParentType, ContextType>;
};

export type ArticleSummaryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleSummary'] = ResolversParentTypes['ArticleSummary']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  trendingScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type TrendingThemeResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TrendingThemeResult'] = ResolversParentTypes['TrendingThemeResult']> = {
  themeLabel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  themeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  windowCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  baselineDailyAvg?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  growthScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  topArticles?: Resolver<Array<ResolversTypes['ArticleSummary']>, ParentType, ContextType>;
};

export type TrendingEntityResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TrendingEntityResult'] = ResolversParentTypes['TrendingEntityResult']> = {
  entityId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  trendingScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  volumeRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  windowCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  windowAgencies?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  computedAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  baselineCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  baselineAgencies?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  isNew?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type ArticleCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleCount'] = ResolversParentTypes['ArticleCount']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  share?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ArticleCountsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleCounts'] = ResolversParentTypes['ArticleCounts']> = {
  found?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  items?: Resolver<Array<ResolversTypes['ArticleCount']>, ParentType, ContextType>;
};

export type ArticleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Article'] = ResolversParentTypes['Article']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  videoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  summarySource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  editorialLead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extractedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  theme1Level1Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  theme1Level1Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  theme1Level2Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  theme1Level2Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  theme1Level3Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  theme1Level3Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeSource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeConfidence?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  publicationHour?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  features?: Resolver<Maybe<ResolversTypes['ArticleFeatures']>, ParentType, ContextType>;
  versions?: Resolver<Array<ResolversTypes['ArticleVersionEntry']>, ParentType, ContextType>;
  removedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  story?: Resolver<Maybe<ResolversTypes['Story']>, ParentType, ContextType>;
};

export type StoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Story'] = ResolversParentTypes['Story']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  articlesCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  agencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agencyNames?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  articles?: Resolver<Array<ResolversTypes['Article']>, ParentType, ContextType, RequireFields<StoryArticlesArgs, 'limit'>>;
};

export type ArticleFeaturesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleFeatures'] = ResolversParentTypes['ArticleFeatures']> = {
  entities?: Resolver<Array<ResolversTypes['EntityType']>, ParentType, ContextType>;
  contentAnnotations?: Resolver<Array<ResolversTypes['ContentAnnotation']>, ParentType, ContextType>;
  states?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  viewCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  uniqueSessions?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  trendingScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  wordCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  imageBroken?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  readabilityFlesch?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type EntityTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityType'] = ResolversParentTypes['EntityType']> = {
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  canonicalId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  salience?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  office?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ContentAnnotationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ContentAnnotation'] = ResolversParentTypes['ContentAnnotation']> = {
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArticlesResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticlesResult'] = ResolversParentTypes['ArticlesResult']> = {
  articles?: Resolver<Array<ResolversTypes['Article']>, ParentType, ContextType>;
  page?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  found?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TagResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Tag'] = ResolversParentTypes['Tag']> = {
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MailPreviewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MailPreview'] = ResolversParentTypes['MailPreview']> = {
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  html?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EstimateResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EstimateResult'] = ResolversParentTypes['EstimateResult']> = {
  totalEstimate?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  articlesPerDay?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  warning?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RecorteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Recorte'] = ResolversParentTypes['Recorte']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  themes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  excludeAgencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  keywords?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  excludeKeywords?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  entityCanonical?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  states?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['RecorteEvent']>, ParentType, ContextType>;
};

export type ClippingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Clipping'] = ResolversParentTypes['Clipping']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recortes?: Resolver<Array<ResolversTypes['Recorte']>, ParentType, ContextType>;
  prompt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  schedule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scheduleTime?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nextRunAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  endDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extraEmails?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  includeHistory?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  deliveryChannels?: Resolver<Maybe<ResolversTypes['DeliveryChannels']>, ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  authorUserId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedToMarketplace?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  marketplaceListingId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isAuthor?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mySubscription?: Resolver<Maybe<ResolversTypes['UserSubscription']>, ParentType, ContextType>;
  releases?: Resolver<Array<ResolversTypes['Release']>, ParentType, ContextType, RequireFields<ClippingReleasesArgs, 'limit' | 'before'>>;
};

export type DeliveryChannelsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeliveryChannels'] = ResolversParentTypes['DeliveryChannels']> = {
  email?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  telegram?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  push?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  slack?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UserSubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserSubscription'] = ResolversParentTypes['UserSubscription']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clippingId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['SubscriptionRole'], ParentType, ContextType>;
  deliveryChannels?: Resolver<ResolversTypes['DeliveryChannels'], ParentType, ContextType>;
  extraEmails?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  webhookUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  webhookSecret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  slackUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  channelProblems?: Resolver<Array<ResolversTypes['ChannelProblem']>, ParentType, ContextType>;
  subscribedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ChannelProblemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ChannelProblem'] = ResolversParentTypes['ChannelProblem']> = {
  channel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ChannelProblemReason'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReleaseChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReleaseChange'] = ResolversParentTypes['ReleaseChange']> = {
  kind?: Resolver<ResolversTypes['ArticleEventKind'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  grade?: Resolver<Maybe<ResolversTypes['EditGrade']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReleaseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Release'] = ResolversParentTypes['Release']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clippingId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clippingName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  digestHtml?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  articlesCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  releaseUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  refTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sinceHours?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  digestPreview?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recortes?: Resolver<Array<ResolversTypes['Recorte']>, ParentType, ContextType>;
  marketplaceListingId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PushPreferencesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PushPreferences'] = ResolversParentTypes['PushPreferences']> = {
  agencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PushFiltersDataResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PushFiltersData'] = ResolversParentTypes['PushFiltersData']> = {
  themes?: Resolver<Array<ResolversTypes['Theme']>, ParentType, ContextType>;
  agencies?: Resolver<Array<ResolversTypes['Agency']>, ParentType, ContextType>;
};

export type EntityFacetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityFacet'] = ResolversParentTypes['EntityFacet']> = {
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EntityNodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityNode'] = ResolversParentTypes['EntityNode']> = {
  entityId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agencyKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  offices?: Resolver<Array<ResolversTypes['EntityOffice']>, ParentType, ContextType>;
};

export type EntityOfficeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityOffice'] = ResolversParentTypes['EntityOffice']> = {
  office?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  firstSeen?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastSeen?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type EntitySearchResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntitySearchResult'] = ResolversParentTypes['EntitySearchResult']> = {
  entityId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agencyKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  articleCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  matchType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RelatedEntityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RelatedEntity'] = ResolversParentTypes['RelatedEntity']> = {
  canonicalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EntityNetworkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityNetwork'] = ResolversParentTypes['EntityNetwork']> = {
  nodes?: Resolver<Array<ResolversTypes['EntityNetworkNode']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['EntityNetworkEdge']>, ParentType, ContextType>;
};

export type EntityNetworkNodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityNetworkNode'] = ResolversParentTypes['EntityNetworkNode']> = {
  entityId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EntityNetworkEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityNetworkEdge'] = ResolversParentTypes['EntityNetworkEdge']> = {
  src?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dst?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EntityCoveragePointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityCoveragePoint'] = ResolversParentTypes['EntityCoveragePoint']> = {
  period?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  articleCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalMentions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  avgSentimentScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type PolicyDetailsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PolicyDetails'] = ResolversParentTypes['PolicyDetails']> = {
  domain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lifecyclePhase?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  enablingLaws?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  responsibleAgencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  targetPopulation?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  firstMentionedDate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  instanceOf?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyListItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PolicyListItem'] = ResolversParentTypes['PolicyListItem']> = {
  entityId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  domain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lifecyclePhase?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wikidataId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  articleCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NewsRecordTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NewsRecordType'] = ResolversParentTypes['NewsRecordType']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  videoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  editorialLead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agencyKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extractedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  themeL1Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL1Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL2Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL2Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL3Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL3Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  features?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type TypesenseDocRecordTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TypesenseDocRecordType'] = ResolversParentTypes['TypesenseDocRecordType']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  videoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  editorialLead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agencyKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extractedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  themeL1Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL1Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL2Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL2Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL3Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL3Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  features?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  contentEmbedding?: Resolver<Maybe<Array<ResolversTypes['Float']>>, ParentType, ContextType>;
  sentimentLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sentimentScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  trendingScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  wordCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  hasImage?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  hasVideo?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  imageBroken?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  readabilityFlesch?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type BigQueryRecordTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BigQueryRecordType'] = ResolversParentTypes['BigQueryRecordType']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  videoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  editorialLead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agencyKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extractedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  themeL1Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL1Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL2Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL2Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL3Code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  themeL3Label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mostSpecificThemeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  features?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  sentimentLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sentimentScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  trendingScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  wordCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  hasImage?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  hasVideo?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  imageBroken?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  readabilityFlesch?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type SimilarArticleRecordTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimilarArticleRecordType'] = ResolversParentTypes['SimilarArticleRecordType']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  similarity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type IntegrityCandidateTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IntegrityCandidateType'] = ResolversParentTypes['IntegrityCandidateType']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  integrity?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type BatchFailureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchFailure'] = ResolversParentTypes['BatchFailure']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BatchResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchResult'] = ResolversParentTypes['BatchResult']> = {
  processed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failures?: Resolver<Array<ResolversTypes['BatchFailure']>, ParentType, ContextType>;
};

export type ArticleEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleEvent'] = ResolversParentTypes['ArticleEvent']> = {
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ArticleEventKind'], ParentType, ContextType>;
  seenBy?: Resolver<ResolversTypes['ArticleWitness'], ParentType, ContextType>;
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  grade?: Resolver<Maybe<ResolversTypes['EditGrade']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArticleChangesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleChanges'] = ResolversParentTypes['ArticleChanges']> = {
  events?: Resolver<Array<ResolversTypes['ArticleEvent']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArticleVersionEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleVersionEntry'] = ResolversParentTypes['ArticleVersionEntry']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  seenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  grade?: Resolver<Maybe<ResolversTypes['EditGrade']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArticleVersionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleVersion'] = ResolversParentTypes['ArticleVersion']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  seenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  contentHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  grade?: Resolver<Maybe<ResolversTypes['EditGrade']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DiffPartResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DiffPart'] = ResolversParentTypes['DiffPart']> = {
  kind?: Resolver<ResolversTypes['DiffKind'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ArticleDiffResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleDiff'] = ResolversParentTypes['ArticleDiff']> = {
  from?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  grade?: Resolver<ResolversTypes['EditGrade'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<Array<ResolversTypes['DiffPart']>, ParentType, ContextType>;
  subtitle?: Resolver<Array<ResolversTypes['DiffPart']>, ParentType, ContextType>;
  content?: Resolver<Array<ResolversTypes['DiffPart']>, ParentType, ContextType>;
  html?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ArticleChangeCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleChangeCount'] = ResolversParentTypes['ArticleChangeCount']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ArticleVersionPageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleVersionPage'] = ResolversParentTypes['ArticleVersionPage']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  objectKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  firstSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MarketplaceRecorteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketplaceRecorte'] = ResolversParentTypes['MarketplaceRecorte']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  themes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  agencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  excludeAgencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  keywords?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  excludeKeywords?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  entityCanonical?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  states?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['RecorteEvent']>, ParentType, ContextType>;
};

export type MarketplaceListingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketplaceListing'] = ResolversParentTypes['MarketplaceListing']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  authorUserId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  authorDisplayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceClippingId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recortes?: Resolver<Array<ResolversTypes['MarketplaceRecorte']>, ParentType, ContextType>;
  prompt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  schedule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  likeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  followerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cloneCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasLiked?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  hasFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  releases?: Resolver<Array<ResolversTypes['Release']>, ParentType, ContextType, RequireFields<MarketplaceListingReleasesArgs, 'limit' | 'before'>>;
};

export type MarketplaceListingsResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketplaceListingsResult'] = ResolversParentTypes['MarketplaceListingsResult']> = {
  listings?: Resolver<Array<ResolversTypes['MarketplaceListing']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FollowedListingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FollowedListing'] = ResolversParentTypes['FollowedListing']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  authorUserId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  authorDisplayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceClippingId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recortes?: Resolver<Array<ResolversTypes['MarketplaceRecorte']>, ParentType, ContextType>;
  prompt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  schedule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  likeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  followerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cloneCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  deliveryChannels?: Resolver<Maybe<ResolversTypes['DeliveryChannels']>, ParentType, ContextType>;
  extraEmails?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  webhookUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  slackUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  followedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AgencyFreshnessResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgencyFreshness'] = ResolversParentTypes['AgencyFreshness']> = {
  agencyKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['FreshnessState'], ParentType, ContextType>;
  measuredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastArticleId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastArticleAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  silentDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  usualPauseDays?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  longPauseDays?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  silentAfterDays?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  articles?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastReadAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failedReads?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastFailedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastErrorKind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fallbackShare?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type PipelineStageDelayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PipelineStageDelay'] = ResolversParentTypes['PipelineStageDelay']> = {
  stage?: Resolver<ResolversTypes['PipelineStage'], ParentType, ContextType>;
  measuredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  articles?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  medianSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  longSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  waiting?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  oldestWaitingSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type IncidentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Incident'] = ResolversParentTypes['Incident']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['IncidentKind'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  beganAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  worst?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OperationsStepResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationsStep'] = ResolversParentTypes['OperationsStep']> = {
  step?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  due?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oldestOpenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type OperationsAgencyStepResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationsAgencyStep'] = ResolversParentTypes['OperationsAgencyStep']> = {
  step?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  due?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oldestOpenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type OperationsFailedStepResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationsFailedStep'] = ResolversParentTypes['OperationsFailedStep']> = {
  step?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PipelineStatusResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PipelineStatus'] = ResolversParentTypes['PipelineStatus']> = {
  measuredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  steps?: Resolver<Array<ResolversTypes['OperationsStep']>, ParentType, ContextType>;
  waitingAgencies?: Resolver<Array<ResolversTypes['OperationsAgencyStep']>, ParentType, ContextType>;
  failedSteps?: Resolver<Array<ResolversTypes['OperationsFailedStep']>, ParentType, ContextType>;
};

export type DeadLetterReasonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeadLetterReason'] = ResolversParentTypes['DeadLetterReason']> = {
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  messages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type QueueDepthResolvers<ContextType = Context, ParentType extends ResolversParentTypes['QueueDepth'] = ResolversParentTypes['QueueDepth']> = {
  queue?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inFlight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dead?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reasons?: Resolver<Array<ResolversTypes['DeadLetterReason']>, ParentType, ContextType>;
  measuredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type SiteStatusResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SiteStatus'] = ResolversParentTypes['SiteStatus']> = {
  agencyKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastRunAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastSuccessAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nextAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errorKind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errorMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  fallbackShare?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isFailing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSilent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isDrifting?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type JobStatusResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobStatus'] = ResolversParentTypes['JobStatus']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cron?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timezone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  targets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  succeeded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  open?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastEndedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type JobRunResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobRun'] = ResolversParentTypes['JobRun']> = {
  job?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scheduledTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeliveryStatusRowResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeliveryStatusRow'] = ResolversParentTypes['DeliveryStatusRow']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  clippingId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clippingName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeliveryChannelStatusResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeliveryChannelStatus'] = ResolversParentTypes['DeliveryChannelStatus']> = {
  channel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  due?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oldestDueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pausedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unknown?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IncidentReportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IncidentReport'] = ResolversParentTypes['IncidentReport']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['IncidentKind'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agencyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  beganAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  worst?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OperationsDayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationsDay'] = ResolversParentTypes['OperationsDay']> = {
  day?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  incidents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failedArticles?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deadLetters?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failedRuns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failedSites?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failedDeliveries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type SearchSuggestionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchSuggestion'] = ResolversParentTypes['SearchSuggestion']> = {
  uniqueId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ThemeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Theme'] = ResolversParentTypes['Theme']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ThemeCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThemeCount'] = ResolversParentTypes['ThemeCount']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WidgetConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WidgetConfig'] = ResolversParentTypes['WidgetConfig']> = {
  agencies?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  themes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WidgetArticlesResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WidgetArticlesResult'] = ResolversParentTypes['WidgetArticlesResult']> = {
  articles?: Resolver<Array<ResolversTypes['Article']>, ParentType, ContextType>;
  pagination?: Resolver<ResolversTypes['WidgetPagination'], ParentType, ContextType>;
};

export type WidgetPaginationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WidgetPagination'] = ResolversParentTypes['WidgetPagination']> = {
  page?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  Agency?: AgencyResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  AgentEventThinking?: AgentEventThinkingResolvers<ContextType>;
  AgentEventToolCall?: AgentEventToolCallResolvers<ContextType>;
  AgentEventToolResult?: AgentEventToolResultResolvers<ContextType>;
  AgentEventSampleResult?: AgentEventSampleResultResolvers<ContextType>;
  AgentEventAdjusting?: AgentEventAdjustingResolvers<ContextType>;
  AgentEventDone?: AgentEventDoneResolvers<ContextType>;
  AgentEventError?: AgentEventErrorResolvers<ContextType>;
  AgentEvent?: AgentEventResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  AlertRequest?: AlertRequestResolvers<ContextType>;
  Alert?: AlertResolvers<ContextType>;
  AlertAddress?: AlertAddressResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ThemePeriodCount?: ThemePeriodCountResolvers<ContextType>;
  AnalyticsKpis?: AnalyticsKpisResolvers<ContextType>;
  ThemeStats?: ThemeStatsResolvers<ContextType>;
  AgencyStats?: AgencyStatsResolvers<ContextType>;
  StateStats?: StateStatsResolvers<ContextType>;
  DailyCount?: DailyCountResolvers<ContextType>;
  AgencyPeriodMetrics?: AgencyPeriodMetricsResolvers<ContextType>;
  ArticleSummary?: ArticleSummaryResolvers<ContextType>;
  TrendingThemeResult?: TrendingThemeResultResolvers<ContextType>;
  TrendingEntityResult?: TrendingEntityResultResolvers<ContextType>;
  ArticleCount?: ArticleCountResolvers<ContextType>;
  ArticleCounts?: ArticleCountsResolvers<ContextType>;
  Article?: ArticleResolvers<ContextType>;
  Story?: StoryResolvers<ContextType>;
  ArticleFeatures?: ArticleFeaturesResolvers<ContextType>;
  EntityType?: EntityTypeResolvers<ContextType>;
  ContentAnnotation?: ContentAnnotationResolvers<ContextType>;
  ArticlesResult?: ArticlesResultResolvers<ContextType>;
  Tag?: TagResolvers<ContextType>;
  MailPreview?: MailPreviewResolvers<ContextType>;
  EstimateResult?: EstimateResultResolvers<ContextType>;
  Recorte?: RecorteResolvers<ContextType>;
  Clipping?: ClippingResolvers<ContextType>;
  DeliveryChannels?: DeliveryChannelsResolvers<ContextType>;
  UserSubscription?: UserSubscriptionResolvers<ContextType>;
  ChannelProblem?: ChannelProblemResolvers<ContextType>;
  ReleaseChange?: ReleaseChangeResolvers<ContextType>;
  Release?: ReleaseResolvers<ContextType>;
  PushPreferences?: PushPreferencesResolvers<ContextType>;
  PushFiltersData?: PushFiltersDataResolvers<ContextType>;
  EntityFacet?: EntityFacetResolvers<ContextType>;
  EntityNode?: EntityNodeResolvers<ContextType>;
  EntityOffice?: EntityOfficeResolvers<ContextType>;
  EntitySearchResult?: EntitySearchResultResolvers<ContextType>;
  RelatedEntity?: RelatedEntityResolvers<ContextType>;
  EntityNetwork?: EntityNetworkResolvers<ContextType>;
  EntityNetworkNode?: EntityNetworkNodeResolvers<ContextType>;
  EntityNetworkEdge?: EntityNetworkEdgeResolvers<ContextType>;
  EntityCoveragePoint?: EntityCoveragePointResolvers<ContextType>;
  PolicyDetails?: PolicyDetailsResolvers<ContextType>;
  PolicyListItem?: PolicyListItemResolvers<ContextType>;
  NewsRecordType?: NewsRecordTypeResolvers<ContextType>;
  TypesenseDocRecordType?: TypesenseDocRecordTypeResolvers<ContextType>;
  BigQueryRecordType?: BigQueryRecordTypeResolvers<ContextType>;
  SimilarArticleRecordType?: SimilarArticleRecordTypeResolvers<ContextType>;
  IntegrityCandidateType?: IntegrityCandidateTypeResolvers<ContextType>;
  BatchFailure?: BatchFailureResolvers<ContextType>;
  BatchResult?: BatchResultResolvers<ContextType>;
  ArticleEvent?: ArticleEventResolvers<ContextType>;
  ArticleChanges?: ArticleChangesResolvers<ContextType>;
  ArticleVersionEntry?: ArticleVersionEntryResolvers<ContextType>;
  ArticleVersion?: ArticleVersionResolvers<ContextType>;
  DiffPart?: DiffPartResolvers<ContextType>;
  ArticleDiff?: ArticleDiffResolvers<ContextType>;
  ArticleChangeCount?: ArticleChangeCountResolvers<ContextType>;
  ArticleVersionPage?: ArticleVersionPageResolvers<ContextType>;
  MarketplaceRecorte?: MarketplaceRecorteResolvers<ContextType>;
  MarketplaceListing?: MarketplaceListingResolvers<ContextType>;
  MarketplaceListingsResult?: MarketplaceListingsResultResolvers<ContextType>;
  FollowedListing?: FollowedListingResolvers<ContextType>;
  AgencyFreshness?: AgencyFreshnessResolvers<ContextType>;
  PipelineStageDelay?: PipelineStageDelayResolvers<ContextType>;
  Incident?: IncidentResolvers<ContextType>;
  OperationsStep?: OperationsStepResolvers<ContextType>;
  OperationsAgencyStep?: OperationsAgencyStepResolvers<ContextType>;
  OperationsFailedStep?: OperationsFailedStepResolvers<ContextType>;
  PipelineStatus?: PipelineStatusResolvers<ContextType>;
  DeadLetterReason?: DeadLetterReasonResolvers<ContextType>;
  QueueDepth?: QueueDepthResolvers<ContextType>;
  SiteStatus?: SiteStatusResolvers<ContextType>;
  JobStatus?: JobStatusResolvers<ContextType>;
  JobRun?: JobRunResolvers<ContextType>;
  DeliveryStatusRow?: DeliveryStatusRowResolvers<ContextType>;
  DeliveryChannelStatus?: DeliveryChannelStatusResolvers<ContextType>;
  IncidentReport?: IncidentReportResolvers<ContextType>;
  OperationsDay?: OperationsDayResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  SearchSuggestion?: SearchSuggestionResolvers<ContextType>;
  Theme?: ThemeResolvers<ContextType>;
  ThemeCount?: ThemeCountResolvers<ContextType>;
  WidgetConfig?: WidgetConfigResolvers<ContextType>;
  WidgetArticlesResult?: WidgetArticlesResultResolvers<ContextType>;
  WidgetPagination?: WidgetPaginationResolvers<ContextType>;
};


