import { jobs } from '../../functions/jobs/jobs.ts'
import { countDatabaseServers, countParts, SERIES } from './count-parts.ts'
import type { Scenario } from './scenarios.ts'
import { DATABASE_PRICES, INSTANCE_PRICES, SIZES, UNIT_PRICES as U, type UnitPrice } from './unit-prices.ts'

/** A line of the table: what is paid for, how much of it, and US$ a month. */
export interface CostRow {
  item: string
  amount: string
  usd: number
}

export const HOURS = 730
const DAYS = HOURS / 24
const MILLION = 1_000_000
const KB_OF_GB = MILLION

/** Lambda asks each queue about 15 times a minute, whether messages wait or not. */
const POLLS_PER_MINUTE = 15
const SCRAPES_PER_HOUR = 4
const GRAPHQL_GB = 1769 / 1024
const GRAPHQL_SECONDS = 0.08
const STREAM_SECONDS = 60
/** Feeds, pages and widgets have 1 GB each and do one search. Assumed from GraphQL's 80 ms for several fields. */
const FEED_SECONDS = 0.06
const SCRAPE_GB = 0.25 + 0.5
/** 15 KB an answer. Measured on 500 published articles, ten at a time: gzip makes JSON 2.9 times smaller. */
const ANSWER_KB = 5.2
/** Between a function and the two stores, in both directions; half of it crosses a zone. */
const STORES_KB = 40
/** Files and KB with gzip of a first visit that reads the panorama and two more pages, from a build of the site. */
const VISIT_FILES = 30
const VISIT_KB = 200
/** The function at the edge reads what the site is and whether the path is a file. */
const READS_PER_FILE = 2
/** Steps, writes of raw events and messages of an article. */
const BATCHES_PER_ARTICLE = 4
const EVENTS_PER_ARTICLE = 3
const BATCH_GB_SECONDS = 2.5
const ROOT_DISK_GB = 8
const DOCUMENT_KB = 15

const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
const hourOf = (prices: Record<string, UnitPrice>, name: string): number => {
  const found = prices[name]
  if (!found) throw new Error(`stacks/costs/unit-prices.ts has no price of ${name}`)
  return found.usd
}

function priceDatabase({ settings: { database } }: Scenario): CostRow[] {
  const { kind, instance, storageGb, aurora, proxy } = database
  // AWS charges the standby of Multi-AZ, which is no server of its own.
  const servers = kind === 'multi-az' ? 2 : countDatabaseServers({ database })
  const units = aurora.minUnits * servers
  const rows: CostRow[] =
    kind === 'aurora'
      ? [
          {
            item: 'database, Aurora, at its least capacity',
            amount: `${servers} × ${aurora.minUnits} units`,
            usd: units * U.auroraUnit.usd * HOURS,
          },
          {
            item: 'its storage',
            amount: `${count(storageGb)} GB, 100 million requests`,
            usd: storageGb * U.auroraStorage.usd + 100 * U.auroraRequests.usd,
          },
        ]
      : [
          {
            item: 'database, RDS',
            amount: `${servers} \`db.${instance}\``,
            usd: servers * hourOf(DATABASE_PRICES, instance) * HOURS,
          },
          {
            item: 'its storage, gp3',
            amount: `${servers === 1 ? '' : `${servers} × `}${count(storageGb)} GB`,
            usd: servers * storageGb * U.databaseDisk.usd,
          },
        ]
  const processors = SIZES[instance]?.processors ?? 2
  return [
    ...rows,
    {
      item: 'RDS Proxy',
      amount: proxy ? (kind === 'aurora' ? `${units} units` : `${processors} processors`) : 'none',
      usd: !proxy
        ? 0
        : HOURS *
          (kind === 'aurora'
            ? units * U.databaseProxyUnit.usd
            : servers * processors * U.databaseProxyProcessor.usd),
    },
    { item: 'Secrets Manager, the password', amount: '1 secret', usd: U.secret.usd },
  ]
}

