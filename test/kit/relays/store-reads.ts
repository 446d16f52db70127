import { signLinkToken } from '@pauta/delivery/ledger/link-token'

// The reads of the stores that every query may make, for any size of its answer.

/** The address whose alerts are read, and the token of its link, which is signed with the secret of the local stack. */
export const ALERT_READER = 'leitora@exemplo.org'
const ALERT_TOKEN = signLinkToken(
  { purpose: 'alerts', subscriptionId: 'any', address: ALERT_READER },
  'links-of-the-local-stack',
)

export interface Reads {
  /** Requests to the index and statements of PostgreSQL, for any size of the answer. */
  index: number
  sql: number
}
export interface Operation extends Reads {
  document: string
  /** True when a user asks; otherwise a service account, which sees every other field. */
  asReader?: true
}

const ARTICLE = '{ uniqueId title content features { wordCount entities { text } } }'
const RANGE = 'range: { days: 300 }'

export const themeId = (i: number) => `tema_${String(i).padStart(6, '0')}`
const THEME_IDS = JSON.stringify(Array.from({ length: 50 }, (_, i) => themeId(i)))
const AGENCIES = JSON.stringify(Array.from({ length: 50 }, (_, i) => `orgao_${i + 1}`))
const WINDOW = 'startDate: "2000-01-01", endDate: "2099-12-31"'

/**
 * The reads of every query: the documented maximum, which equals the reads here. Texts of the articles of a list are
 * another request to the index.
 */
