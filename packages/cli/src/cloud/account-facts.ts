import { askAws } from './ask-aws.ts'

/** What an account allows and uses in a region. A value is undefined where AWS does not report it. */
export interface AccountFacts {
  /** By service and code, such as `ec2/L-0263D0A3`. */
  quotas: Record<string, number>
  /** Whether the stage has functions already. */
  isDeployed: boolean
  scheduleQuota: { code: string; value: number }
  lambda: { concurrency: number; unreserved: number }
  addresses: number
  networks: number
  databases: number
  /** Virtual processors of running instances, by `standard` and `memory`. */
  processors: { standard: number; memory: number }
  /** Undefined when SES was not asked. */
  mail: MailFacts | undefined
}

interface MailFacts {
  isOutOfSandbox: boolean
  isSendingEnabled: boolean
  mailsPerSecond: number
  mailsPerDay: number
  /** Whether the domain of the sender is verified. */
  isDomainVerified: boolean
}

export interface AccountQuestions {
  stage: string
  region: string
  /** Codes of quotas by service. */
  quotas: readonly { service: string; code: string }[]
  /** Domain of the sender of mails; undefined when mails do not leave by SES. */
  mailDomain: string | undefined
}

interface Instance {
  InstanceType?: string
  CpuOptions?: { CoreCount?: number; ThreadsPerCore?: number }
}

const STANDARD_FAMILY = /^[acdhimrtz]\d/
const MEMORY_FAMILY = /^x\d/

/** Asks AWS. Throws SERVICE_UNAVAILABLE that names the missing permission. Changes nothing. */
export async function readAccount({
  stage,
  region,
  quotas,
  mailDomain,
}: AccountQuestions): Promise<AccountFacts> {
  const ask = <T>(command: string, absent?: { error: string; answer: T }) =>
    askAws<T>(`${command} --region ${region}`, absent ? { absent } : {})
  const [limits, schedules, lambda, graphql, addresses, networks, instances, databases, mail] =
    await Promise.all([
      Promise.all(quotas.map((quota) => readQuota(ask, quota))),
      ask<{ Quotas?: { QuotaName: string; QuotaCode: string; Value: number }[] }>(
        'service-quotas list-service-quotas --service-code scheduler',
      ),
      ask<{ AccountLimit: { ConcurrentExecutions: number; UnreservedConcurrentExecutions: number } }>(
        'lambda get-account-settings',
      ),
      ask<{ FunctionName?: string }>(
        `lambda get-function-configuration --function-name pauta-${stage}-graphql`,
        {
          error: 'ResourceNotFoundException',
          answer: {},
        },
      ),
      ask<{ Addresses?: unknown[] }>('ec2 describe-addresses'),
      ask<{ Vpcs?: unknown[] }>('ec2 describe-vpcs'),
      ask<{ Reservations?: { Instances?: Instance[] }[] }>(
        'ec2 describe-instances --filters Name=instance-state-name,Values=pending,running',
      ),
      ask<{ DBInstances?: unknown[] }>('rds describe-db-instances'),
      mailDomain === undefined ? undefined : readMail(ask, mailDomain),
    ])
  const quota = schedules.Quotas?.find(({ QuotaName }) => QuotaName === 'Number of schedules')
  const { ConcurrentExecutions, UnreservedConcurrentExecutions } = lambda.AccountLimit
  return {
    quotas: Object.fromEntries(limits),
    scheduleQuota: { code: quota?.QuotaCode ?? '', value: quota?.Value ?? 0 },
    lambda: { concurrency: ConcurrentExecutions, unreserved: UnreservedConcurrentExecutions },
    isDeployed: graphql.FunctionName !== undefined,
    addresses: addresses.Addresses?.length ?? 0,
    networks: networks.Vpcs?.length ?? 0,
    databases: databases.DBInstances?.length ?? 0,
    processors: countProcessors((instances.Reservations ?? []).flatMap(({ Instances = [] }) => Instances)),
    mail,
  }
}

type Ask = <T>(command: string, absent?: { error: string; answer: T }) => Promise<T>

async function readQuota(ask: Ask, { service, code }: { service: string; code: string }) {
  const { Quota } = await ask<{ Quota?: { Value?: number } }>(
    `service-quotas get-service-quota --service-code ${service} --quota-code ${code}`,
  )
  return [`${service}/${code}`, Quota?.Value ?? 0] as const
}

function countProcessors(instances: readonly Instance[]): AccountFacts['processors'] {
  const count = (family: RegExp) =>
    instances
      .filter(({ InstanceType = '' }) => family.test(InstanceType))
      .reduce((sum, { CpuOptions: cpu }) => sum + (cpu?.CoreCount ?? 0) * (cpu?.ThreadsPerCore ?? 1), 0)
  return { standard: count(STANDARD_FAMILY), memory: count(MEMORY_FAMILY) }
}

async function readMail(ask: Ask, domain: string): Promise<MailFacts> {
  const [account, identity] = await Promise.all([
    ask<{
      ProductionAccessEnabled?: boolean
      SendingEnabled?: boolean
      SendQuota?: { MaxSendRate: number; Max24HourSend: number }
    }>('sesv2 get-account'),
    ask<{ VerifiedForSendingStatus?: boolean }>(`sesv2 get-email-identity --email-identity ${domain}`, {
      error: 'NotFoundException',
      answer: {},
    }),
  ])
  return {
    isOutOfSandbox: account.ProductionAccessEnabled ?? false,
    isSendingEnabled: account.SendingEnabled ?? false,
    mailsPerSecond: account.SendQuota?.MaxSendRate ?? 0,
    mailsPerDay: account.SendQuota?.Max24HourSend ?? 0,
    isDomainVerified: identity.VerifiedForSendingStatus ?? false,
  }
}