function priceSearch({ settings }: Scenario): CostRow[] {
  const { search } = settings
  if (search.kind === 'cloud') return []
  const { searchServers, registrations } = countParts(settings)
  const second = search.kind === 'single' ? search.second : undefined
  const same = second ? 1 : searchServers
  const machines = [{ ...search, count: same }, ...(second ? [{ ...second, count: 1 }] : [])]
  const diskGb = machines.reduce((sum, { count: n, volumeGb }) => sum + n * (volumeGb + ROOT_DISK_GB), 0)
  return [
    ...machines.map(({ count: n, instanceType }) => ({
      item: 'search, EC2',
      amount: `${n} \`${instanceType}\``,
      usd: n * hourOf(INSTANCE_PRICES, instanceType) * HOURS,
    })),
    { item: 'its storage, gp3', amount: `${count(diskGb)} GB`, usd: diskGb * U.disk.usd },
    {
      item: 'private names',
      amount: `1 zone, ${registrations} registrations`,
      usd: U.hostedZone.usd + registrations * U.discoveryInstance.usd,
    },
  ]
}

function priceEmbedding({ settings: { embedding } }: Scenario): CostRow[] {
  if (embedding.kind !== 'service') return []
  const { processors, memoryGb, containers, sleep } = embedding
  const awake = sleep ? 24 - ((sleep.to - sleep.from + 24) % 24) : 24
  const hours = awake * DAYS * containers
  return [
    {
      item: 'embedding service, Fargate',
      amount: `${containers} × (${processors} vCPU, ${memoryGb} GB), ${awake} h a day`,
      usd: hours * (processors * U.fargateProcessor.usd + memoryGb * U.fargateMemory.usd),
    },
  ]
}

function priceNetwork({ settings, usage }: Scenario): CostRow[] {
  const { nat, search } = settings
  const { natInstances, natGateways, publicAddresses } = countParts(settings)
  const disk = ROOT_DISK_GB * U.disk.usd
  // Managed gateways need a bastion beside them.
  const [instances, type] = nat.kind === 'managed' ? [1, 't4g.nano'] : [natInstances, nat.instance]
  const way =
    natGateways * U.natGateway.usd * HOURS +
    publicAddresses * U.publicAddress.usd * HOURS +
    instances * (hourOf(INSTANCE_PRICES, type) * HOURS + disk)
  const storesGb = ((usage.requests + usage.feeds) * STORES_KB) / 2 / KB_OF_GB
  const replicasGb =
    search.kind === 'cluster'
      ? (usage.articlesPerDay * DAYS * BATCHES_PER_ARTICLE * DOCUMENT_KB * 2) / KB_OF_GB
      : 0
  const outGb = ((usage.requests + usage.feeds) * ANSWER_KB) / KB_OF_GB
  return [
    {
      item: 'way out of the private network',
      amount:
        nat.kind === 'managed' ? `${natGateways} gateways, a bastion` : `${natInstances} \`${nat.instance}\``,
      usd: way,
    },
    {
      item: 'traffic between zones',
      amount: `${count(storesGb + replicasGb)} GB`,
      usd: (storesGb + replicasGb) * U.zoneTraffic.usd,
    },
    {
      item: `data out, ${ANSWER_KB} KB an answer with gzip`,
      amount: `${count(outGb)} GB`,
      usd: outGb * U.dataOut.usd,
    },
  ]
}

const countScrapes = ({ schedules }: Scenario['settings']) =>
  !schedules
    ? 0
    : jobs.reduce(
        (sum, { schedule, targets }) => sum + (schedule && targets ? targets.values.length : 0),
        0,
      ) *
      SCRAPES_PER_HOUR *
      HOURS

function priceFunctions({ settings, usage }: Scenario): CostRow[] {
  const scrapes = countScrapes(settings)
  const batches = usage.articlesPerDay * DAYS * BATCHES_PER_ARTICLE
  const row = (item: string, runs: number, gbSeconds: number): CostRow => ({
    item: `Lambda, ${item}`,
    amount: `${count(runs)} runs`,
    usd: runs * gbSeconds * U.lambdaTime.usd + (runs / MILLION) * U.lambdaRequests.usd,
  })
  return [
    row('GraphQL, 80 ms', usage.requests, GRAPHQL_SECONDS * GRAPHQL_GB),
    row('feeds, pages and widgets, 60 ms', usage.feeds, FEED_SECONDS),
    row('streams, a minute each', usage.streams, STREAM_SECONDS),
    row(`scrapes and their jobs, ${usage.scrapeSeconds} s`, scrapes, usage.scrapeSeconds * SCRAPE_GB),
    row('workers and other jobs', batches, BATCH_GB_SECONDS),
  ]
}

