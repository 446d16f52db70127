// Made by `npm run generate`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AlertFrequency =
  | 'DAILY'
  | 'WEEKLY';

export type AlertInput = {
  email: string;
  recorte: RecorteInput;
  frequency?: AlertFrequency;
};

export type Granularity =
  | 'DAY'
  | 'WEEK'
  | 'MONTH';

export type CountDimension =
  | 'DAY'
  | 'WEEK'
  | 'MONTH'
  | 'AGENCY'
  | 'THEME'
  | 'STATE'
  | 'ENTITY'
  | 'SENTIMENT';

export type ArticleSort =
  | 'RELEVANCE'
  | 'DATE'
  | 'TRENDING'
  | 'VIEWS';

export type ArticleFilter = {
  agencies?: Array<string> | null | undefined;
  excludeAgencies?: Array<string> | null | undefined;
  themes?: Array<string> | null | undefined;
  tags?: Array<string> | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  themeLabel?: string | null | undefined;
  dedup?: boolean | null | undefined;
  oneStoryPer?: boolean | null | undefined;
  entities?: Array<string> | null | undefined;
  themeSource?: Array<string> | null | undefined;
  minThemeConfidence?: number | null | undefined;
  sentiment?: Array<string> | null | undefined;
  entityCanonical?: Array<string> | null | undefined;
  states?: Array<string> | null | undefined;
  keywords?: Array<string> | null | undefined;
  excludeKeywords?: Array<string> | null | undefined;
};

export type RecorteEvent =
  | 'PUBLISHED'
  | 'EDITED'
  | 'REMOVED';

export type RecorteInput = {
  title: string;
  themes?: Array<string>;
  agencies?: Array<string>;
  excludeAgencies?: Array<string>;
  keywords?: Array<string>;
  excludeKeywords?: Array<string>;
  entityCanonical?: Array<string>;
  states?: Array<string>;
  events?: Array<RecorteEvent>;
};

export type RecorteFiltersInput = {
  themes?: Array<string>;
  agencies?: Array<string>;
  excludeAgencies?: Array<string>;
  keywords?: Array<string>;
  excludeKeywords?: Array<string>;
  entityCanonical?: Array<string>;
  states?: Array<string>;
};

export type ClippingInput = {
  name: string;
  schedule: string;
  description?: string | null | undefined;
  recortes?: Array<RecorteInput>;
  prompt?: string | null | undefined;
  scheduleTime?: string | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  extraEmails?: Array<string> | null | undefined;
  includeHistory?: boolean | null | undefined;
  deliveryChannels?: DeliveryChannelsInput | null | undefined;
};

export type DeliveryChannelsInput = {
  email?: boolean;
  telegram?: boolean;
  push?: boolean;
  webhook?: boolean;
  slack?: boolean;
};

export type ChannelProblemReason =
  | 'FAILED_RELEASES'
  | 'RECEIVER_GONE'
  | 'ADDRESS_REFUSED';

export type SubscribeInput = {
  clippingId: string;
  deliveryChannels: DeliveryChannelsInput;
  extraEmails?: Array<string> | null | undefined;
  webhookUrl?: string | null | undefined;
  slackUrl?: string | null | undefined;
};

