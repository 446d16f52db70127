import type { QuotaNeeds } from '../../../../stacks/quota-needs.ts'
import { renderTable } from '../terminal/table.ts'
import type { AccountFacts } from './account-facts.ts'

/** One requirement of a stage and whether its account meets it. */
export interface Check {
  name: string
  isMet: boolean
  /** AWS did not tell: it counts as met, and its remedy is shown. */
  isUnknown?: true
  has: string
  needs: string
  /** What to do; empty when the requirement is met. */
  remedy: string
}

/** AWS refuses reservations that leave less than this for all other functions. */
const UNRESERVED_MIN = 100
/** What AWS grants an account with a history, and enough for every setting of this project. */
const CONCURRENCY_WANTED = 1000

/** The quotas that stages depend on. */
export const QUOTAS = {
  concurrency: { service: 'lambda', code: 'L-B99A9384' },
  addresses: { service: 'ec2', code: 'L-0263D0A3' },
  networks: { service: 'vpc', code: 'L-F678F1CE' },
  standardProcessors: { service: 'ec2', code: 'L-1216C47A' },
  memoryProcessors: { service: 'ec2', code: 'L-7295265B' },
  databases: { service: 'rds', code: 'L-7B6409FD' },
  mails: { service: 'ses', code: 'L-CDEF9B6B' },
} as const
type Quota = (typeof QUOTAS)[keyof typeof QUOTAS]

/** The quotas that a stage depends on. Concurrency is read from Lambda, which also returns the reserved part. */
export const listAskedQuotas = (needs: QuotaNeeds): Quota[] => [
  ...(needs.elasticAddresses > 0 ? [QUOTAS.addresses] : []),
  ...(needs.networks > 0 ? [QUOTAS.networks] : []),
  ...(needs.standardProcessors > 0 ? [QUOTAS.standardProcessors] : []),
  ...(needs.memoryProcessors > 0 ? [QUOTAS.memoryProcessors] : []),
  ...(needs.databases > 0 ? [QUOTAS.databases] : []),
]

const askFor = ({ service, code }: { service: string; code: string }, value: number) =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`

function makeCheck(name: string, has: number, needs: number, remedy: string): Check {
  const isMet = has >= needs
  return { name, isMet, has: String(has), needs: String(needs), remedy: isMet ? '' : remedy }
}

function checkConcurrency({ lambda, isDeployed }: AccountFacts, needs: QuotaNeeds): Check {
  const needed = (isDeployed ? 0 : needs.reservedConcurrency) + UNRESERVED_MIN
  return makeCheck(
    'Lambda environments that are not reserved',
    lambda.unreserved,
    needed,
    askFor(QUOTAS.concurrency, Math.max(CONCURRENCY_WANTED, lambda.concurrency + needed)),
  )
}

/** AWS lists the quotas of the scheduler by name; codes differ between its documents. */
const checkSchedules = ({ scheduleQuota }: AccountFacts, needs: QuotaNeeds): Check =>
  makeCheck(
    'schedules of EventBridge Scheduler',
    scheduleQuota.value,
    needs.schedules,
    askFor({ service: 'scheduler', code: scheduleQuota.code }, needs.schedules),
  )

/** What is left of a quota against what the stage takes of it. */
function checkQuota(
  facts: AccountFacts,
  quota: Quota,
  { name, used, needed }: { name: string; used: number; needed: number },
): Check {
  const limit = facts.quotas[`${quota.service}/${quota.code}`] ?? 0
  return makeCheck(name, limit - used, needed, askFor(quota, used + needed))
}

function checkMail({ mail }: AccountFacts, needs: QuotaNeeds, domain: string): Check[] {
  if (!mail) return []
  const yes = (name: string, isMet: boolean, remedy: string): Check => ({
    name,
    isMet,
    has: isMet ? 'yes' : 'no',
    needs: 'yes',
    remedy: isMet ? '' : remedy,
  })
  return [
    yes(
      'SES outside of its sandbox',
      mail.isOutOfSandbox,
      'aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url URL --use-case-description TEXT',
    ),
    yes('SES may send', mail.isSendingEnabled, 'ask AWS Support why the account of SES is paused'),
    yes(
      `SES knows the domain ${domain}`,
      mail.isDomainVerified,
      `aws sesv2 create-email-identity --email-identity ${domain}, then add the three DKIM records that it prints`,
    ),
    makeCheck(
      'mails a second by SES',
      mail.mailsPerSecond,
      needs.mailsPerSecond,
      `lower delivery.ratePerSecond.email, or ${askFor(QUOTAS.mails, needs.mailsPerSecond)}`,
    ),
  ]
}

export interface Examined {
  facts: AccountFacts
  needs: QuotaNeeds
  /** Domain of the sender of mails. */
  mailDomain: string | undefined
}

/** Compares an account with what a stage asks of it. */
export function checkAccount({ facts, needs, mailDomain }: Examined): Check[] {
  // A stage that runs has its part already.
  const taken = (amount: number) => (facts.isDeployed ? 0 : amount)
  const quotas = new Set<Quota>(listAskedQuotas(needs))
  const rows = [
    {
      quota: QUOTAS.addresses,
      name: 'elastic addresses',
      used: facts.addresses,
      needed: taken(needs.elasticAddresses),
    },
    { quota: QUOTAS.networks, name: 'networks', used: facts.networks, needed: taken(needs.networks) },
    {
      quota: QUOTAS.standardProcessors,
      name: 'processors of instances',
      used: facts.processors.standard,
      needed: taken(needs.standardProcessors),
    },
    {
      quota: QUOTAS.memoryProcessors,
      name: 'processors of X instances',
      used: facts.processors.memory,
      needed: taken(needs.memoryProcessors),
    },
    {
      quota: QUOTAS.databases,
      name: 'database servers',
      used: facts.databases,
      needed: taken(needs.databases),
    },
  ]
  return [
    checkConcurrency(facts, needs),
    ...(needs.schedules > 0 ? [checkSchedules(facts, needs)] : []),
    ...rows
      .filter(({ quota }) => quotas.has(quota))
      .map(({ quota, ...row }) => checkQuota(facts, quota, row)),
    ...checkMail(facts, needs, mailDomain ?? ''),
  ]
}

/** Returns a table of the requirements, and what to do about those that are not met. */
export function describeChecks(checks: readonly Check[]): string[] {
  const stateOf = ({ isMet, isUnknown }: Check) => (isUnknown ? 'UNKNOWN' : isMet ? 'ok' : 'MISSING')
  const rows = checks.map((check) => [stateOf(check), check.name, check.has, check.needs])
  const remedies = checks
    .filter(({ remedy }) => remedy !== '')
    .map(({ name, remedy }) => `${name}: ${remedy}`)
  return [
    ...renderTable(['', 'requirement', 'left', 'needed'], rows),
    '',
    ...(remedies.length > 0 ? remedies : ['The account has what the stage needs.']),
  ]
}
