import { publisherSchema } from '../../packages/platform/src/config/publisher.ts'
import { type DomainChoice, type StageSettings, stageKindOf } from './stage-settings.ts'

/** Length of a vector in the database and in the index. */
const VECTOR_DIMENSIONS = 768

/** CloudFront reads certificates only from this region. */
const SITE_CERTIFICATE_REGION = 'us-east-1'
/** A year at the least, so that a fault of a reader that is found late can be mended in what is stored. */
const RAW_PAGES_DAYS_MIN = 365
const HTTPS_ORIGIN = /^https:\/\/[^/*]+$/

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/

/** Problems, and whether the settings have each. */
type Problems = Record<string, boolean>

const isHttps = (url: string) => url.startsWith('https://')
/** No address at all, or one by https. */
const isHttpsOrEmpty = (url: string) => url === '' || isHttps(url)
const isBase = (url: string) => url === '' || /^https:\/\/.*[^/]$/.test(url)
const isOnePart = (entry: string) => entry.trim() !== '' && !entry.includes(',')
const isImage = (image = '') => /^(ami-[0-9a-f]{8,17})?$/.test(image)
/** SQS starts no fewer than two environments and no more than 1,000. */
const isConcurrency = (count: number) => Number.isInteger(count) && count >= 2 && count <= 1000
/** The image of every instance is one of ARM, and so are the servers of the database. */
const isArm = (type: string) => /^[a-z]+\d+g[a-z]*\.[a-z0-9]+$/.test(type)
const isBudget = (tokens = 1) => Number.isSafeInteger(tokens) && tokens > 0
const A_TYPE_OF_ARM = 'a type of ARM, such as t4g.medium'

/** `setting` names the domain in the problems; `region` is the one in which its certificate must be. */
const checkDomain = (domain: DomainChoice, setting: string, region: string): Problems => ({
  [`${setting}.name: a host name in lower case, without https://`]:
    domain.kind !== 'none' && !DOMAIN.test(domain.name),
  [`${setting}.zoneId: the id of a hosted zone of Route 53, such as Z0123456789ABC`]:
    domain.kind === 'route53' && !/^Z[A-Z0-9]+$/.test(domain.zoneId),
  [`${setting}.certificateArn: a certificate of ACM in ${region}`]:
    domain.kind === 'elsewhere' && !domain.certificateArn.startsWith(`arn:aws:acm:${region}:`),
})

const checkSite = ({ site, domain, userIdentity }: StageSettings, stage: string): Problems => ({
  ...checkDomain(site.domain, 'site.domain', SITE_CERTIFICATE_REGION),
  'site.enabled: not in a preview, whose role may make no distribution':
    site.enabled && stageKindOf(stage) === 'preview',
  'site.domain.name: another name than that of the API':
    site.domain.kind !== 'none' && domain.kind !== 'none' && site.domain.name === domain.name,
  'site.clientId: one of userIdentity.audiences':
    site.clientId !== '' && !userIdentity.audiences.includes(site.clientId),
  'site.docsUrl: an https URL without a final slash, or empty':
    site.docsUrl !== '' && !/^https:\/\/[^\s?#]+[^\s?#/]$/.test(site.docsUrl),
  'site.loginOrigins: full https origins only': !site.loginOrigins.every((origin) =>
    HTTPS_ORIGIN.test(origin),
  ),
})

const checkMachines = ({
  nat,
  search,
  database,
  region,
  domain,
  portalAddresses,
}: StageSettings): Problems => ({
  ...checkDomain(domain, 'domain', region),
  'portalAddresses: IPv4 blocks, such as 203.0.113.7/32': portalAddresses.some(
    (block) => !/^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/.test(block),
  ),
  'nat.image: the ID of an AMI (ami-…), or empty for Amazon Linux 2023': !isImage(nat.image),
  [`nat.instance: ${A_TYPE_OF_ARM}`]: !isArm(nat.instance),
  [`database.instance: ${A_TYPE_OF_ARM}`]: !isArm(database.instance),
  'database.maxStorageGb: more than 110 % of storageGb': !(database.maxStorageGb > database.storageGb * 1.1),
  'search.nodes: https URLs': search.kind === 'external' && !search.nodes.every(isHttps),
  [`search.instanceType: ${A_TYPE_OF_ARM}`]: search.kind === 'single' && !isArm(search.instanceType),
  'search.image: the ID of an AMI (ami-…)': search.kind === 'single' && !isImage(search.image),
})

function checkEmbedding({ embedding }: StageSettings): Problems {
  if (embedding.kind !== 'http')
    return {
      "embedding: choose { kind: 'http', url, model } or { kind: 'hashing' }": embedding.kind === 'unset',
    }
  const { url, maxDistance = 1, dimensions = VECTOR_DIMENSIONS } = embedding
  return {
    'embedding.url: an https URL': !isHttps(url),
    'embedding.maxDistance: a cosine distance above 0, at most 2': !(maxDistance > 0 && maxDistance <= 2),
    [`embedding.dimensions: ${VECTOR_DIMENSIONS}, or nothing; a model of another size cannot be used`]:
      dimensions !== VECTOR_DIMENSIONS,
  }
}

function checkIdentities({ userIdentity, serviceIdentity }: StageSettings): Problems {
  const service = [serviceIdentity.issuer, serviceIdentity.audience, serviceIdentity.jwksUri]
  const { issuer, audiences, jwksUri, userinfoUrl } = userIdentity
  const user = [issuer, audiences.join(), jwksUri]
  const isPartly = (parts: string[], others: boolean) =>
    parts.includes('') && (others || parts.some((part) => part !== ''))
  return {
    'serviceIdentity: give issuer, audience and jwksUri together, or leave all of it empty': isPartly(
      service,
      serviceIdentity.allowlist.length > 0,
    ),
    'serviceIdentity.jwksUri: an https URL': !isHttpsOrEmpty(serviceIdentity.jwksUri),
    'serviceIdentity.allowlist: one e-mail or subject an entry': !serviceIdentity.allowlist.every(isOnePart),
    'userIdentity: give issuer, audiences and jwksUri together, or leave all of it empty': isPartly(
      user,
      userinfoUrl !== '',
    ),
    'userIdentity: https URLs for jwksUri and userinfoUrl': ![jwksUri, userinfoUrl].every(isHttpsOrEmpty),
    'userIdentity.audiences: one audience an entry': !audiences.every(isOnePart),
    // The issuer of a token decides whether it is a user's or a service's.
    'userIdentity.issuer: another issuer than that of service accounts':
      issuer !== '' && issuer === serviceIdentity.issuer,
  }
}

function checkScraper({ scraper }: StageSettings): Problems {
  if (scraper.kind === 'url') return { 'scraper.url: an https URL': !isHttps(scraper.url) }
  const { contact = 'https://' } = scraper
  const isReachable = /^(https:\/\/|mailto:)?[!-~]*$/.test(contact) && /^https:\/\/|@/.test(contact)
  return { 'scraper.contact: a web or mail address in ASCII, without blanks': !isReachable }
}

const checkDataset = ({
  dataset: { hubUrl, viewerUrl, dataset, reducedDataset },
}: StageSettings): Problems => ({
  'dataset: give dataset and reducedDataset together, or leave both empty':
    (dataset === '') !== (reducedDataset === ''),
  'dataset: owner/name': ![dataset, reducedDataset].every((name) => /^([\w.-]+\/[\w.-]+)?$/.test(name)),
  'dataset: https URLs for hubUrl and viewerUrl': ![hubUrl, viewerUrl].every(isHttps),
})

const checkDelivery = ({ delivery: { email, push, ratePerSecond, apiUrl } }: StageSettings): Problems => ({
  'delivery.email.fromAddress: an e-mail address':
    email.kind !== 'off' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.fromAddress),
  'delivery.push: give publicKey and subject together, or leave both empty':
    (push.publicKey === '') !== (push.subject === ''),
  'delivery.push.subject: a mailto: or https address': !/^(mailto:.*|https:\/\/.*)?$/.test(push.subject),
  'delivery.ratePerSecond: more than nothing for every channel': Object.values(ratePerSecond).some(
    (rate) => !(rate > 0),
  ),
  'delivery.apiUrl: an https URL without a slash at its end': !isBase(apiUrl),
})

const checkRest = (settings: StageSettings, stage: string): Problems => ({
  [`stage "${stage}": use lower-case letters, digits and dashes, at most 31, a letter first`]:
    !/^[a-z][a-z0-9-]{0,30}$/.test(stage),
  [`rawPagesDays: whole days, at least ${RAW_PAGES_DAYS_MIN}`]: !(
    Number.isInteger(settings.rawPagesDays) && settings.rawPagesDays >= RAW_PAGES_DAYS_MIN
  ),
  'historyMonths: whole months, or 0 for ever': !(
    Number.isInteger(settings.historyMonths) && settings.historyMonths >= 0
  ),
  'corsOrigins: full https origins only, without a path and never *': !settings.corsOrigins.every((origin) =>
    HTTPS_ORIGIN.test(origin),
  ),
  'portalUrl: an https URL without a slash at its end': !isBase(settings.portalUrl),
  'releaseConcurrency: 2 to 1000': !isConcurrency(settings.releaseConcurrency),
  'mailConcurrency: 2 to 1000': !isConcurrency(settings.mailConcurrency),
  'agentWorker.url: an https URL': !isHttpsOrEmpty(settings.agentWorker.url),
  'languageModel.url: an https URL':
    settings.languageModel.kind === 'openai-compatible' && !isHttps(settings.languageModel.url),
  'languageModel.monthlyTokens: a whole number of tokens above 0; without it there is no limit':
    settings.languageModel.kind !== 'none' && !isBudget(settings.languageModel.monthlyTokens),
})

const checkPublisher = ({ publisher }: StageSettings): Problems =>
  Object.fromEntries(
    (publisherSchema.safeParse(publisher).error?.issues ?? []).map(({ path, message }) => [
      `publisher.${path.join('.')}: ${message}`,
      true,
    ]),
  )

const CHECKS = [
  checkRest,
  checkMachines,
  checkSite,
  checkEmbedding,
  checkIdentities,
  checkDelivery,
  checkScraper,
  checkDataset,
  checkPublisher,
]

/** Throws one error that lists all settings that are missing for a deployment of the stage. */
export function checkSettings(stage: string, settings: StageSettings): void {
  const problems = CHECKS.flatMap((check) => Object.entries(check(settings, stage)))
    .filter(([, isProblem]) => isProblem)
    .map(([problem]) => `\n- ${problem}`)
  if (problems.length > 0)
    throw new Error(
      `The settings in stacks/stages/ are not ready for the stage ${stage}:${problems.join('')}`,
    )
}
