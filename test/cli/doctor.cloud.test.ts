import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeChecks } from '@pauta/cli/cloud/check-account'
import { examineAccount } from '@pauta/cli/cloud/examine-account'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBoundary } from '../../stacks/boundary.ts'
import { runCommand } from '../kit/processes/command.ts'
import { type RecordedCloud, startRecordedCloud } from '../kit/services/recorded-cloud.ts'
import { EXAMPLES } from '../stacks/stage-settings.ts'

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

const ACCOUNT = '123456789012'
const BOUNDARY = makeBoundary({ account: ACCOUNT, stage: 'production' }).document

/** Answers of the AWS CLI on an account that is ready, by the first two words of a command. */
const READY = {
  'freetier get-account-plan-state': { accountPlanType: 'PAID' },
  'cloudfront list-distributions': { DistributionList: { Items: [{}] } },
  'sts get-caller-identity': { Account: ACCOUNT },
  'iam get-policy': { Policy: { DefaultVersionId: 'v3' } },
  'iam get-policy-version': { PolicyVersion: { Document: BOUNDARY } },
}

let cloud: RecordedCloud
const programs = mkdtempSync(join(tmpdir(), 'pauta-aws-cli-'))

/** Puts a program `aws` before all others. An answer that is a text is an error. */
function answerCli(answers: Record<string, unknown>): void {
  const lines = Object.entries(answers).map(([words, answer]) => {
    const isError = typeof answer === 'string'
    const text = isError ? answer : JSON.stringify(answer)
    return `"${words}") ${isError ? `echo '${text}' >&2; exit 254` : `echo '${text}'`} ;;`
  })
  const script = `#!/bin/bash\ncase "$1 $2" in\n${lines.join('\n')}\n*) echo "AccessDenied" >&2; exit 254 ;;\nesac\n`
  writeFileSync(join(programs, 'aws'), script)
  chmodSync(join(programs, 'aws'), 0o755)
}

beforeAll(async () => {
  cloud = await startRecordedCloud()
  for (const [name, value] of Object.entries(cloud.environment)) vi.stubEnv(name, value)
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(programs, { recursive: true })
  await cloud.stop()
})
beforeEach(() => {
  cloud.answer(NEW_ACCOUNT)
  answerCli(READY)
})

const doctor = (...args: string[]) => runCommand('doctor', args, cloud.environment)

type Report = Awaited<ReturnType<typeof examineAccount>>
const examine = async (stage: 'production' | 'pr-7', settings = EXAMPLES.production) =>
  await examineAccount(stage, settings)
const missing = ({ checks }: Report) => checks.filter(({ isMet }) => !isMet).map(({ name }) => name)
const unknown = ({ checks }: Report) => checks.filter(({ isUnknown }) => isUnknown).map(({ name }) => name)

describe('doctor', () => {
  it('names the quotas that a new account lacks, with the command that asks for each', async () => {
    const report = await examine('production')
    expect(missing(report)).toEqual(['Lambda environments that are not reserved', 'processors of instances'])
    const concurrency = report.checks.find(({ name }) => name.startsWith('Lambda'))
    expect(concurrency).toMatchObject({ has: '10', needs: '218' })
    expect(concurrency?.remedy).toContain(
      '--service-code lambda --quota-code L-B99A9384 --desired-value 1000',
    )
  })

  it('says so when nothing is missing', async () => {
    cloud.answer({
      ...NEW_ACCOUNT,
      'lambda GET /2016-08-19/account-settings': {
        AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
      },
      'servicequotas GetServiceQuota ec2/L-1216C47A': { Quota: { Value: 32 } },
    })
    expect(describeChecks((await examine('production')).checks)).toContain(
      'The account has what the stage needs.',
    )
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
    const report = await examine('pr-7', EXAMPLES.preview)
    expect(report.checks.map(({ name }) => name)).toEqual([
      'plan of the account',
      'boundary pauta-preview-boundary',
      'Lambda environments that are not reserved',
    ])
  })

  it('names the permission that its credentials lack', async () => {
    cloud.answer({
      ...NEW_ACCOUNT,
      'ec2 DescribeAddresses': { status: 403, error: 'UnauthorizedOperation' },
    })
    await expect(examine('production')).rejects.toThrow('ec2:DescribeAddresses')
  })

  it('refuses the free plan, which starts no instance of a stage', async () => {
    answerCli({ ...READY, 'freetier get-account-plan-state': { accountPlanType: 'FREE' } })
    const report = await examine('production')
    expect(missing(report)[0]).toBe('plan of the account')
    expect(describeChecks(report.checks).join('\n')).toContain('upgrade the plan')
  })

  it('names a boundary that the account lacks, or has of another release, with the command that mends it', async () => {
    const remedyOf = async () =>
      (await examine('production')).checks.find(({ name }) => name === 'boundary pauta-production-boundary')
    answerCli({ ...READY, 'iam get-policy': 'An error occurred (NoSuchEntity)' })
    expect(await remedyOf()).toMatchObject({
      isMet: false,
      has: 'missing',
      remedy: expect.stringContaining(
        'aws iam create-policy --policy-name pauta-production-boundary',
      ) as string,
    })
    answerCli({ ...READY, 'iam get-policy-version': { PolicyVersion: { Document: {} } } })
    expect(await remedyOf()).toMatchObject({
      isMet: false,
      has: 'other',
      remedy: expect.stringContaining('create-policy-version --set-as-default') as string,
    })
  })

  it('lists what AWS does not tell without failing, and CloudFront only for a stage with a site', async () => {
    answerCli({ 'cloudfront list-distributions': { DistributionList: {} } })
    const report = await examine('production')
    expect(unknown(report)).toEqual([
      'plan of the account',
      'CloudFront has made a distribution',
      'boundary pauta-production-boundary',
    ])
    expect(describeChecks(report.checks).join('\n')).toContain('site.enabled to false')
    const { site } = EXAMPLES.production
    const without = await examine('production', { ...EXAMPLES.production, site: { ...site, enabled: false } })
    expect(unknown(without)).not.toContain('CloudFront has made a distribution')
  })

  it('prints the boundary of a deployer without asking AWS', async () => {
    cloud.answer({})
    const { code, stdout } = await doctor('--stage', 'pr-*', '--policy', '--account', ACCOUNT, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(makeBoundary({ account: ACCOUNT, stage: 'pr-*' }))
    expect(cloud.calls()).toEqual([])
  })

  it('refuses an impossible stage and an impossible account', async () => {
    expect(await doctor('--stage', 'Production!')).toMatchObject({ code: 2 })
    expect(await doctor('--stage', 'production', '--policy')).toMatchObject({ code: 2 })
  })
})