export const OPERATIONS: Record<string, Operation[]> = {
  ping: [{ document: '{ ping }', index: 0, sql: 0 }],
  articles: [
    { document: `{ articles(limit: 50) { found articles { title } } }`, index: 1, sql: 0 },
    { document: `{ articles(limit: 50) { found articles ${ARTICLE} } }`, index: 2, sql: 1 },
    { document: `{ articles(limit: 50, filter: { dedup: true }) { articles { title } } }`, index: 1, sql: 0 },
    // The statement reads the agencies and themes that exist, once in `catalogueSeconds`, which is 0 here.
    {
      document: `{ articles(limit: 50, filter: { agencies: ${AGENCIES} }) { articles { title } } }`,
      index: 1,
      sql: 1,
    },
    // Entities of a filter are read only if nothing was found.
    {
      document: '{ articles(limit: 50, filter: { entityCanonical: ["Q7000"] }) { articles { title } } }',
      index: 1,
      sql: 0,
    },
  ],
  article: [{ document: `{ article(uniqueId: "eixo_000000") ${ARTICLE} }`, index: 1, sql: 1 }],
  search: [
    { document: `{ search(query: "vacina") { articles ${ARTICLE} } }`, index: 2, sql: 1 },
    { document: `{ search(query: "vacina", semantic: true) { articles ${ARTICLE} } }`, index: 2, sql: 1 },
    {
      document: `{ search(query: "vacina", semantic: true, sort: DATE) { articles ${ARTICLE} } }`,
      index: 2,
      sql: 1,
    },
  ],
  searchSuggestions: [{ document: '{ searchSuggestions(query: "vaci") { title } }', index: 1, sql: 0 }],
  relatedArticles: [
    { document: `{ relatedArticles(uniqueId: "eixo_000000", limit: 50) ${ARTICLE} }`, index: 3, sql: 2 },
    { document: `{ relatedArticles(uniqueId: "tema_000000", limit: 50) { title } }`, index: 2, sql: 1 },
  ],
  themes: [{ document: '{ themes { code label } }', index: 1, sql: 1 }],
  themeTree: [{ document: '{ themeTree { code label } }', index: 0, sql: 1 }],
  agencies: [{ document: '{ agencies { code label } }', index: 1, sql: 1 }],
  popularTags: [{ document: '{ popularTags(limit: 100) { label count } }', index: 1, sql: 0 }],
  themeArticleCounts: [{ document: '{ themeArticleCounts(days: 300) { code count } }', index: 1, sql: 0 }],
  articleChanges: [
    { document: '{ articleChanges(first: 200) { events { uniqueId title } endCursor } }', index: 0, sql: 1 },
    {
      document: '{ articleChanges(first: 100, filter: { agencies: ["mec"] }) { events { uniqueId title } } }',
      index: 0,
      sql: 2,
    },
  ],
  articleVersion: [
    { document: '{ articleVersion(uniqueId: "eixo_000000", number: 1) { content } }', index: 0, sql: 1 },
  ],
  articleDiff: [
    { document: '{ articleDiff(uniqueId: "eixo_000000", from: 1, to: 1) { html } }', index: 0, sql: 1 },
  ],
  articleChangeCounts: [
    { document: '{ articleChangeCounts(by: AGENCY, themes: ["03"]) { label count } }', index: 0, sql: 2 },
  ],
  articleCounts: [
    { document: '{ articleCounts(by: AGENCY) { found items { label share } } }', index: 1, sql: 1 },
    {
      document: '{ articleCounts(query: "vacina", by: ENTITY) { items { label share } } }',
      index: 1,
      sql: 1,
    },
  ],
  analyticsKpis: [{ document: `{ analyticsKpis(${RANGE}) { total activeThemes } }`, index: 1, sql: 0 }],
  topThemes: [{ document: `{ topThemes(${RANGE}, limit: 100) { label count } }`, index: 1, sql: 0 }],
  topAgencies: [{ document: `{ topAgencies(${RANGE}, limit: 100) { name count } }`, index: 1, sql: 0 }],
  topStates: [{ document: `{ topStates(${RANGE}, limit: 100) { code count } }`, index: 1, sql: 0 }],
  articlesTimeline: [{ document: `{ articlesTimeline(${RANGE}) { date count } }`, index: 0, sql: 1 }],
  widgetConfig: [{ document: '{ widgetConfig { agencies themes } }', index: 1, sql: 0 }],
  widgetArticles: [
    {
      document: `{ widgetArticles(config: { articlesPerPage: 50 }) { articles ${ARTICLE} pagination { total } } }`,
      index: 2,
      sql: 1,
    },
  ],
  newsById: [{ document: '{ newsById(uniqueId: "eixo_000000") { title features } }', index: 0, sql: 1 }],
  newsBatch: [
    { document: `{ newsBatch(uniqueIds: ${THEME_IDS}) { uniqueId title features } }`, index: 0, sql: 1 },
  ],
  newsForTypesense: [
    {
      document: '{ newsForTypesense(uniqueId: "eixo_000000") { title contentEmbedding } }',
      index: 0,
      sql: 1,
    },
  ],
  newsBatchForBigquery: [
    { document: `{ newsBatchForBigquery(${WINDOW}) { uniqueId features } }`, index: 0, sql: 1 },
    {
      document: `{ newsBatchForBigquery(${WINDOW}, cursor: "tema_000000") { uniqueId } }`,
      index: 0,
      sql: 2,
    },
  ],
  similarArticles: [
    {
      document: '{ similarArticles(uniqueId: "eixo_000000", limit: 50) { uniqueId similarity } }',
      index: 1,
      sql: 1,
    },
  ],
  articleVersionPages: [
    { document: '{ articleVersionPages(uniqueId: "eixo_000000") { objectKey } }', index: 0, sql: 1 },
  ],
  integrityBatch: [
    { document: '{ integrityBatch(batchSize: 50) { uniqueId integrity } }', index: 0, sql: 1 },
  ],
  agencyFreshness: [
    { document: '{ agencyFreshness(limit: 500) { agencyName state longPauseDays } }', index: 0, sql: 1 },
    { document: `{ agencyFreshness(agencies: ${AGENCIES}) { agencyName state } }`, index: 0, sql: 2 },
  ],
  pipelineDelays: [
    { document: '{ pipelineDelays { stage medianSeconds oldestWaitingSeconds } }', index: 0, sql: 2 },
  ],
  incidents: [{ document: '{ incidents(limit: 500) { kind agencyName } }', index: 0, sql: 1 }],
  pipelineStatus: [
    {
      document: '{ pipelineStatus { steps { due } waitingAgencies { due } failedSteps { error } } }',
      index: 0,
      sql: 3,
    },
  ],
  queueDepths: [{ document: '{ queueDepths { queue dead reasons { reason } } }', index: 0, sql: 1 }],
  siteStatus: [{ document: '{ siteStatus(limit: 500) { agencyKey isSilent } }', index: 0, sql: 3 }],
  jobStatus: [{ document: '{ jobStatus { name failed } }', index: 0, sql: 1 }],
  jobRuns: [{ document: '{ jobRuns(limit: 500) { job status } }', index: 0, sql: 1 }],
  deliveryChannels: [{ document: '{ deliveryChannels { channel due } }', index: 0, sql: 1 }],
  deliveryRows: [{ document: '{ deliveryRows(limit: 500) { id error } }', index: 0, sql: 1 }],
  incidentReports: [{ document: '{ incidentReports(limit: 500) { kind reason } }', index: 0, sql: 1 }],
  operationsHistory: [
    { document: '{ operationsHistory(days: 14) { day incidents failedRuns } }', index: 0, sql: 4 },
  ],
  marketplaceListings: [
    { document: '{ marketplaceListings { total listings { id recortes { title } } } }', index: 0, sql: 1 },
    {
      document: `{ marketplaceListings { total listings {
        id hasLiked hasFollowed releases(limit: 50) { id digestPreview digestHtml } } } }`,
      index: 0,
      sql: 5,
      asReader: true,
    },
  ],
  clippings: [
    { document: '{ clippings { name recortes { title } } }', index: 0, sql: 1, asReader: true },
    {
      document: `{ clippings { isAuthor extraEmails mySubscription { role } releases(limit: 50) { id digestHtml } } }`,
      index: 0,
      sql: 4,
      asReader: true,
    },
  ],
  clipping: [
    {
      document: '{ clipping(id: "clipping1") { mySubscription { role } releases(limit: 50) { id } } }',
      index: 0,
      sql: 3,
      asReader: true,
    },
  ],
  release: [
    {
      document: '{ release(id: "1-1") { digestHtml recortes { title } marketplaceListingId } }',
      index: 0,
      sql: 2,
      asReader: true,
    },
  ],
  releaseArticles: [
    // A release that was imported without its articles: their ids first, then the documents.
    { document: `{ releaseArticles(id: "1-1") ${ARTICLE} }`, index: 3, sql: 2, asReader: true },
  ],
  releaseChanges: [
    // Whether the reader may see the release, then its changes.
    { document: '{ releaseChanges(id: "1-1") { uniqueId before after } }', index: 0, sql: 2, asReader: true },
  ],
  agencyAnalytics: [
    {
      document: `{ agencyAnalytics(agencies: ${AGENCIES}, dateFrom: "2000-01-01", dateTo: "2099-12-31") {
        agencyName articleCount topThemes { label }
      } }`,
      index: 0,
      sql: 3,
    },
  ],
  themeTimeline: [
    {
      document: `{ themeTimeline(dateFrom: "2020-01-01", dateTo: "2049-12-31", granularity: DAY, limit: 25) {
        period label count
      } }`,
      index: 0,
      sql: 1,
    },
  ],
  trendingThemes: [
    {
      document: `{ trendingThemes(windowDays: 300, minArticles: 1, growthThreshold: 0, limit: 100) {
        themeLabel topArticles { title }
      } }`,
      index: 2,
      sql: 0,
    },
  ],
  trendingEntities: [
    { document: '{ trendingEntities(limit: 50) { canonicalName isNew } }', index: 0, sql: 1 },
  ],
  entitySuggestions: [
    { document: '{ entitySuggestions(limit: 100) { value count } }', index: 1, sql: 0 },
    { document: '{ entitySuggestions(query: "politica de", limit: 100) { value } }', index: 1, sql: 0 },
    { document: '{ entitySuggestions(query: "q7", type: "CANONICAL") { label } }', index: 1, sql: 2 },
  ],
  entity: [{ document: '{ entity(id: "Q7000") { canonicalName aliases } }', index: 0, sql: 1 }],
  relatedEntities: [
    { document: '{ relatedEntities(id: "Q7000", limit: 50) { canonicalName } }', index: 0, sql: 1 },
  ],
  entityNetwork: [
    {
      document: '{ entityNetwork(id: "Q7001", depth: 2, limit: 500) { nodes { type } edges { weight } } }',
      index: 0,
      sql: 2,
    },
    {
      document: '{ entityNetwork(id: "Q7001", dateFrom: "2026-01-01", depth: 2) { edges { weight } } }',
      index: 0,
      sql: 2,
    },
  ],
  entityCoverage: [
    { document: '{ entityCoverage(entityId: "Q7000") { agencyName articleCount } }', index: 0, sql: 1 },
  ],
  entitySearch: [
    { document: '{ entitySearch(query: "politica", limit: 20) { aliases articleCount } }', index: 0, sql: 1 },
  ],
  entityArticles: [
    {
      document: `{ entityArticles(entityId: "Q7000", limit: 50) { found articles ${ARTICLE} } }`,
      index: 0,
      sql: 3,
    },
  ],
  policyDetails: [
    { document: '{ policyDetails(entityId: "Q7001") { firstMentionedDate } }', index: 0, sql: 1 },
  ],
  policies: [{ document: '{ policies(limit: 200) { aliases articleCount } }', index: 0, sql: 1 }],
  clippingEstimate: [
    { document: '{ clippingEstimate(keywords: ["vacina"]) { totalEstimate } }', index: 1, sql: 0 },
  ],
  alertAddress: [
    { document: `{ alertAddress(token: "${ALERT_TOKEN}") { alerts { id } } }`, index: 0, sql: 2 },
  ],
  recorteEstimate: [
    { document: '{ recorteEstimate(recorte: { keywords: ["vacina"] }) { warning } }', index: 2, sql: 0 },
  ],
  clippingMailPreview: [
    {
      document: `{ clippingMailPreview(input: { name: "Vacinas", schedule: "0 8 * * *",
        recortes: [{ title: "Vacinas", keywords: ["vacina"] }] }) { subject html text } }`,
      index: 3,
      sql: 3,
      asReader: true,
    },
  ],
  estimateRecorteCount: [
    {
      document: '{ estimateRecorteCount(themes: [], agencies: [], keywords: ["vacina", "gripe"]) }',
      index: 1,
      sql: 0,
    },
  ],
  marketplaceListing: [
    {
      document: '{ marketplaceListing(id: "lista1") { hasLiked hasFollowed releases(limit: 50) { id } } }',
      index: 0,
      sql: 4,
      asReader: true,
    },
  ],
  myFollowedListings: [
    {
      document: '{ myFollowedListings { id recortes { title } deliveryChannels { email } } }',
      index: 0,
      sql: 1,
      asReader: true,
    },
  ],
  pushPreferences: [{ document: '{ pushPreferences { agencies } }', index: 0, sql: 1, asReader: true }],
  pushFiltersData: [
    {
      document: '{ pushFiltersData { themes { code } agencies { code } } }',
      index: 2,
      sql: 2,
      asReader: true,
    },
  ],
  pushPublicKey: [{ document: '{ pushPublicKey }', index: 0, sql: 0 }],
  currentUserHasTelegramLinked: [
    { document: '{ currentUserHasTelegramLinked }', index: 0, sql: 1, asReader: true },
  ],
}
