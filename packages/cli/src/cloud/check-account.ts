import type { QuotaNeeds } from '../../../../stacks/quota-needs.ts'
import { renderTable } from '../terminal/table.ts'
import type { AccountFacts } from './account-facts.ts'
import { type Check, makeCheck } from './check.ts'

/** AWS refuses reservations that leave less than this for all other functions. */
const UNRESERVED_MIN = 100
/** What AWS grants an account with a history, and enough for every setting of this project. */
const CONCURRENCY_WANTED = 1000

interface Quota {
  service: string
  code: string
}

/** The quotas that stages depend on. */
export const QUOTAS = {
  concurrency: { service: 'lambda', code: 'L-B99A9384' },
  addresses: { service: 'ec2', code: 'L-0263D0A3' },
  networks: { service: 'vpc', code: 'L-F678F1CE' },
  standardProcessors: { service: 'ec2', code: 'L-1216C47A' },
  memoryProcessors: { service: 'ec2', code: 'L-7295265B' },
  databases: { service: 'rds', code: 'L-7B6409FD' },
  mails: { service: 'ses', code: 'L-CDEF9B6B' },
} as const satisfies Record<string, Quota>

interface Counted {
  name: string
  quota: Quota
  need: keyof QuotaNeeds
  used: (facts: AccountFacts) => number
}

/** What an account has so many of, and uses some. */
const COUNTED: readonly Counted[] = [
  {
    name: 'elastic addresses',
    quota: QUOTAS.addresses,
    need: 'elasticAddresses',
    used: ({ addresses }) => addresses,
  },
  { name: 'networks', quota: QUOTAS.networks, need: 'networks', used: ({ networks }) => networks },
  {
    name: 'processors of instances',
    quota: QUOTAS.standardProcessors,
    need: 'standardProcessors',
    used: ({ processors }) => processors.standard,
  },
  {
    name: 'processors of X instances',
    quota: QUOTAS.memoryProcessors,
    need: 'memoryProcessors',
    used: ({ processors }) => processors.memory,
  },
  {
    name: 'database servers',
    quota: QUOTAS.databases,
    need: 'databases',
    used: ({ databases }) => databases,
  },
]

const listCounted = (needs: QuotaNeeds) => COUNTED.filter(({ need }) => needs[need] > 0)

/** The quotas that a stage depends on. Concurrency is read from Lambda, which also returns the reserved part. */
export const listAskedQuotas = (needs: QuotaNeeds): Quota[] => listCounted(needs).map(({ quota }) => quota)

const askFor = ({ service, code }: Quota, value: number) =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`

const checkNumber = (name: string, has: number, needs: number, remedy: string) =>
  makeCheck(name, { has, needs, isMet: has >= needs, remedy })

const checkYes = (name: string, isMet: boolean, remedy: string) =>
  makeCheck(name, { has: isMet ? 'yes' : 'no', needs: 'yes', isMet, remedy })

function checkMail({ mail }: AccountFacts, needs: QuotaNeeds, domain: string): Check[] {
  if (!mail) return []
  return [
    checkYes(
      'SES outside of its sandbox',
      mail.isOutOfSandbox,
      'aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url URL --use-case-description TEXT',
    ),
    checkYes('SES may send', mail.isSendingEnabled, 'ask AWS Support why the account of SES is paused'),
    checkYes(
      `SES knows the domain ${domain}`,
      mail.isDomainVerified,
      `aws sesv2 create-email-identity --email-identity ${domain}, then add the three DKIM records that it prints`,
    ),
    checkNumber(
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
  const { lambda, scheduleQuota } = facts
  const free = taken(needs.reservedConcurrency) + UNRESERVED_MIN
  return [
    checkNumber(
      'Lambda environments that are not reserved',
      lambda.unreserved,
      free,
      askFor(QUOTAS.concurrency, Math.max(CONCURRENCY_WANTED, lambda.concurrency + free)),
    ),
    // AWS lists the quotas of the scheduler by name; codes differ between its documents.
    ...(needs.schedules > 0
      ? [
          checkNumber(
            'schedules of EventBridge Scheduler',
            scheduleQuota.value,
            needs.schedules,
            askFor({ service: 'scheduler', code: scheduleQuota.code }, needs.schedules),
          ),
        ]
      : []),
    ...listCounted(needs).map(({ name, quota, need, used }) => {
      const limit = facts.quotas[`${quota.service}/${quota.code}`] ?? 0
      const needed = taken(needs[need])
      return checkNumber(name, limit - used(facts), needed, askFor(quota, used(facts) + needed))
    }),
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
