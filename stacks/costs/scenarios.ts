import { STAGE_SETTINGS, type StageSettings } from '../settings.ts'

/** What a month brings. */
export interface Usage {
  articles: number
  articlesPerDay: number
  /** GraphQL requests. */
  requests: number
  /** Requests of feeds, pages and widgets, such as 100 readers that ask every 15 minutes. */
  feeds: number
  /** Streams of the agent, of a minute each. */
  streams: number
  mails: number
  /** Visits of the observatory by a browser without its files. */
  visits: number
  /** Seconds that the scraper needs for a site. */
  scrapeSeconds: number
  logsGb: number
}

export interface Scenario {
  title: string
  settings: StageSettings
  usage: Usage
}

const { production, staging } = STAGE_SETTINGS

const PRESENT: Usage = {
  articles: 330_000,
  articlesPerDay: 250,
  requests: 2_000_000,
  feeds: 300_000,
  streams: 1_000,
  mails: 6_000,
  visits: 50_000,
  scrapeSeconds: 20,
  logsGb: 3,
}

const times = (factor: number, besides: Partial<Usage>): Usage => ({
  ...PRESENT,
  articles: PRESENT.articles * factor,
  articlesPerDay: PRESENT.articlesPerDay * factor,
  requests: PRESENT.requests * factor,
  feeds: PRESENT.feeds * factor,
  streams: PRESENT.streams * factor,
  mails: PRESENT.mails * factor,
  visits: PRESENT.visits * factor,
  ...besides,
})

/** A stage on which some people try something. */
export const STAGING: Scenario = {
  title: 'staging',
  settings: { ...staging, embedding: { kind: 'hashing' } },
  usage: {
    ...PRESENT,
    articlesPerDay: 25,
    requests: 20_000,
    feeds: 3_000,
    streams: 10,
    mails: 60,
    logsGb: 1,
  },
}

/** The settings of production with what docs/scale.md recommends for each size. */
export const SCENARIOS: readonly Scenario[] = [
  {
    title: '330,000 articles, 250 a day',
    settings: {
      ...production,
      embedding: {
        kind: 'service',
        processors: 1,
        memoryGb: 4,
        containers: 1,
        sleep: { from: 23, to: 6 },
      },
    },
    usage: PRESENT,
  },
  {
    title: 'ten times that',
    settings: {
      ...production,
      database: {
        ...production.database,
        kind: 'multi-az',
        instance: 'r7g.large',
        storageGb: 100,
        maxStorageGb: 500,
        proxy: true,
      },
      search: { kind: 'cluster', version: '27.1', instanceType: 'r7g.2xlarge', volumeGb: 150 },
      embedding: { kind: 'service', processors: 2, memoryGb: 4, containers: 2 },
      nat: { kind: 'instances', instance: 't4g.small', image: '' },
    },
    usage: times(10, { logsGb: 25 }),
  },
  {
    title: 'a hundred times that',
    settings: {
      ...production,
      database: {
        ...production.database,
        kind: 'aurora',
        aurora: { minUnits: 8, maxUnits: 64, standbys: 1 },
        storageGb: 600,
        proxy: true,
      },
      search: { kind: 'cluster', version: '27.1', instanceType: 'x2gd.12xlarge', volumeGb: 1_000 },
      embedding: { kind: 'service', processors: 4, memoryGb: 8, containers: 2 },
      nat: { kind: 'managed' },
    },
    usage: times(100, { scrapeSeconds: 40, logsGb: 220 }),
  },
]
