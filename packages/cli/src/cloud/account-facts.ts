import type * as Ec2Sdk from '@aws-sdk/client-ec2'
import type * as LambdaSdk from '@aws-sdk/client-lambda'
import type * as SesSdk from '@aws-sdk/client-sesv2'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import { orExplain } from './or-explain.ts'

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

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 20_000 }),
}
const QUOTAS_MAX = 100
const STANDARD_FAMILY = /^[acdhimrtz]\d/
const MEMORY_FAMILY = /^x\d/

/** Asks AWS. Throws SERVICE_UNAVAILABLE that names the missing permission. Changes nothing. */
export async function readAccount(questions: AccountQuestions): Promise<AccountFacts> {
  const { region, mailDomain } = questions
  const options = { ...CLIENT, region }
  const [quotas, scheduleQuota, lambda, network, databases, mail] = await Promise.all([
    readQuotas(questions, options),
    readScheduleQuota(options),
    readLambda(questions.stage, options),
    readNetwork(options),
    countDatabases(options),
    mailDomain === undefined ? undefined : readMail(mailDomain, options),
  ])
  return { quotas, scheduleQuota, ...lambda, ...network, databases, mail }
}

type Options = typeof CLIENT & { region: string }

async function readQuotas({ quotas }: AccountQuestions, options: Options): Promise<Record<string, number>> {
  const sdk = await import('@aws-sdk/client-service-quotas')
  const client = new sdk.ServiceQuotasClient(options)
  const values = await Promise.all(
    quotas.map(async ({ service, code }) => {
      const { Quota } = await orExplain(
        `Reading the quota ${code} (servicequotas:GetServiceQuota)`,
        client.send(new sdk.GetServiceQuotaCommand({ ServiceCode: service, QuotaCode: code })),
      )
      return [`${service}/${code}`, Quota?.Value ?? 0] as const
    }),
  )
  return Object.fromEntries(values)
}

async function readScheduleQuota(options: Options): Promise<AccountFacts['scheduleQuota']> {
  const sdk = await import('@aws-sdk/client-service-quotas')
  const { Quotas = [] } = await orExplain(
    'Reading the quotas of the scheduler (servicequotas:ListServiceQuotas)',
    new sdk.ServiceQuotasClient(options).send(
      new sdk.ListServiceQuotasCommand({ ServiceCode: 'scheduler', MaxResults: QUOTAS_MAX }),
    ),
  )
  const quota = Quotas.find(({ QuotaName }) => QuotaName === 'Number of schedules')
  return { code: quota?.QuotaCode ?? '', value: quota?.Value ?? 0 }
}

async function readLambda(
  stage: string,
  options: Options,
): Promise<Pick<AccountFacts, 'lambda' | 'isDeployed'>> {
  const sdk = await import('@aws-sdk/client-lambda')
  const client = new sdk.LambdaClient(options)
  const [{ AccountLimit }, isDeployed] = await Promise.all([
    orExplain(
      'Reading the limits of Lambda (lambda:GetAccountSettings)',
      client.send(new sdk.GetAccountSettingsCommand({})),
    ),
    orExplain('Looking for the stage (lambda:GetFunctionConfiguration)', hasStage(sdk, client, stage)),
  ])
  return {
    lambda: {
      concurrency: AccountLimit?.ConcurrentExecutions ?? 0,
      unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
    },
    isDeployed,
  }
}

async function hasStage(
  sdk: typeof LambdaSdk,
  client: LambdaSdk.LambdaClient,
  stage: string,
): Promise<boolean> {
  try {
    await client.send(new sdk.GetFunctionConfigurationCommand({ FunctionName: `pauta-${stage}-graphql` }))
    return true
  } catch (error) {
    if (error instanceof sdk.ResourceNotFoundException) return false
    throw error
  }
}

async function readNetwork(
  options: Options,
): Promise<Pick<AccountFacts, 'addresses' | 'networks' | 'processors'>> {
  const sdk = await import('@aws-sdk/client-ec2')
  const client = new sdk.EC2Client(options)
  const [addresses, networks, processors] = await Promise.all([
    orExplain(
      'Counting elastic addresses (ec2:DescribeAddresses)',
      client.send(new sdk.DescribeAddressesCommand({})),
    ),
    orExplain('Counting networks (ec2:DescribeVpcs)', client.send(new sdk.DescribeVpcsCommand({}))),
    orExplain('Counting instances (ec2:DescribeInstances)', countProcessors(sdk, client)),
  ])
  return {
    addresses: addresses.Addresses?.length ?? 0,
    networks: networks.Vpcs?.length ?? 0,
    processors,
  }
}

async function countProcessors(
  sdk: typeof Ec2Sdk,
  client: Ec2Sdk.EC2Client,
): Promise<AccountFacts['processors']> {
  const count = { standard: 0, memory: 0 }
  const pages = sdk.paginateDescribeInstances(
    { client },
    { Filters: [{ Name: 'instance-state-name', Values: ['pending', 'running'] }] },
  )
  for await (const { Reservations = [] } of pages)
    for (const { InstanceType = '', CpuOptions } of Reservations.flatMap(({ Instances = [] }) => Instances)) {
      const processors = (CpuOptions?.CoreCount ?? 0) * (CpuOptions?.ThreadsPerCore ?? 1)
      if (STANDARD_FAMILY.test(InstanceType)) count.standard += processors
      if (MEMORY_FAMILY.test(InstanceType)) count.memory += processors
    }
  return count
}

async function countDatabases(options: Options): Promise<number> {
  const sdk = await import('@aws-sdk/client-rds')
  const client = new sdk.RDSClient(options)
  const count = async () => {
    let databases = 0
    for await (const { DBInstances = [] } of sdk.paginateDescribeDBInstances({ client }, {}))
      databases += DBInstances.length
    return databases
  }
  return await orExplain('Counting databases (rds:DescribeDBInstances)', count())
}

async function readMail(domain: string, options: Options): Promise<MailFacts> {
  const sdk = await import('@aws-sdk/client-sesv2')
  const client = new sdk.SESv2Client(options)
  const account = await orExplain(
    'Reading the account of SES (ses:GetAccount)',
    client.send(new sdk.GetAccountCommand({})),
  )
  return {
    isOutOfSandbox: account.ProductionAccessEnabled ?? false,
    isSendingEnabled: account.SendingEnabled ?? false,
    mailsPerSecond: account.SendQuota?.MaxSendRate ?? 0,
    mailsPerDay: account.SendQuota?.Max24HourSend ?? 0,
    isDomainVerified: await orExplain(
      `Looking for the domain ${domain} (ses:GetEmailIdentity)`,
      isVerified(sdk, client, domain),
    ),
  }
}

async function isVerified(sdk: typeof SesSdk, client: SesSdk.SESv2Client, domain: string): Promise<boolean> {
  try {
    const identity = await client.send(new sdk.GetEmailIdentityCommand({ EmailIdentity: domain }))
    return identity.VerifiedForSendingStatus ?? false
  } catch (error) {
    if (error instanceof sdk.NotFoundException) return false
    throw error
  }
}