function priceQueues({ settings, usage }: Scenario): CostRow[] {
  const { polledQueues: queues } = countParts(settings)
  const polls = queues * POLLS_PER_MINUTE * 60 * HOURS
  const messages =
    3 * (usage.articlesPerDay * DAYS * BATCHES_PER_ARTICLE + usage.mails + countScrapes(settings))
  const scheduled = countScrapes(settings) + usage.mails
  return [
    {
      item: `SQS, ${queues} queues, of which ${(polls / MILLION).toFixed(1)} million empty receives`,
      amount: `${((polls + messages) / MILLION).toFixed(1)} million`,
      usd: ((polls + messages) / MILLION) * U.queueRequests.usd,
    },
    {
      item: 'EventBridge Scheduler',
      amount: count(scheduled),
      usd: (scheduled / MILLION) * U.schedules.usd,
    },
  ]
}

function priceApi({ settings, usage }: Scenario): CostRow[] {
  const calls = usage.requests + usage.feeds
  const requests = calls / MILLION
  const { firewallRules } = countParts(settings)
  return [
    { item: 'API Gateway, REST', amount: count(calls), usd: requests * U.restRequests.usd },
    {
      item: 'API Gateway, streams below 10 MB each',
      amount: count(usage.streams),
      usd: (usage.streams / MILLION) * U.restRequests.usd,
    },
    {
      item: `firewall, ${firewallRules} rules`,
      amount: settings.firewall ? count(calls) : 'none',
      usd: settings.firewall
        ? U.firewall.usd + firewallRules * U.firewallRule.usd + requests * U.firewallRequests.usd
        : 0,
    },
    { item: 'SES', amount: `${count(usage.mails)} mails`, usd: (usage.mails / 1000) * U.mail.usd },
  ]
}

function priceSite({ settings: { site }, usage: { visits } }: Scenario): CostRow[] {
  if (!site.enabled) return []
  const requests = (visits * VISIT_FILES) / MILLION
  const trafficGb = (visits * VISIT_KB) / KB_OF_GB
  const perRequest = U.edgeRequests.usd + U.edgeFunctions.usd + READS_PER_FILE * U.edgeReads.usd
  return [
    {
      item: `CloudFront, ${VISIT_FILES} files and ${VISIT_KB} KB a visit of the observatory`,
      amount: `${count(visits)} visits, ${count(trafficGb)} GB`,
      usd: requests * perRequest + trafficGb * U.edgeTraffic.usd,
    },
  ]
}

function priceUpkeep({ settings, usage }: Scenario): CostRow[] {
  const { alarms } = countParts(settings)
  const events = usage.articlesPerDay * DAYS * EVENTS_PER_ARTICLE
  // Two years of events of 1 KB each.
  const storedGb = (events * 24) / KB_OF_GB
  return [
    {
      item: `CloudWatch: ${SERIES} series, ${alarms} alarms, a dashboard, logs`,
      amount: `${usage.logsGb} GB`,
      usd: SERIES * U.metric.usd + alarms * U.alarm.usd + U.dashboard.usd + usage.logsGb * U.logs.usd,
    },
    {
      item: 'S3, raw events of two years',
      amount: `${count(events)} a month`,
      usd: (events / MILLION) * U.objectWrites.usd + storedGb * U.objectStorage.usd,
    },
  ]
}

/** Every line of a month. The sum is the sum of the rounded lines, as a reader adds them up. */
export function computeCosts(scenario: Scenario): { rows: CostRow[]; sum: number } {
  const rows = [
    priceDatabase,
    priceSearch,
    priceEmbedding,
    priceNetwork,
    priceFunctions,
    priceQueues,
    priceApi,
    priceSite,
    priceUpkeep,
  ]
    .flatMap((part) => part(scenario))
    .map((row) => ({ ...row, usd: Math.round(row.usd * 100) / 100 }))
  return { rows, sum: Math.round(rows.reduce((sum, { usd }) => sum + usd, 0) * 100) / 100 }
}
