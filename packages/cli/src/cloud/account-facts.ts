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
export async function readAccount(questions: AccountQuestions): Promise<AccountFacts> {
  const { stage, region, quotas, mailDomain } = questions
  const ask: Ask = (command, query, absent) =>
    askAws(`${command} --region ${region} --query ${query}`, absent ? { absent } : {})
  const fn = `pauta-${stage}-graphql`
  const [limits, schedules, lambda, name, addresses, networks, instances, databases, mail] =
    await Promise.all([
      Promise.all(quotas.map((quota) => readQuota(ask, quota))),
      ask<{ QuotaName: string; QuotaCode: string; Value: number }[]>(
        'service-quotas list-service-quotas --service-code scheduler',
        'Quotas',
      ),
      ask<{ ConcurrentExecutions: number; UnreservedConcurrentExecutions: number }>(
        'lambda get-account-settings',
        'AccountLimit',
      ),
      ask<string>(`lambda get-function-configuration --function-name ${fn}`, 'FunctionName', {
        error: 'ResourceNotFoundException',
        answer: '',
      }),
      ask<number>('ec2 describe-addresses', 'length(Addresses)'),
      ask<number>('ec2 describe-vpcs', 'length(Vpcs)'),
      ask<Instance[]>(
        'ec2 describe-instances --filters Name=instance-state-name,Values=pending,running',
        'Reservations[].Instances[]',
      ),
      ask<number>('rds describe-db-instances', 'length(DBInstances)'),
      mailDomain === undefined ? undefined : readMail(ask, mailDomain),
    ])
  const quota = schedules.find(({ QuotaName }) => QuotaName === 'Number of schedules')
  return {
    quotas: Object.fromEntries(limits),
    scheduleQuota: { code: quota?.QuotaCode ?? '', value: quota?.Value ?? 0 },
    lambda: { concurrency: lambda.ConcurrentExecutions, unreserved: lambda.UnreservedConcurrentExecutions },
    isDeployed: name !== '',
    addresses,
    networks,
    databases,
    processors: countProcessors(instances),
    mail,
  }
}

/** `query` is the part of the answer, in the language of the CLI. */
type Ask = <T>(command: string, query: string, absent?: { error: string; answer: T }) => Promise<T>

async function readQuota(ask: Ask, { service, code }: { service: string; code: string }) {
  const command = `service-quotas get-service-quota --service-code ${service} --quota-code ${code}`
  return [`${service}/${code}`, await ask<number>(command, 'Quota.Value')] as const
}

function countProcessors(instances: readonly Instance[]): AccountFacts['processors'] {
  const count = (family: RegExp) =>
    instances
      .filter(({ InstanceType = '' }) => family.test(InstanceType))
      .reduce((sum, { CpuOptions: cpu }) => sum + (cpu?.CoreCount ?? 0) * (cpu?.ThreadsPerCore ?? 1), 0)
  return { standard: count(STANDARD_FAMILY), memory: count(MEMORY_FAMILY) }
}

async function readMail(ask: Ask, domain: string): Promise<MailFacts> {
  const [account, isDomainVerified] = await Promise.all([
    ask<{
      ProductionAccessEnabled: boolean
      SendingEnabled: boolean
      SendQuota: { MaxSendRate: number }
    }>('sesv2 get-account', '@'),
    ask<boolean>(`sesv2 get-email-identity --email-identity ${domain}`, 'VerifiedForSendingStatus', {
      error: 'NotFoundException',
      answer: false,
    }),
  ])
  return {
    isOutOfSandbox: account.ProductionAccessEnabled,
    isSendingEnabled: account.SendingEnabled,
    mailsPerSecond: account.SendQuota.MaxSendRate,
    isDomainVerified,
  }
}
