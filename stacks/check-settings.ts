import { type DomainChoice, type HttpEmbedding, type StageSettings, stageKindOf } from './stage-settings.ts'

/** Length of a vector in the database and in the index. */
const VECTOR_DIMENSIONS = 768

/** CloudFront reads certificates only from this region. */
const SITE_CERTIFICATE_REGION = 'us-east-1'
const HTTPS_ORIGIN = /^https:\/\/[^/*]+$/

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/

/** `setting` names the domain in the problems; `region` is the one in which its certificate must be. */
function listDomainProblems(domain: DomainChoice, setting: string, region: string): string[] {
  if (domain.kind === 'none') return []
  const problems: string[] = []
  if (!DOMAIN.test(domain.name)) problems.push(`${setting}.name: a host name in lower case, without https://`)
  if (domain.kind === 'route53' && !/^Z[A-Z0-9]+$/.test(domain.zoneId))
    problems.push(`${setting}.zoneId: the id of a hosted zone of Route 53, such as Z0123456789ABC`)
  if (domain.kind === 'elsewhere' && !domain.certificateArn.startsWith(`arn:aws:acm:${region}:`))
    problems.push(`${setting}.certificateArn: a certificate of ACM in ${region}`)
  return problems
}

function listSiteProblems(stage: string, { site, domain, userIdentity }: StageSettings): string[] {
  const problems = listDomainProblems(site.domain, 'site.domain', SITE_CERTIFICATE_REGION)
  if (site.enabled && stageKindOf(stage) === 'preview')
    problems.push('site.enabled: not in a preview, whose role may make no distribution')
  if (site.domain.kind !== 'none' && domain.kind !== 'none' && site.domain.name === domain.name)
    problems.push('site.domain.name: another name than that of the API')
  if (site.clientId !== '' && !userIdentity.audiences.includes(site.clientId))
    problems.push('site.clientId: one of userIdentity.audiences')
  if (site.loginOrigins.some((origin) => !HTTPS_ORIGIN.test(origin)))
    problems.push('site.loginOrigins: full https origins only')
  return problems
}

/** A year at the least, so that a fault of a reader that is found late can be mended in what is stored. */
const RAW_PAGES_DAYS_MIN = 365

/** SQS starts no fewer than two environments and no more than 1,000. */
function listConcurrencyProblems({ releaseConcurrency, mailConcurrency }: StageSettings): string[] {
  const isBound = (count: number) => Number.isInteger(count) && count >= 2 && count <= 1000
  return [
    isBound(releaseConcurrency) ? '' : 'releaseConcurrency: 2 to 1000',
    isBound(mailConcurrency) ? '' : 'mailConcurrency: 2 to 1000',
  ].filter((problem) => problem !== '')
}

/** The image of every instance is one of ARM, and so are the servers of the database. */
const ARM = /^[a-z]+\d+g[a-z]*\.[a-z0-9]+$/

function listMachineProblems({ nat, search, database }: StageSettings): string[] {
  const types = {
    'nat.instance': nat.instance,
    'database.instance': database.instance,
    ...(search.kind === 'single' && { 'search.instanceType': search.instanceType }),
  }
  return Object.entries(types)
    .filter(([, type]) => !ARM.test(type))
    .map(([setting]) => `${setting}: a type of ARM, such as t4g.medium`)
}

function listSearchProblems({ search }: StageSettings): string[] {
  if (search.kind === 'external')
    return search.nodes.every((node) => node.startsWith('https://')) ? [] : ['search.nodes: https URLs']
  return /^(ami-[0-9a-f]{8,17})?$/.test(search.image ?? '') ? [] : ['search.image: the ID of an AMI (ami-…)']
}

const listDatabaseProblems = ({ database: { storageGb, maxStorageGb } }: StageSettings): string[] =>
  maxStorageGb > storageGb * 1.1 ? [] : ['database.maxStorageGb: more than 110 % of storageGb']

function listEmbeddingProblems({ url, maxDistance = 1, dimensions }: HttpEmbedding): string[] {
  return [
    url.startsWith('https://') ? '' : 'embedding.url: an https URL',
    maxDistance > 0 && maxDistance <= 2 ? '' : 'embedding.maxDistance: a cosine distance above 0, at most 2',
    dimensions === undefined || dimensions === VECTOR_DIMENSIONS
      ? ''
      : `embedding.dimensions: ${VECTOR_DIMENSIONS}, or nothing; a model of another size cannot be used`,
  ].filter((problem) => problem !== '')
}

/** Throws one error that lists all settings that are missing for a deployment of the stage. */
export function checkSettings(stage: string, settings: StageSettings): void {
  const problems: string[] = []
  if (!Number.isInteger(settings.rawPagesDays) || settings.rawPagesDays < RAW_PAGES_DAYS_MIN)
    problems.push(`rawPagesDays: whole days, at least ${RAW_PAGES_DAYS_MIN}`)
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage))
    problems.push(`stage "${stage}": use lower-case letters, digits and dashes, at most 31, a letter first`)
  if (settings.portalAddresses.some((block) => !/^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/.test(block)))
    problems.push('portalAddresses: IPv4 blocks, such as 203.0.113.7/32')
  if (!/^(ami-[0-9a-f]{8,17})?$/.test(settings.nat.image))
    problems.push('nat.image: the ID of an AMI (ami-…), or empty for Amazon Linux 2023')
  if (settings.embedding.kind === 'unset')
    problems.push("embedding: choose { kind: 'http', url, model } or { kind: 'hashing' }")
  if (settings.embedding.kind === 'http') problems.push(...listEmbeddingProblems(settings.embedding))
  problems.push(...listScraperProblems(settings.scraper))
  if (settings.corsOrigins.some((origin) => !HTTPS_ORIGIN.test(origin)))
    problems.push('corsOrigins: full https origins only, without a path and never *')
  if (settings.portalUrl !== '' && !/^https:\/\/.*[^/]$/.test(settings.portalUrl))
    problems.push('portalUrl: an https URL without a slash at its end')
  const { issuer, audience, jwksUri, allowlist } = settings.serviceIdentity
  const parts = [issuer, audience, jwksUri]
  if (parts.includes('') && (parts.some((part) => part !== '') || allowlist.length > 0))
    problems.push('serviceIdentity: give issuer, audience and jwksUri together, or leave all of it empty')
  if (jwksUri !== '' && !jwksUri.startsWith('https://'))
    problems.push('serviceIdentity.jwksUri: an https URL')
  if (allowlist.some((account) => account.trim() === '' || account.includes(',')))
    problems.push('serviceIdentity.allowlist: one e-mail or subject an entry')
  problems.push(
    ...listDomainProblems(settings.domain, 'domain', settings.region),
    ...listSiteProblems(stage, settings),
    ...listConcurrencyProblems(settings),
    ...listDatabaseProblems(settings),
    ...listMachineProblems(settings),
    ...listSearchProblems(settings),
    ...listUserIdentityProblems(settings),
    ...listDeliveryProblems(settings),
    ...listDatasetProblems(settings),
  )
  if (settings.agentWorker.url !== '' && !settings.agentWorker.url.startsWith('https://'))
    problems.push('agentWorker.url: an https URL')
  const { languageModel } = settings
  if (languageModel.kind === 'openai-compatible' && !languageModel.url.startsWith('https://'))
    problems.push('languageModel.url: an https URL')
  if (languageModel.kind !== 'none' && !isBudget(languageModel.monthlyTokens))
    problems.push('languageModel.monthlyTokens: a whole number of tokens above 0; without it there is no limit')
  if (problems.length > 0)
    throw new Error(
      `The settings in stacks/stages/ are not ready for the stage ${stage}:\n- ${problems.join('\n- ')}`,
    )
}

