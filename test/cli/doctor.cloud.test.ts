import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../kit/processes/command.ts'
import { type RecordedCloud, startRecordedCloud } from '../kit/services/recorded-cloud.ts'

/** An account on its first day: the reduced quotas that AWS documents, and nothing in it but the default network. */
const NEW_ACCOUNT = {
  'lambda GET /2016-08-19/account-settings': {
    AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
  },
  'lambda GET /2015-03-31/functions/pauta-production-graphql/configuration': {
    status: 404,
    error: 'ResourceNotFoundException',
  },
  'servicequotas GetServiceQuota ec2/L-0263D0A3': { Quota: { Value: 5 } },
  'servicequotas GetServiceQuota vpc/L-F678F1CE': { Quota: { Value: 5 } },
  'servicequotas GetServiceQuota ec2/L-1216C47A': { Quota: { Value: 5 } },
  'servicequotas GetServiceQuota rds/L-7B6409FD': { Quota: { Value: 40 } },
  'servicequotas ListServiceQuotas scheduler': {
    Quotas: [{ QuotaName: 'Number of schedules', QuotaCode: 'L-9CA2A4B1', Value: 1_000_000 }],
  },
  'ec2 DescribeAddresses': '<addressesSet/>',
  'ec2 DescribeVpcs': '<vpcSet><item><vpcId>vpc-default</vpcId></item></vpcSet>',
  'ec2 DescribeInstances': '<reservationSet/>',
  'rds DescribeDBInstances': '<DBInstances/>',
}

let cloud: RecordedCloud

beforeAll(async () => {
  cloud = await startRecordedCloud()
})
afterAll(() => cloud.stop())
beforeEach(() => cloud.answer(NEW_ACCOUNT))

const doctor = (...args: string[]) => runCommand('doctor', args, cloud.environment)

interface Report {
  checks: { name: string; isMet: boolean; has: string; needs: string; remedy: string }[]
}
const examine = async (stage: string) => {
  const { stdout, code, stderr } = await doctor('--stage', stage, '--json')
  expect(stderr).toBe('')
  return { code, ...(JSON.parse(stdout) as Report) }
}
const missing = ({ checks }: Report) => checks.filter(({ isMet }) => !isMet).map(({ name }) => name)

describe('doctor', () => {
  it('names the quotas that a new account lacks, with the command that asks for each', async () => {
    const report = await examine('production')
    expect(report.code).toBe(1)
    expect(missing(report)).toEqual(['Lambda environments that are not reserved', 'processors of instances'])
    const [concurrency] = report.checks
    expect(concurrency).toMatchObject({ has: '10', needs: expect.stringMatching(/^(19|20)\d$/) as string })
    expect(concurrency?.remedy).toContain(
      '--service-code lambda --quota-code L-B99A9384 --desired-value 1000',
    )
  })

  it('exits with 0 when nothing is missing', async () => {
    cloud.answer({
      ...NEW_ACCOUNT,
      'lambda GET /2016-08-19/account-settings': {
        AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
      },
      'servicequotas GetServiceQuota ec2/L-1216C47A': { Quota: { Value: 32 } },
    })
    const { code, stdout } = await doctor('--stage', 'production')
    expect(stdout).toContain('The account has what the stage needs.')
    expect(code).toBe(0)
  })

  it('counts the resources of a running stage as its own', async () => {
    cloud.answer({
      ...NEW_ACCOUNT,
      'lambda GET /2016-08-19/account-settings': {
        AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 890 },
      },
      'lambda GET /2015-03-31/functions/pauta-production-graphql/configuration': {
        FunctionName: 'pauta-production-graphql',
      },
      'servicequotas GetServiceQuota ec2/L-1216C47A': { Quota: { Value: 6 } },
      'ec2 DescribeInstances':
        '<reservationSet><item><instancesSet>' +
        '<item><instanceType>t4g.nano</instanceType><cpuOptions><coreCount>2</coreCount><threadsPerCore>1</threadsPerCore></cpuOptions></item>' +
        '<item><instanceType>t4g.large</instanceType><cpuOptions><coreCount>2</coreCount><threadsPerCore>1</threadsPerCore></cpuOptions></item>' +
        '</instancesSet></item></reservationSet>',
    })
    const report = await examine('production')
    expect(missing(report)).toEqual([])
    expect(report.checks.find(({ name }) => name === 'processors of instances')).toMatchObject({
      has: '2',
      needs: '0',
    })
  })

  it('checks only concurrency for a preview, which uses the servers of staging', async () => {
    cloud.answer({
      ...NEW_ACCOUNT,
      'lambda GET /2015-03-31/functions/pauta-pr-7-graphql/configuration': {
        status: 404,
        error: 'ResourceNotFoundException',
      },
    })
    const report = await examine('pr-7')
    expect(report.checks.map(({ name }) => name)).toEqual(['Lambda environments that are not reserved'])
  })

  it('names the permission that its credentials lack', async () => {
    cloud.answer({
      ...NEW_ACCOUNT,
      'ec2 DescribeAddresses': { status: 403, error: 'UnauthorizedOperation' },
    })
    const { code, stderr } = await doctor('--stage', 'production')
    expect(code).toBe(1)
    expect(stderr).toContain('ec2:DescribeAddresses')
  })

  it('prints the policies of a deployer without asking AWS', async () => {
    cloud.answer({})
    const { code, stdout } = await doctor(
      '--stage',
      'pr-*',
      '--policy',
      '--account',
      '123456789012',
      '--json',
    )
    const policies = JSON.parse(stdout) as { name: string; document: { Statement: unknown[] } }[]
    expect(code).toBe(0)
    expect(policies.map(({ name }) => name)).toEqual([
      'pauta-deployer-pr-state',
      'pauta-deployer-pr-roles',
      'pauta-deployer-pr-functions',
      'pauta-deployer-pr-loans',
    ])
    expect(JSON.stringify(policies)).toContain('arn:aws:sqs:us-east-2:123456789012:pauta-pr-*-*')
    expect(cloud.calls()).toEqual([])
  })

  it('refuses an impossible stage and an impossible account', async () => {
    expect(await doctor('--stage', 'Production!')).toMatchObject({ code: 2 })
    expect(await doctor('--stage', 'production', '--policy')).toMatchObject({ code: 2 })
  })
})