export type PushSubscriptionInput = {
  endpoint: string;
  keysP256dh: string;
  keysAuth: string;
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

export type DiffKind =
  | 'ADDED'
  | 'REMOVED'
  | 'KEPT';

export type ChangeDimension =
  | 'DAY'
  | 'WEEK'
  | 'MONTH'
  | 'AGENCY'
  | 'KIND'
  | 'GRADE';

export type PublishInput = {
  name: string;
  description?: string | null | undefined;
};

export type FreshnessState =
  | 'FRESH'
  | 'LATE'
  | 'SILENT'
  | 'STOPPED'
  | 'UNREAD'
  | 'UNKNOWN';

export type PipelineStage =
  | 'STORE'
  | 'ENRICH'
  | 'CLASSIFY'
  | 'EMBED'
  | 'INDEX';

export type IncidentKind =
  | 'AGENCY_UNREAD'
  | 'STEP_LATE'
  | 'JOB_FAILED'
  | 'DEAD_LETTERS'
  | 'DELIVERIES_LATE'
  | 'INDEX_UNHEALTHY'
  | 'ACCURACY_FELL';

export type AgenciesQueryVariables = Exact<{
  filter: ArticleFilter;
}>;


export type AgenciesQuery = { agencies: Array<{ code: string, label: string, inCatalogue: boolean }>, counts: { items: Array<{ key: string, count: number }> }, all: Array<{ agencyKey: string, agencyName: string }> };

export type AgencyProfileQueryVariables = Exact<{
  agency: string;
  agencies: Array<string> | string;
  dateFrom: string;
  dateTo: string;
}>;


export type AgencyProfileQuery = { months: Array<{ pctPositive: number | null, pctNegative: number | null, avgReadabilityFlesch: number | null, avgWordCount: number | null, period: string, agencyKey: string, agencyName: string | null, articleCount: number, topThemes: Array<{ label: string, count: number }> }>, themes: { items: Array<{ key: string, label: string, count: number }> }, trendingThemes: Array<{ themeLabel: string, themeCode: string | null, windowCount: number, baselineDailyAvg: number, growthScore: number }>, freshness: Array<{ agencyName: string, state: FreshnessState, silentDays: number | null, usualPauseDays: number | null, longPauseDays: number | null }>, latest: { found: number, articles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> }, agencies: Array<{ code: string, label: string }> };

export type ShownAlertsFragment = { address: string, alerts: Array<{ id: string, frequency: AlertFrequency, confirmed: boolean, nextRunAt: string | null, recorte: { title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> } }> };

export type AlertAddressQueryVariables = Exact<{
  token: string;
}>;


export type AlertAddressQuery = { alertAddress: { address: string, alerts: Array<{ id: string, frequency: AlertFrequency, confirmed: boolean, nextRunAt: string | null, recorte: { title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> } }> } | null };

export type RequestAlertMutationVariables = Exact<{
  input: AlertInput;
}>;


export type RequestAlertMutation = { requestAlert: { confirmWithinDays: number } };

export type ConfirmAlertMutationVariables = Exact<{
  token: string;
  id: string;
}>;


export type ConfirmAlertMutation = { confirmAlert: { address: string, alerts: Array<{ id: string, frequency: AlertFrequency, confirmed: boolean, nextRunAt: string | null, recorte: { title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> } }> } };

export type UpdateAlertMutationVariables = Exact<{
  token: string;
  id: string;
  recorte?: RecorteInput | null | undefined;
  frequency?: AlertFrequency | null | undefined;
}>;


export type UpdateAlertMutation = { updateAlert: { address: string, alerts: Array<{ id: string, frequency: AlertFrequency, confirmed: boolean, nextRunAt: string | null, recorte: { title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> } }> } };

export type CancelAlertMutationVariables = Exact<{
  token: string;
  id: string;
}>;


export type CancelAlertMutation = { cancelAlert: { address: string, alerts: Array<{ id: string, frequency: AlertFrequency, confirmed: boolean, nextRunAt: string | null, recorte: { title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> } }> } | null };

export type LeaveAlertsMutationVariables = Exact<{
  token: string;
  block: boolean;
}>;


export type LeaveAlertsMutation = { leaveAlerts: boolean };

export type ArticlePageQueryVariables = Exact<{
  uniqueId: string;
}>;


export type ArticlePageQuery = { article: { uniqueId: string, title: string, url: string, content: string | null, subtitle: string | null, editorialLead: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, extractedAt: string | null, removedAt: string | null, theme1Level1Code: string | null, theme1Level1Label: string | null, theme1Level2Code: string | null, theme1Level2Label: string | null, theme1Level3Code: string | null, theme1Level3Label: string | null, versions: Array<{ number: number, seenAt: string, grade: EditGrade | null, reason: string | null }>, features: { viewCount: number | null, wordCount: number | null, readabilityFlesch: number | null, entities: Array<{ text: string, type: string, count: number, canonicalId: string | null }>, contentAnnotations: Array<{ start: number, end: number, type: string, text: string, canonicalId: string | null }> } | null } | null, relatedArticles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> };

export type VersionPageQueryVariables = Exact<{
  uniqueId: string;
  number: number;
}>;


export type VersionPageQuery = { articleVersion: { number: number, seenAt: string, title: string, subtitle: string | null, content: string | null, grade: EditGrade | null, reason: string | null } | null };

export type DiffPageQueryVariables = Exact<{
  uniqueId: string;
  from: number;
  to: number;
}>;


export type DiffPageQuery = { articleDiff: { from: number, to: number, grade: EditGrade, reason: string, title: Array<{ kind: DiffKind, text: string }>, subtitle: Array<{ kind: DiffKind, text: string }>, content: Array<{ kind: DiffKind, text: string }> } | null, article: { title: string, agencyName: string | null, versions: Array<{ number: number, seenAt: string }> } | null };

export type DiffPartFragment = { kind: DiffKind, text: string };

export type ChangesQueryVariables = Exact<{
  filter?: ArticleFilter | null | undefined;
  grades?: Array<EditGrade> | EditGrade | null | undefined;
  kinds?: Array<ArticleEventKind> | ArticleEventKind | null | undefined;
  from: string;
  to: string;
  after?: string | null | undefined;
}>;


export type ChangesQuery = { articleChanges: { endCursor: string | null, events: Array<{ position: string, at: string, kind: ArticleEventKind, uniqueId: string, agency: string, title: string | null, url: string | null, version: number | null, grade: EditGrade | null, reason: string | null }> } };

export type ChangesByAgencyQueryVariables = Exact<{
  agencies?: Array<string> | string | null | undefined;
  themes?: Array<string> | string | null | undefined;
  grades?: Array<EditGrade> | EditGrade | null | undefined;
  kinds?: Array<ArticleEventKind> | ArticleEventKind | null | undefined;
  from: string;
  to: string;
}>;


export type ChangesByAgencyQuery = { articleChangeCounts: Array<{ key: string, label: string, count: number }> };

export type ChangesOverTimeQueryVariables = Exact<{
  agency1: string;
  agency2: string;
  agency3: string;
  agency4: string;
  agency5: string;
  has2: boolean;
  has3: boolean;
  has4: boolean;
  has5: boolean;
  by: ChangeDimension;
  themes?: Array<string> | string | null | undefined;
  grades?: Array<EditGrade> | EditGrade | null | undefined;
  kinds?: Array<ArticleEventKind> | ArticleEventKind | null | undefined;
  from: string;
  to: string;
}>;


export type ChangesOverTimeQuery = { first: Array<{ key: string, count: number }>, second?: Array<{ key: string, count: number }>, third?: Array<{ key: string, count: number }>, fourth?: Array<{ key: string, count: number }>, fifth?: Array<{ key: string, count: number }> };

export type ListingsQueryVariables = Exact<{
  page: number;
  limit: number;
}>;


export type ListingsQuery = { marketplaceListings: { total: number, listings: Array<{ id: string, name: string, description: string | null, authorDisplayName: string, schedule: string | null, likeCount: number, followerCount: number, recortes: Array<{ title: string }> }> } };

export type ListingQueryVariables = Exact<{
  id: string;
}>;


export type ListingQuery = { marketplaceListing: { id: string, name: string, description: string | null, authorDisplayName: string, sourceClippingId: string, schedule: string | null, likeCount: number, followerCount: number, hasLiked: boolean | null, hasFollowed: boolean | null, recortes: Array<{ id: string, title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> }>, releases: Array<{ id: string, createdAt: string | null, refTime: string | null, articlesCount: number, digestPreview: string | null }> } | null };

export type MyClippingsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyClippingsQuery = { clippings: Array<{ id: string, name: string, description: string | null, schedule: string, nextRunAt: string | null, active: boolean, isAuthor: boolean, marketplaceListingId: string | null, mySubscription: { deliveryChannels: { email: boolean, telegram: boolean, push: boolean, webhook: boolean, slack: boolean }, channelProblems: Array<{ channel: string, reason: ChannelProblemReason, since: string, address: string | null }> } | null, recortes: Array<{ id: string, title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> }>, releases: Array<{ id: string, createdAt: string | null, articlesCount: number, releaseUrl: string | null }> }> };

export type ChannelFieldsFragment = { email: boolean, telegram: boolean, push: boolean, webhook: boolean, slack: boolean };

export type ChannelProblemFieldsFragment = { channel: string, reason: ChannelProblemReason, since: string, address: string | null };

export type RecorteFiltersFragment = { title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> };

export type RecorteNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type RecorteNamesQuery = { agencies: Array<{ code: string, label: string }>, themeTree: Array<{ code: string, label: string }>, states: { items: Array<{ label: string, code: string }> } };

export type RecorteVolumeQueryVariables = Exact<{
  recorte: RecorteFiltersInput;
  sample: ArticleFilter;
}>;


export type RecorteVolumeQuery = { recorteEstimate: { totalEstimate: number, articlesPerDay: number }, articles: { articles: Array<{ uniqueId: string, title: string, agencyName: string | null, publishedAt: string | null }> } };

export type EditedClippingQueryVariables = Exact<{
  id: string;
}>;


export type EditedClippingQuery = { clipping: { id: string, name: string, description: string | null, prompt: string | null, schedule: string, scheduleTime: string | null, startDate: string | null, endDate: string | null, includeHistory: boolean, isAuthor: boolean, extraEmails: Array<string>, recortes: Array<{ title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> }>, deliveryChannels: { email: boolean, telegram: boolean, push: boolean, webhook: boolean, slack: boolean } | null, mySubscription: { extraEmails: Array<string>, webhookUrl: string | null, webhookSecret: string | null, slackUrl: string | null, deliveryChannels: { email: boolean, telegram: boolean, push: boolean, webhook: boolean, slack: boolean }, channelProblems: Array<{ channel: string, reason: ChannelProblemReason, since: string, address: string | null }> } | null } | null };

export type MailPreviewQueryVariables = Exact<{
  input: ClippingInput;
  clippingId?: string | null | undefined;
}>;


export type MailPreviewQuery = { clippingMailPreview: { subject: string, html: string } | null };

export type UpdateClippingMutationVariables = Exact<{
  id: string;
  input: ClippingInput;
}>;


export type UpdateClippingMutation = { updateClipping: { id: string } };

export type UpdateChannelsMutationVariables = Exact<{
  id: string;
  channels: DeliveryChannelsInput;
  extraEmails?: Array<string> | string | null | undefined;
  webhookUrl?: string | null | undefined;
  slackUrl?: string | null | undefined;
}>;


export type UpdateChannelsMutation = { updateMySubscription: { id: string } | null };

export type PushKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type PushKeyQuery = { pushPublicKey: string | null };

export type SyncPushMutationVariables = Exact<{
  subscription: PushSubscriptionInput;
}>;


export type SyncPushMutation = { syncPushSubscription: boolean };

export type TelegramLinkedQueryVariables = Exact<{ [key: string]: never; }>;


export type TelegramLinkedQuery = { currentUserHasTelegramLinked: boolean };

export type PublishClippingMutationVariables = Exact<{
  id: string;
  input: PublishInput;
}>;


export type PublishClippingMutation = { publishToMarketplace: { id: string } };

export type UnpublishListingMutationVariables = Exact<{
  id: string;
}>;


export type UnpublishListingMutation = { unpublishFromMarketplace: boolean };

export type RenewReleaseAddressesMutationVariables = Exact<{
  id: string;
}>;


export type RenewReleaseAddressesMutation = { renewReleaseAddresses: number };

export type CreateClippingMutationVariables = Exact<{
  input: ClippingInput;
}>;


export type CreateClippingMutation = { createClipping: { id: string, nextRunAt: string | null } };

export type SendClippingMutationVariables = Exact<{
  id: string;
}>;


export type SendClippingMutation = { sendClipping: boolean };

export type SetClippingActiveMutationVariables = Exact<{
  id: string;
  active: boolean;
}>;


export type SetClippingActiveMutation = { setClippingActive: { id: string } };

export type DeleteClippingMutationVariables = Exact<{
  id: string;
}>;


export type DeleteClippingMutation = { deleteClipping: boolean };

export type LikeListingMutationVariables = Exact<{
  id: string;
}>;


export type LikeListingMutation = { likeMarketplaceListing: boolean };

export type FollowClippingMutationVariables = Exact<{
  input: SubscribeInput;
}>;


export type FollowClippingMutation = { subscribeToClipping: { id: string } };

export type UnfollowClippingMutationVariables = Exact<{
  id: string;
}>;


export type UnfollowClippingMutation = { unsubscribeFromClipping: boolean };

export type CloneListingMutationVariables = Exact<{
  id: string;
}>;


export type CloneListingMutation = { cloneMarketplaceListing: { id: string } };

export type GenerateRecortesSubscriptionVariables = Exact<{
  prompt: string;
}>;


export type GenerateRecortesSubscription = { generateRecortes:
    | { __typename: 'AgentEventThinking', message: string }
    | { __typename: 'AgentEventToolCall', tool: string, argsJson: string }
    | { __typename: 'AgentEventToolResult' }
    | { __typename: 'AgentEventSampleResult', payloadJson: string }
    | { __typename: 'AgentEventAdjusting', message: string }
    | { __typename: 'AgentEventDone', suggestedName: string, explanation: string, description: string, recortes: Array<{ title: string, themes: Array<string>, agencies: Array<string>, excludeAgencies: Array<string>, keywords: Array<string>, excludeKeywords: Array<string>, entityCanonical: Array<string>, states: Array<string>, events: Array<RecorteEvent> }> }
    | { __typename: 'AgentEventError', message: string }
   };

export type CompareQueryVariables = Exact<{
  query: string;
  filter: ArticleFilter;
  before: ArticleFilter;
  by: CountDimension;
  entity: string;
  hasEntity: boolean;
}>;


export type CompareQuery = { periods: { found: number, total: number, items: Array<{ key: string, count: number, share: number }> }, agencies: { items: Array<{ key: string, label: string, count: number, share: number }> }, before: { found: number, total: number, items: Array<{ key: string, count: number, share: number }> }, entity?: { canonicalName: string | null } | null };

export type EntitySearchQueryVariables = Exact<{
  query: string;
}>;


export type EntitySearchQuery = { entitySearch: Array<{ entityId: string, canonicalName: string, type: string, articleCount: number }> };

export type TrendingNowQueryVariables = Exact<{ [key: string]: never; }>;


export type TrendingNowQuery = { trendingEntities: Array<{ entityId: string, canonicalName: string, type: string, windowCount: number, windowAgencies: number, baselineCount: number | null, volumeRatio: number }> };

export type EntityPageQueryVariables = Exact<{
  id: string;
  dateFrom: string;
}>;


export type EntityPageQuery = { entity: { entityId: string, canonicalName: string | null, type: string | null, aliases: Array<string>, wikidataUrl: string | null, description: string | null, agencyKey: string | null } | null, coverage: Array<{ period: string, agencyKey: string, agencyName: string | null, articleCount: number, totalMentions: number }>, articles: { found: number, articles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> } };

export type EntityNetworkQueryVariables = Exact<{
  id: string;
  limit: number;
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
}>;


export type EntityNetworkQuery = { entityNetwork: { nodes: Array<{ entityId: string, canonicalName: string | null, type: string | null }>, edges: Array<{ src: string, dst: string, weight: number }> } };

export type FreshnessQueryVariables = Exact<{
  incidents: number;
}>;


export type FreshnessQuery = { agencyFreshness: Array<{ agencyKey: string, agencyName: string, state: FreshnessState, measuredAt: string, lastArticleId: string | null, lastArticleAt: string | null, silentDays: number | null, usualPauseDays: number | null, longPauseDays: number | null, articles: number, lastReadAt: string | null, failedReads: number, lastErrorKind: string | null, fallbackShare: number | null }>, pipelineDelays: Array<{ stage: PipelineStage, articles: number, medianSeconds: number | null, longSeconds: number | null, waiting: number | null, oldestWaitingSeconds: number | null }>, incidents: Array<{ id: string, kind: IncidentKind, subject: string, agencyName: string | null, beganAt: string, endedAt: string | null, worst: number }> };

export type OperationsQueryVariables = Exact<{
  deliveryStatus: string;
  runStatus: string;
}>;


export type OperationsQuery = { pipelineStatus: { measuredAt: string, steps: Array<{ step: string, due: number, failed: number, oldestOpenAt: string | null }>, failedSteps: Array<{ step: string, uniqueId: string, agencyKey: string, attempts: number, error: string | null, failedAt: string }> }, queueDepths: Array<{ queue: string, waiting: number, inFlight: number, dead: number, measuredAt: string, reasons: Array<{ reason: string, messages: number }> }>, jobStatus: Array<{ name: string, purpose: string, cron: string | null, targets: number, succeeded: number, failed: number, skipped: number, open: number, lastEndedAt: string | null }>, jobRuns: Array<{ job: string, target: string, scheduledTime: string, attempts: number, error: string | null }>, deliveryChannels: Array<{ channel: string, due: number, oldestDueAt: string | null, pausedUntil: string | null, sent: number, failed: number, unknown: number }>, deliveryRows: Array<{ id: string, kind: string, channel: string, attempts: number, updatedAt: string, clippingName: string | null, error: string | null }>, siteStatus: Array<{ agencyKey: string, lastSuccessAt: string | null, nextAt: string | null, failures: number, errorKind: string | null, errorMessage: string | null, isFailing: boolean, isSilent: boolean, isDrifting: boolean }>, operationsHistory: Array<{ day: string, incidents: number, failedArticles: number, deadLetters: number, failedRuns: number, failedSites: number, failedDeliveries: number }>, incidentReports: Array<{ id: string, kind: IncidentKind, subject: string, agencyName: string | null, beganAt: string, endedAt: string | null, worst: number, reason: string | null }> };

export type ThemesOverTimeQueryVariables = Exact<{
  dateFrom: string;
  dateTo: string;
  granularity: Granularity;
}>;


export type ThemesOverTimeQuery = { themeTimeline: Array<{ period: string, label: string, count: number }> };

export type AgenciesOverTimeQueryVariables = Exact<{
  agencies: Array<string> | string;
  dateFrom: string;
  dateTo: string;
  granularity: Granularity;
}>;


export type AgenciesOverTimeQuery = { agencyAnalytics: Array<{ period: string, agencyKey: string, agencyName: string | null, articleCount: number }> };

export type AgencyPeriodFragment = { period: string, agencyKey: string, agencyName: string | null, articleCount: number };

export type PanoramaQueryVariables = Exact<{
  filter: ArticleFilter;
  before: ArticleFilter;
}>;


export type PanoramaQuery = { days: { found: number, items: Array<{ key: string, count: number }> }, themes: { items: Array<{ key: string, label: string, count: number }> }, agencies: { items: Array<{ key: string, label: string, count: number }> }, agenciesBefore: { found: number, items: Array<{ key: string }> }, themesBefore: { items: Array<{ key: string }> }, months: { items: Array<{ key: string }> } };

export type TrendsQueryVariables = Exact<{ [key: string]: never; }>;


export type TrendsQuery = { trendingThemes: Array<{ themeLabel: string, themeCode: string | null, windowCount: number, baselineDailyAvg: number, growthScore: number, topArticles: Array<{ uniqueId: string, title: string }> }>, trendingEntities: Array<{ entityId: string, canonicalName: string, type: string, trendingScore: number, volumeRatio: number, windowCount: number, windowAgencies: number, baselineCount: number | null, isNew: boolean | null }> };

export type AgencyMeasuresQueryVariables = Exact<{
  agencies: Array<string> | string;
  dateFrom: string;
  dateTo: string;
  granularity: Granularity;
}>;


export type AgencyMeasuresQuery = { agencyAnalytics: Array<{ pctPositive: number | null, pctNegative: number | null, avgReadabilityFlesch: number | null, avgWordCount: number | null, period: string, agencyKey: string, agencyName: string | null, articleCount: number, topThemes: Array<{ label: string, count: number }> }> };

export type AgencyMeasureFragment = { pctPositive: number | null, pctNegative: number | null, avgReadabilityFlesch: number | null, avgWordCount: number | null, period: string, agencyKey: string, agencyName: string | null, articleCount: number, topThemes: Array<{ label: string, count: number }> };

export type SentimentCountsQueryVariables = Exact<{
  startDate: string;
  endDate: string;
}>;


export type SentimentCountsQuery = { all: { found: number }, positive: { found: number }, neutral: { found: number }, negative: { found: number } };

export type LatestQueryVariables = Exact<{
  limit: number;
}>;


export type LatestQuery = { articles: { articles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> } };

export type ArticleCardFragment = { uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null };

export type SearchQueryVariables = Exact<{
  query: string;
  filter?: ArticleFilter | null | undefined;
  every?: ArticleFilter | null | undefined;
  page: number;
  semantic: boolean;
  sort?: ArticleSort | null | undefined;
  limit: number;
}>;


export type SearchQuery = { search: { found: number, articles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> }, every: { found: number } };

export type BrowseQueryVariables = Exact<{
  filter?: ArticleFilter | null | undefined;
  every?: ArticleFilter | null | undefined;
  page: number;
  limit: number;
  sort?: ArticleSort | null | undefined;
}>;


export type BrowseQuery = { articles: { found: number, articles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> }, every: { found: number } };

export type SearchOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SearchOptionsQuery = { agencies: Array<{ code: string, label: string }>, themes: Array<{ code: string, label: string }>, states: { items: Array<{ key: string, label: string }> } };

export type EntityFacetsQueryVariables = Exact<{
  query: string;
}>;


export type EntityFacetsQuery = { entitySuggestions: Array<{ value: string, count: number, entityId: string | null, label: string | null }> };

export type EntityNameQueryVariables = Exact<{
  id: string;
}>;


export type EntityNameQuery = { entity: { canonicalName: string | null } | null };

export type QuestionCountsQueryVariables = Exact<{
  query: string;
  filter?: ArticleFilter | null | undefined;
  by: CountDimension;
  limit: number;
}>;


export type QuestionCountsQuery = { articleCounts: { items: Array<{ key: string, label: string, count: number, share: number }> } };

export type ThemesQueryVariables = Exact<{
  days: number;
}>;


export type ThemesQuery = { themes: Array<{ code: string, label: string }>, first: Array<{ code: string, count: number }> };

export type ThemeProfileQueryVariables = Exact<{
  themes: Array<string> | string;
  startDate: string;
}>;


export type ThemeProfileQuery = { latest: { articles: Array<{ uniqueId: string, title: string, summary: string | null, agency: string | null, agencyName: string | null, publishedAt: string | null, mostSpecificThemeCode: string | null, mostSpecificThemeLabel: string | null, story: { agencies: Array<string>, agencyNames: Array<string> } | null }> }, all: { found: number }, recent: { found: number }, second: Array<{ code: string, count: number }>, themeTree: Array<{ code: string, label: string }> };

export type WidgetOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type WidgetOptionsQuery = { widgetConfig: { agencies: Array<string>, themes: Array<string> }, agencies: Array<{ code: string, label: string }>, themes: Array<{ code: string, label: string }> };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const RecorteFiltersFragmentDoc = new TypedDocumentString(`
    fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}
    `, {"fragmentName":"RecorteFilters"}) as unknown as TypedDocumentString<RecorteFiltersFragment, unknown>;
export const ShownAlertsFragmentDoc = new TypedDocumentString(`
    fragment ShownAlerts on AlertAddress {
  address
  alerts {
    id
    frequency
    confirmed
    nextRunAt
    recorte {
      ...RecorteFilters
    }
  }
}
    fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`, {"fragmentName":"ShownAlerts"}) as unknown as TypedDocumentString<ShownAlertsFragment, unknown>;
export const DiffPartFragmentDoc = new TypedDocumentString(`
    fragment DiffPart on DiffPart {
  kind
  text
}
    `, {"fragmentName":"DiffPart"}) as unknown as TypedDocumentString<DiffPartFragment, unknown>;
export const ChannelFieldsFragmentDoc = new TypedDocumentString(`
    fragment ChannelFields on DeliveryChannels {
  email
  telegram
  push
  webhook
  slack
}
    `, {"fragmentName":"ChannelFields"}) as unknown as TypedDocumentString<ChannelFieldsFragment, unknown>;
export const ChannelProblemFieldsFragmentDoc = new TypedDocumentString(`
    fragment ChannelProblemFields on ChannelProblem {
  channel
  reason
  since
  address
}
    `, {"fragmentName":"ChannelProblemFields"}) as unknown as TypedDocumentString<ChannelProblemFieldsFragment, unknown>;
export const AgencyPeriodFragmentDoc = new TypedDocumentString(`
    fragment AgencyPeriod on AgencyPeriodMetrics {
  period
  agencyKey
  agencyName
  articleCount
}
    `, {"fragmentName":"AgencyPeriod"}) as unknown as TypedDocumentString<AgencyPeriodFragment, unknown>;
export const AgencyMeasureFragmentDoc = new TypedDocumentString(`
    fragment AgencyMeasure on AgencyPeriodMetrics {
  ...AgencyPeriod
  pctPositive
  pctNegative
  avgReadabilityFlesch
  avgWordCount
  topThemes {
    label
    count
  }
}
    fragment AgencyPeriod on AgencyPeriodMetrics {
  period
  agencyKey
  agencyName
  articleCount
}`, {"fragmentName":"AgencyMeasure"}) as unknown as TypedDocumentString<AgencyMeasureFragment, unknown>;
export const ArticleCardFragmentDoc = new TypedDocumentString(`
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}
    `, {"fragmentName":"ArticleCard"}) as unknown as TypedDocumentString<ArticleCardFragment, unknown>;
export const AgenciesDocument = new TypedDocumentString(`
    query Agencies($filter: ArticleFilter!) {
  agencies {
    code
    label
    inCatalogue
  }
  counts: articleCounts(filter: $filter, by: AGENCY, limit: 1000) {
    items {
      key
      count
    }
  }
  all: agencyFreshness(limit: 500) {
    agencyKey
    agencyName
  }
}
    `) as unknown as TypedDocumentString<AgenciesQuery, AgenciesQueryVariables>;
export const AgencyProfileDocument = new TypedDocumentString(`
    query AgencyProfile($agency: String!, $agencies: [String!]!, $dateFrom: String!, $dateTo: String!) {
  months: agencyAnalytics(
    agencies: $agencies
    dateFrom: $dateFrom
    dateTo: $dateTo
    granularity: MONTH
    metrics: [VOLUME, SENTIMENT, READABILITY, THEMES]
  ) {
    ...AgencyMeasure
  }
  themes: articleCounts(
    filter: {agencies: $agencies, startDate: $dateFrom, endDate: $dateTo}
    by: THEME
    limit: 10
  ) {
    items {
      key
      label
      count
    }
  }
  trendingThemes(agencyKey: $agency, limit: 5) {
    themeLabel
    themeCode
    windowCount
    baselineDailyAvg
    growthScore
  }
  freshness: agencyFreshness(agencies: $agencies) {
    agencyName
    state
    silentDays
    usualPauseDays
    longPauseDays
  }
  latest: articles(limit: 9, filter: {agencies: $agencies}) {
    found
    articles {
      ...ArticleCard
    }
  }
  agencies {
    code
    label
  }
}
    fragment AgencyPeriod on AgencyPeriodMetrics {
  period
  agencyKey
  agencyName
  articleCount
}
fragment AgencyMeasure on AgencyPeriodMetrics {
  ...AgencyPeriod
  pctPositive
  pctNegative
  avgReadabilityFlesch
  avgWordCount
  topThemes {
    label
    count
  }
}
fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<AgencyProfileQuery, AgencyProfileQueryVariables>;
export const AlertAddressDocument = new TypedDocumentString(`
    query AlertAddress($token: String!) {
  alertAddress(token: $token) {
    ...ShownAlerts
  }
}
    fragment ShownAlerts on AlertAddress {
  address
  alerts {
    id
    frequency
    confirmed
    nextRunAt
    recorte {
      ...RecorteFilters
    }
  }
}
fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<AlertAddressQuery, AlertAddressQueryVariables>;
export const RequestAlertDocument = new TypedDocumentString(`
    mutation RequestAlert($input: AlertInput!) {
  requestAlert(input: $input) {
    confirmWithinDays
  }
}
    `) as unknown as TypedDocumentString<RequestAlertMutation, RequestAlertMutationVariables>;
export const ConfirmAlertDocument = new TypedDocumentString(`
    mutation ConfirmAlert($token: String!, $id: String!) {
  confirmAlert(token: $token, id: $id) {
    ...ShownAlerts
  }
}
    fragment ShownAlerts on AlertAddress {
  address
  alerts {
    id
    frequency
    confirmed
    nextRunAt
    recorte {
      ...RecorteFilters
    }
  }
}
fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<ConfirmAlertMutation, ConfirmAlertMutationVariables>;
export const UpdateAlertDocument = new TypedDocumentString(`
    mutation UpdateAlert($token: String!, $id: String!, $recorte: RecorteInput, $frequency: AlertFrequency) {
  updateAlert(token: $token, id: $id, recorte: $recorte, frequency: $frequency) {
    ...ShownAlerts
  }
}
    fragment ShownAlerts on AlertAddress {
  address
  alerts {
    id
    frequency
    confirmed
    nextRunAt
    recorte {
      ...RecorteFilters
    }
  }
}
fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<UpdateAlertMutation, UpdateAlertMutationVariables>;
export const CancelAlertDocument = new TypedDocumentString(`
    mutation CancelAlert($token: String!, $id: String!) {
  cancelAlert(token: $token, id: $id) {
    ...ShownAlerts
  }
}
    fragment ShownAlerts on AlertAddress {
  address
  alerts {
    id
    frequency
    confirmed
    nextRunAt
    recorte {
      ...RecorteFilters
    }
  }
}
fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<CancelAlertMutation, CancelAlertMutationVariables>;
export const LeaveAlertsDocument = new TypedDocumentString(`
    mutation LeaveAlerts($token: String!, $block: Boolean!) {
  leaveAlerts(token: $token, block: $block)
}
    `) as unknown as TypedDocumentString<LeaveAlertsMutation, LeaveAlertsMutationVariables>;
export const ArticlePageDocument = new TypedDocumentString(`
    query ArticlePage($uniqueId: String!) {
  article(uniqueId: $uniqueId) {
    uniqueId
    title
    url
    content
    subtitle
    editorialLead
    agency
    agencyName
    publishedAt
    extractedAt
    removedAt
    versions {
      number
      seenAt
      grade
      reason
    }
    theme1Level1Code
    theme1Level1Label
    theme1Level2Code
    theme1Level2Label
    theme1Level3Code
    theme1Level3Label
    features {
      entities {
        text
        type
        count
        canonicalId
      }
      contentAnnotations {
        start
        end
        type
        text
        canonicalId
      }
      viewCount
      wordCount
      readabilityFlesch
    }
  }
  relatedArticles(uniqueId: $uniqueId, limit: 6) {
    ...ArticleCard
  }
}
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<ArticlePageQuery, ArticlePageQueryVariables>;
export const VersionPageDocument = new TypedDocumentString(`
    query VersionPage($uniqueId: String!, $number: Int!) {
  articleVersion(uniqueId: $uniqueId, number: $number) {
    number
    seenAt
    title
    subtitle
    content
    grade
    reason
  }
}
    `) as unknown as TypedDocumentString<VersionPageQuery, VersionPageQueryVariables>;
export const DiffPageDocument = new TypedDocumentString(`
    query DiffPage($uniqueId: String!, $from: Int!, $to: Int!) {
  articleDiff(uniqueId: $uniqueId, from: $from, to: $to) {
    from
    to
    grade
    reason
    title {
      ...DiffPart
    }
    subtitle {
      ...DiffPart
    }
    content {
      ...DiffPart
    }
  }
  article(uniqueId: $uniqueId) {
    title
    agencyName
    versions {
      number
      seenAt
    }
  }
}
    fragment DiffPart on DiffPart {
  kind
  text
}`) as unknown as TypedDocumentString<DiffPageQuery, DiffPageQueryVariables>;
export const ChangesDocument = new TypedDocumentString(`
    query Changes($filter: ArticleFilter, $grades: [EditGrade!], $kinds: [ArticleEventKind!], $from: String!, $to: String!, $after: String) {
  articleChanges(
    filter: $filter
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    first: 30
    after: $after
  ) {
    events {
      position
      at
      kind
      uniqueId
      agency
      title
      url
      version
      grade
      reason
    }
    endCursor
  }
}
    `) as unknown as TypedDocumentString<ChangesQuery, ChangesQueryVariables>;
export const ChangesByAgencyDocument = new TypedDocumentString(`
    query ChangesByAgency($agencies: [String!], $themes: [String!], $grades: [EditGrade!], $kinds: [ArticleEventKind!], $from: String!, $to: String!) {
  articleChangeCounts(
    by: AGENCY
    agencies: $agencies
    themes: $themes
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    limit: 15
  ) {
    key
    label
    count
  }
}
    `) as unknown as TypedDocumentString<ChangesByAgencyQuery, ChangesByAgencyQueryVariables>;
export const ChangesOverTimeDocument = new TypedDocumentString(`
    query ChangesOverTime($agency1: String!, $agency2: String!, $agency3: String!, $agency4: String!, $agency5: String!, $has2: Boolean!, $has3: Boolean!, $has4: Boolean!, $has5: Boolean!, $by: ChangeDimension!, $themes: [String!], $grades: [EditGrade!], $kinds: [ArticleEventKind!], $from: String!, $to: String!) {
  first: articleChangeCounts(
    by: $by
    agencies: [$agency1]
    themes: $themes
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    limit: 400
  ) {
    key
    count
  }
  second: articleChangeCounts(
    by: $by
    agencies: [$agency2]
    themes: $themes
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    limit: 400
  ) @include(if: $has2) {
    key
    count
  }
  third: articleChangeCounts(
    by: $by
    agencies: [$agency3]
    themes: $themes
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    limit: 400
  ) @include(if: $has3) {
    key
    count
  }
  fourth: articleChangeCounts(
    by: $by
    agencies: [$agency4]
    themes: $themes
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    limit: 400
  ) @include(if: $has4) {
    key
    count
  }
  fifth: articleChangeCounts(
    by: $by
    agencies: [$agency5]
    themes: $themes
    grades: $grades
    kinds: $kinds
    from: $from
    to: $to
    limit: 400
  ) @include(if: $has5) {
    key
    count
  }
}
    `) as unknown as TypedDocumentString<ChangesOverTimeQuery, ChangesOverTimeQueryVariables>;
export const ListingsDocument = new TypedDocumentString(`
    query Listings($page: Int!, $limit: Int!) {
  marketplaceListings(page: $page, limit: $limit) {
    total
    listings {
      id
      name
      description
      authorDisplayName
      schedule
      likeCount
      followerCount
      recortes {
        title
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListingsQuery, ListingsQueryVariables>;
export const ListingDocument = new TypedDocumentString(`
    query Listing($id: String!) {
  marketplaceListing(id: $id) {
    id
    name
    description
    authorDisplayName
    sourceClippingId
    schedule
    likeCount
    followerCount
    hasLiked
    hasFollowed
    recortes {
      id
      title
      themes
      agencies
      excludeAgencies
      keywords
      excludeKeywords
      entityCanonical
      states
      events
    }
    releases(limit: 10) {
      id
      createdAt
      refTime
      articlesCount
      digestPreview
    }
  }
}
    `) as unknown as TypedDocumentString<ListingQuery, ListingQueryVariables>;
export const MyClippingsDocument = new TypedDocumentString(`
    query MyClippings {
  clippings {
    id
    name
    description
    schedule
    nextRunAt
    active
    isAuthor
    marketplaceListingId
    mySubscription {
      deliveryChannels {
        ...ChannelFields
      }
      channelProblems {
        ...ChannelProblemFields
      }
    }
    recortes {
      id
      ...RecorteFilters
    }
    releases(limit: 5) {
      id
      createdAt
      articlesCount
      releaseUrl
    }
  }
}
    fragment ChannelFields on DeliveryChannels {
  email
  telegram
  push
  webhook
  slack
}
fragment ChannelProblemFields on ChannelProblem {
  channel
  reason
  since
  address
}
fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<MyClippingsQuery, MyClippingsQueryVariables>;
export const RecorteNamesDocument = new TypedDocumentString(`
    query RecorteNames {
  agencies {
    code
    label
  }
  themeTree {
    code
    label
  }
  states: articleCounts(by: STATE, limit: 27) {
    items {
      code: key
      label
    }
  }
}
    `) as unknown as TypedDocumentString<RecorteNamesQuery, RecorteNamesQueryVariables>;
export const RecorteVolumeDocument = new TypedDocumentString(`
    query RecorteVolume($recorte: RecorteFiltersInput!, $sample: ArticleFilter!) {
  recorteEstimate(recorte: $recorte) {
    totalEstimate
    articlesPerDay
  }
  articles(filter: $sample, limit: 3) {
    articles {
      uniqueId
      title
      agencyName
      publishedAt
    }
  }
}
    `) as unknown as TypedDocumentString<RecorteVolumeQuery, RecorteVolumeQueryVariables>;
export const EditedClippingDocument = new TypedDocumentString(`
    query EditedClipping($id: String!) {
  clipping(id: $id) {
    id
    name
    description
    prompt
    schedule
    scheduleTime
    startDate
    endDate
    includeHistory
    isAuthor
    extraEmails
    recortes {
      ...RecorteFilters
    }
    deliveryChannels {
      ...ChannelFields
    }
    mySubscription {
      deliveryChannels {
        ...ChannelFields
      }
      extraEmails
      webhookUrl
      webhookSecret
      slackUrl
      channelProblems {
        ...ChannelProblemFields
      }
    }
  }
}
    fragment ChannelFields on DeliveryChannels {
  email
  telegram
  push
  webhook
  slack
}
fragment ChannelProblemFields on ChannelProblem {
  channel
  reason
  since
  address
}
fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<EditedClippingQuery, EditedClippingQueryVariables>;
export const MailPreviewDocument = new TypedDocumentString(`
    query MailPreview($input: ClippingInput!, $clippingId: String) {
  clippingMailPreview(input: $input, clippingId: $clippingId) {
    subject
    html
  }
}
    `) as unknown as TypedDocumentString<MailPreviewQuery, MailPreviewQueryVariables>;
export const UpdateClippingDocument = new TypedDocumentString(`
    mutation UpdateClipping($id: String!, $input: ClippingInput!) {
  updateClipping(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateClippingMutation, UpdateClippingMutationVariables>;
export const UpdateChannelsDocument = new TypedDocumentString(`
    mutation UpdateChannels($id: String!, $channels: DeliveryChannelsInput!, $extraEmails: [String!], $webhookUrl: String, $slackUrl: String) {
  updateMySubscription(
    clippingId: $id
    channels: $channels
    extraEmails: $extraEmails
    webhookUrl: $webhookUrl
    slackUrl: $slackUrl
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateChannelsMutation, UpdateChannelsMutationVariables>;
export const PushKeyDocument = new TypedDocumentString(`
    query PushKey {
  pushPublicKey
}
    `) as unknown as TypedDocumentString<PushKeyQuery, PushKeyQueryVariables>;
export const SyncPushDocument = new TypedDocumentString(`
    mutation SyncPush($subscription: PushSubscriptionInput!) {
  syncPushSubscription(subscription: $subscription)
}
    `) as unknown as TypedDocumentString<SyncPushMutation, SyncPushMutationVariables>;
export const TelegramLinkedDocument = new TypedDocumentString(`
    query TelegramLinked {
  currentUserHasTelegramLinked
}
    `) as unknown as TypedDocumentString<TelegramLinkedQuery, TelegramLinkedQueryVariables>;
export const PublishClippingDocument = new TypedDocumentString(`
    mutation PublishClipping($id: String!, $input: PublishInput!) {
  publishToMarketplace(clippingId: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<PublishClippingMutation, PublishClippingMutationVariables>;
export const UnpublishListingDocument = new TypedDocumentString(`
    mutation UnpublishListing($id: String!) {
  unpublishFromMarketplace(listingId: $id)
}
    `) as unknown as TypedDocumentString<UnpublishListingMutation, UnpublishListingMutationVariables>;
export const RenewReleaseAddressesDocument = new TypedDocumentString(`
    mutation RenewReleaseAddresses($id: String!) {
  renewReleaseAddresses(clippingId: $id)
}
    `) as unknown as TypedDocumentString<RenewReleaseAddressesMutation, RenewReleaseAddressesMutationVariables>;
export const CreateClippingDocument = new TypedDocumentString(`
    mutation CreateClipping($input: ClippingInput!) {
  createClipping(input: $input) {
    id
    nextRunAt
  }
}
    `) as unknown as TypedDocumentString<CreateClippingMutation, CreateClippingMutationVariables>;
export const SendClippingDocument = new TypedDocumentString(`
    mutation SendClipping($id: String!) {
  sendClipping(id: $id)
}
    `) as unknown as TypedDocumentString<SendClippingMutation, SendClippingMutationVariables>;
export const SetClippingActiveDocument = new TypedDocumentString(`
    mutation SetClippingActive($id: String!, $active: Boolean!) {
  setClippingActive(id: $id, active: $active) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetClippingActiveMutation, SetClippingActiveMutationVariables>;
export const DeleteClippingDocument = new TypedDocumentString(`
    mutation DeleteClipping($id: String!) {
  deleteClipping(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteClippingMutation, DeleteClippingMutationVariables>;
export const LikeListingDocument = new TypedDocumentString(`
    mutation LikeListing($id: String!) {
  likeMarketplaceListing(listingId: $id)
}
    `) as unknown as TypedDocumentString<LikeListingMutation, LikeListingMutationVariables>;
export const FollowClippingDocument = new TypedDocumentString(`
    mutation FollowClipping($input: SubscribeInput!) {
  subscribeToClipping(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<FollowClippingMutation, FollowClippingMutationVariables>;
export const UnfollowClippingDocument = new TypedDocumentString(`
    mutation UnfollowClipping($id: String!) {
  unsubscribeFromClipping(clippingId: $id)
}
    `) as unknown as TypedDocumentString<UnfollowClippingMutation, UnfollowClippingMutationVariables>;
export const CloneListingDocument = new TypedDocumentString(`
    mutation CloneListing($id: String!) {
  cloneMarketplaceListing(listingId: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<CloneListingMutation, CloneListingMutationVariables>;
export const GenerateRecortesDocument = new TypedDocumentString(`
    subscription GenerateRecortes($prompt: String!) {
  generateRecortes(prompt: $prompt) {
    __typename
    ... on AgentEventThinking {
      message
    }
    ... on AgentEventToolCall {
      tool
      argsJson
    }
    ... on AgentEventSampleResult {
      payloadJson
    }
    ... on AgentEventAdjusting {
      message
    }
    ... on AgentEventDone {
      suggestedName
      explanation
      description
      recortes {
        ...RecorteFilters
      }
    }
    ... on AgentEventError {
      message
    }
  }
}
    fragment RecorteFilters on Recorte {
  title
  themes
  agencies
  excludeAgencies
  keywords
  excludeKeywords
  entityCanonical
  states
  events
}`) as unknown as TypedDocumentString<GenerateRecortesSubscription, GenerateRecortesSubscriptionVariables>;
export const CompareDocument = new TypedDocumentString(`
    query Compare($query: String!, $filter: ArticleFilter!, $before: ArticleFilter!, $by: CountDimension!, $entity: String!, $hasEntity: Boolean!) {
  periods: articleCounts(query: $query, filter: $filter, by: $by, limit: 1000) {
    found
    total
    items {
      key
      count
      share
    }
  }
  agencies: articleCounts(query: $query, filter: $filter, by: AGENCY, limit: 1000) {
    items {
      key
      label
      count
      share
    }
  }
  before: articleCounts(query: $query, filter: $before, by: AGENCY, limit: 1000) {
    found
    total
    items {
      key
      count
      share
    }
  }
  entity(id: $entity) @include(if: $hasEntity) {
    canonicalName
  }
}
    `) as unknown as TypedDocumentString<CompareQuery, CompareQueryVariables>;
export const EntitySearchDocument = new TypedDocumentString(`
    query EntitySearch($query: String!) {
  entitySearch(query: $query, limit: 20) {
    entityId
    canonicalName
    type
    articleCount
  }
}
    `) as unknown as TypedDocumentString<EntitySearchQuery, EntitySearchQueryVariables>;
export const TrendingNowDocument = new TypedDocumentString(`
    query TrendingNow {
  trendingEntities(limit: 30) {
    entityId
    canonicalName
    type
    windowCount
    windowAgencies
    baselineCount
    volumeRatio
  }
}
    `) as unknown as TypedDocumentString<TrendingNowQuery, TrendingNowQueryVariables>;
export const EntityPageDocument = new TypedDocumentString(`
    query EntityPage($id: String!, $dateFrom: String!) {
  entity(id: $id) {
    entityId
    canonicalName
    type
    aliases
    wikidataUrl
    description
    agencyKey
  }
  coverage: entityCoverage(entityId: $id, dateFrom: $dateFrom, granularity: WEEK) {
    period
    agencyKey
    agencyName
    articleCount
    totalMentions
  }
  articles: entityArticles(entityId: $id, limit: 9) {
    found
    articles {
      ...ArticleCard
    }
  }
}
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<EntityPageQuery, EntityPageQueryVariables>;
export const EntityNetworkDocument = new TypedDocumentString(`
    query EntityNetwork($id: String!, $limit: Int!, $dateFrom: String, $dateTo: String) {
  entityNetwork(
    id: $id
    depth: 1
    limit: $limit
    dateFrom: $dateFrom
    dateTo: $dateTo
  ) {
    nodes {
      entityId
      canonicalName
      type
    }
    edges {
      src
      dst
      weight
    }
  }
}
    `) as unknown as TypedDocumentString<EntityNetworkQuery, EntityNetworkQueryVariables>;
export const FreshnessDocument = new TypedDocumentString(`
    query Freshness($incidents: Int!) {
  agencyFreshness(limit: 500) {
    agencyKey
    agencyName
    state
    measuredAt
    lastArticleId
    lastArticleAt
    silentDays
    usualPauseDays
    longPauseDays
    articles
    lastReadAt
    failedReads
    lastErrorKind
    fallbackShare
  }
  pipelineDelays {
    stage
    articles
    medianSeconds
    longSeconds
    waiting
    oldestWaitingSeconds
  }
  incidents(days: 30, limit: $incidents) {
    id
    kind
    subject
    agencyName
    beganAt
    endedAt
    worst
  }
}
    `) as unknown as TypedDocumentString<FreshnessQuery, FreshnessQueryVariables>;
export const OperationsDocument = new TypedDocumentString(`
    query Operations($deliveryStatus: String!, $runStatus: String!) {
  pipelineStatus {
    measuredAt
    steps {
      step
      due
      failed
      oldestOpenAt
    }
    failedSteps {
      step
      uniqueId
      agencyKey
      attempts
      error
      failedAt
    }
  }
  queueDepths {
    queue
    waiting
    inFlight
    dead
    reasons {
      reason
      messages
    }
    measuredAt
  }
  jobStatus {
    name
    purpose
    cron
    targets
    succeeded
    failed
    skipped
    open
    lastEndedAt
  }
  jobRuns(status: $runStatus, limit: 20) {
    job
    target
    scheduledTime
    attempts
    error
  }
  deliveryChannels {
    channel
    due
    oldestDueAt
    pausedUntil
    sent
    failed
    unknown
  }
  deliveryRows(status: $deliveryStatus, limit: 30) {
    id
    kind
    channel
    attempts
    updatedAt
    clippingName
    error
  }
  siteStatus(limit: 40) {
    agencyKey
    lastSuccessAt
    nextAt
    failures
    errorKind
    errorMessage
    isFailing
    isSilent
    isDrifting
  }
  operationsHistory(days: 7) {
    day
    incidents
    failedArticles
    deadLetters
    failedRuns
    failedSites
    failedDeliveries
  }
  incidentReports(days: 14, limit: 30) {
    id
    kind
    subject
    agencyName
    beganAt
    endedAt
    worst
    reason
  }
}
    `) as unknown as TypedDocumentString<OperationsQuery, OperationsQueryVariables>;
export const ThemesOverTimeDocument = new TypedDocumentString(`
    query ThemesOverTime($dateFrom: String!, $dateTo: String!, $granularity: Granularity!) {
  themeTimeline(
    dateFrom: $dateFrom
    dateTo: $dateTo
    granularity: $granularity
    limit: 8
  ) {
    period
    label
    count
  }
}
    `) as unknown as TypedDocumentString<ThemesOverTimeQuery, ThemesOverTimeQueryVariables>;
export const AgenciesOverTimeDocument = new TypedDocumentString(`
    query AgenciesOverTime($agencies: [String!]!, $dateFrom: String!, $dateTo: String!, $granularity: Granularity!) {
  agencyAnalytics(
    agencies: $agencies
    dateFrom: $dateFrom
    dateTo: $dateTo
    granularity: $granularity
    metrics: [VOLUME]
  ) {
    ...AgencyPeriod
  }
}
    fragment AgencyPeriod on AgencyPeriodMetrics {
  period
  agencyKey
  agencyName
  articleCount
}`) as unknown as TypedDocumentString<AgenciesOverTimeQuery, AgenciesOverTimeQueryVariables>;
export const PanoramaDocument = new TypedDocumentString(`
    query Panorama($filter: ArticleFilter!, $before: ArticleFilter!) {
  days: articleCounts(filter: $filter, by: DAY, limit: 1000) {
    found
    items {
      key
      count
    }
  }
  themes: articleCounts(filter: $filter, by: THEME, limit: 1000) {
    items {
      key
      label
      count
    }
  }
  agencies: articleCounts(filter: $filter, by: AGENCY, limit: 1000) {
    items {
      key
      label
      count
    }
  }
  agenciesBefore: articleCounts(filter: $before, by: AGENCY, limit: 1000) {
    found
    items {
      key
    }
  }
  themesBefore: articleCounts(filter: $before, by: THEME, limit: 1000) {
    items {
      key
    }
  }
  months: articleCounts(by: MONTH, limit: 1000) {
    items {
      key
    }
  }
}
    `) as unknown as TypedDocumentString<PanoramaQuery, PanoramaQueryVariables>;
export const TrendsDocument = new TypedDocumentString(`
    query Trends {
  trendingThemes(limit: 8) {
    themeLabel
    themeCode
    windowCount
    baselineDailyAvg
    growthScore
    topArticles {
      uniqueId
      title
    }
  }
  trendingEntities(limit: 10) {
    entityId
    canonicalName
    type
    trendingScore
    volumeRatio
    windowCount
    windowAgencies
    baselineCount
    isNew
  }
}
    `) as unknown as TypedDocumentString<TrendsQuery, TrendsQueryVariables>;
export const AgencyMeasuresDocument = new TypedDocumentString(`
    query AgencyMeasures($agencies: [String!]!, $dateFrom: String!, $dateTo: String!, $granularity: Granularity!) {
  agencyAnalytics(
    agencies: $agencies
    dateFrom: $dateFrom
    dateTo: $dateTo
    granularity: $granularity
    metrics: [VOLUME, SENTIMENT, READABILITY, THEMES]
  ) {
    ...AgencyMeasure
  }
}
    fragment AgencyPeriod on AgencyPeriodMetrics {
  period
  agencyKey
  agencyName
  articleCount
}
fragment AgencyMeasure on AgencyPeriodMetrics {
  ...AgencyPeriod
  pctPositive
  pctNegative
  avgReadabilityFlesch
  avgWordCount
  topThemes {
    label
    count
  }
}`) as unknown as TypedDocumentString<AgencyMeasuresQuery, AgencyMeasuresQueryVariables>;
export const SentimentCountsDocument = new TypedDocumentString(`
    query SentimentCounts($startDate: String!, $endDate: String!) {
  all: articles(limit: 0, filter: {startDate: $startDate, endDate: $endDate}) {
    found
  }
  positive: articles(
    limit: 0
    filter: {startDate: $startDate, endDate: $endDate, sentiment: ["positive"]}
  ) {
    found
  }
  neutral: articles(
    limit: 0
    filter: {startDate: $startDate, endDate: $endDate, sentiment: ["neutral"]}
  ) {
    found
  }
  negative: articles(
    limit: 0
    filter: {startDate: $startDate, endDate: $endDate, sentiment: ["negative"]}
  ) {
    found
  }
}
    `) as unknown as TypedDocumentString<SentimentCountsQuery, SentimentCountsQueryVariables>;
export const LatestDocument = new TypedDocumentString(`
    query Latest($limit: Int!) {
  articles(limit: $limit, filter: {oneStoryPer: true}) {
    articles {
      ...ArticleCard
    }
  }
}
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<LatestQuery, LatestQueryVariables>;
export const SearchDocument = new TypedDocumentString(`
    query Search($query: String!, $filter: ArticleFilter, $every: ArticleFilter, $page: Int!, $semantic: Boolean!, $sort: ArticleSort, $limit: Int!) {
  search(
    query: $query
    filter: $filter
    page: $page
    semantic: $semantic
    sort: $sort
    limit: $limit
  ) {
    found
    articles {
      ...ArticleCard
    }
  }
  every: search(query: $query, filter: $every, semantic: $semantic, limit: 0) {
    found
  }
}
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const BrowseDocument = new TypedDocumentString(`
    query Browse($filter: ArticleFilter, $every: ArticleFilter, $page: Int!, $limit: Int!, $sort: ArticleSort) {
  articles(filter: $filter, page: $page, limit: $limit, sort: $sort) {
    found
    articles {
      ...ArticleCard
    }
  }
  every: articles(filter: $every, limit: 0) {
    found
  }
}
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<BrowseQuery, BrowseQueryVariables>;
export const SearchOptionsDocument = new TypedDocumentString(`
    query SearchOptions {
  agencies {
    code
    label
  }
  themes {
    code
    label
  }
  states: articleCounts(by: STATE, limit: 27) {
    items {
      key
      label
    }
  }
}
    `) as unknown as TypedDocumentString<SearchOptionsQuery, SearchOptionsQueryVariables>;
export const EntityFacetsDocument = new TypedDocumentString(`
    query EntityFacets($query: String!) {
  entitySuggestions(query: $query, type: "CANONICAL", limit: 8) {
    value
    count
    entityId
    label
  }
}
    `) as unknown as TypedDocumentString<EntityFacetsQuery, EntityFacetsQueryVariables>;
export const EntityNameDocument = new TypedDocumentString(`
    query EntityName($id: String!) {
  entity(id: $id) {
    canonicalName
  }
}
    `) as unknown as TypedDocumentString<EntityNameQuery, EntityNameQueryVariables>;
export const QuestionCountsDocument = new TypedDocumentString(`
    query QuestionCounts($query: String!, $filter: ArticleFilter, $by: CountDimension!, $limit: Int!) {
  articleCounts(query: $query, filter: $filter, by: $by, limit: $limit) {
    items {
      key
      label
      count
      share
    }
  }
}
    `) as unknown as TypedDocumentString<QuestionCountsQuery, QuestionCountsQueryVariables>;
export const ThemesDocument = new TypedDocumentString(`
    query Themes($days: Int!) {
  themes {
    code
    label
  }
  first: themeArticleCounts(days: $days, level: 1) {
    code
    count
  }
}
    `) as unknown as TypedDocumentString<ThemesQuery, ThemesQueryVariables>;
export const ThemeProfileDocument = new TypedDocumentString(`
    query ThemeProfile($themes: [String!]!, $startDate: String!) {
  latest: articles(limit: 9, filter: {themes: $themes, oneStoryPer: true}) {
    articles {
      ...ArticleCard
    }
  }
  all: articles(limit: 0, filter: {themes: $themes}) {
    found
  }
  recent: articles(limit: 0, filter: {themes: $themes, startDate: $startDate}) {
    found
  }
  second: themeArticleCounts(days: 90, level: 2) {
    code
    count
  }
  themeTree {
    code
    label
  }
}
    fragment ArticleCard on Article {
  uniqueId
  title
  summary
  agency
  agencyName
  publishedAt
  mostSpecificThemeCode
  mostSpecificThemeLabel
  story {
    agencies
    agencyNames
  }
}`) as unknown as TypedDocumentString<ThemeProfileQuery, ThemeProfileQueryVariables>;
export const WidgetOptionsDocument = new TypedDocumentString(`
    query WidgetOptions {
  widgetConfig {
    agencies
    themes
  }
  agencies {
    code
    label
  }
  themes {
    code
    label
  }
}
    `) as unknown as TypedDocumentString<WidgetOptionsQuery, WidgetOptionsQueryVariables>;