const isBudget = (tokens: number | undefined) =>
  tokens === undefined || (Number.isSafeInteger(tokens) && tokens > 0)

function listScraperProblems(scraper: StageSettings['scraper']): string[] {
  if (scraper.kind === 'url') return scraper.url.startsWith('https://') ? [] : ['scraper.url: an https URL']
  const { contact = 'https://' } = scraper
  const isReachable = /^(https:\/\/|mailto:)?[!-~]*$/.test(contact) && /^https:\/\/|@/.test(contact)
  return isReachable ? [] : ['scraper.contact: a web or mail address in ASCII, without blanks']
}

function listDatasetProblems({
  dataset: { hubUrl, viewerUrl, dataset, reducedDataset },
}: StageSettings): string[] {
  const problems: string[] = []
  if ((dataset === '') !== (reducedDataset === ''))
    problems.push('dataset: give dataset and reducedDataset together, or leave both empty')
  if ([dataset, reducedDataset].some((name) => name !== '' && !/^[\w.-]+\/[\w.-]+$/.test(name)))
    problems.push('dataset: owner/name')
  if ([hubUrl, viewerUrl].some((url) => !url.startsWith('https://')))
    problems.push('dataset: https URLs for hubUrl and viewerUrl')
  return problems
}

function listUserIdentityProblems({ userIdentity, serviceIdentity }: StageSettings): string[] {
  const { issuer, audiences, jwksUri, userinfoUrl } = userIdentity
  const problems: string[] = []
  const missing = [issuer === '', audiences.length === 0, jwksUri === '']
  const together = missing.every((part) => part === (issuer === ''))
  if (!together || (issuer === '' && userinfoUrl !== ''))
    problems.push('userIdentity: give issuer, audiences and jwksUri together, or leave all of it empty')
  if ([jwksUri, userinfoUrl].some((url) => url !== '' && !url.startsWith('https://')))
    problems.push('userIdentity: https URLs for jwksUri and userinfoUrl')
  if (audiences.some((audience) => audience.trim() === '' || audience.includes(',')))
    problems.push('userIdentity.audiences: one audience an entry')
  // The issuer of a token decides whether it is a user's or a service's.
  if (issuer !== '' && issuer === serviceIdentity.issuer)
    problems.push('userIdentity.issuer: another issuer than that of service accounts')
  return problems
}

function listDeliveryProblems({ delivery }: StageSettings): string[] {
  const { email, push, ratePerSecond, apiUrl } = delivery
  const problems: string[] = []
  if (email.kind !== 'off' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.fromAddress))
    problems.push('delivery.email.fromAddress: an e-mail address')
  if ((push.publicKey === '') !== (push.subject === ''))
    problems.push('delivery.push: give publicKey and subject together, or leave both empty')
  if (push.subject !== '' && !/^(mailto:|https:\/\/)/.test(push.subject))
    problems.push('delivery.push.subject: a mailto: or https address')
  if (Object.values(ratePerSecond).some((rate) => !(rate > 0)))
    problems.push('delivery.ratePerSecond: more than nothing for every channel')
  if (apiUrl !== '' && !/^https:\/\/.*[^/]$/.test(apiUrl))
    problems.push('delivery.apiUrl: an https URL without a slash at its end')
  return problems
}
