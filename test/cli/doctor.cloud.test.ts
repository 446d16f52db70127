import { describeChecks } from '@pauta/cli/cloud/check-account'
import { examineAccount } from '@pauta/cli/cloud/examine-account'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBoundary } from '../../stacks/boundary.ts'
import { makeAwsProgram } from '../kit/services/aws-program.ts'
import { EXAMPLES } from '../stacks/stage-settings.ts'

const ACCOUNT = '123456789012'
const BOUNDARY = makeBoundary({ account: ACCOUNT, stage: 'production' }).document

/** An account on its first day: the reduced quotas that AWS documents, and nothing in it but the default network. */
const NEW_ACCOUNT: Record<string, unknown> = {
  'lambda get-account-settings': {
    ConcurrentExecutions: 10,
    UnreservedConcurrentExecutions: 10,
  },
  'lambda get-function-configuration': new Error('An error occurred (ResourceNotFoundException)'),
  'service-quotas get-service-quota --service-code ec2 --quota-code L-0263D0A3': 5,
  'service-quotas get-service-quota --service-code vpc --quota-code L-F678F1CE': 5,
  'service-quotas get-service-quota --service-code ec2 --quota-code L-1216C47A': 5,
  'service-quotas get-service-quota --service-code rds --quota-code L-7B6409FD': 40,
  'service-quotas list-service-quotas --service-code scheduler': [
    { QuotaName: 'Number of schedules', QuotaCode: 'L-9CA2A4B1', Value: 1_000_000 },
  ],
  'ec2 describe-addresses': 0,
  'ec2 describe-vpcs': 1,
  'ec2 describe-instances': [],
  'rds describe-db-instances': 0,
  'freetier get-account-plan-state --region us-east-1': 'PAID',
  'cloudfront list-distributions': { DistributionList: { Items: [{}] } },
  'sts get-caller-identity': { Account: ACCOUNT },
  'iam get-policy ': { Policy: { DefaultVersionId: 'v3' } },
  'iam get-policy-version': {
    PolicyVersion: { Document: BOUNDARY },
  },
}

const aws = makeAwsProgram()
const { answer } = aws

beforeAll(() => {
  vi.stubEnv('PATH', aws.environment['PATH'])
})
afterAll(() => {
  vi.unstubAllEnvs()
  aws[Symbol.dispose]()
})
beforeEach(() => answer(NEW_ACCOUNT))

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
    expect(concurrency).toMatchObject({ has: '10', needs: '217' })
    expect(concurrency?.remedy).toContain(
      '--service-code lambda --quota-code L-B99A9384 --desired-value 1000',
    )
  })

  it('counts the resources of a running stage as its own', async () => {
    answer({
      ...NEW_ACCOUNT,
      'lambda get-account-settings': {
        ConcurrentExecutions: 1000,
        UnreservedConcurrentExecutions: 890,
      },
      'lambda get-function-configuration': 'pauta-production-graphql',
      'service-quotas get-service-quota --service-code ec2 --quota-code L-1216C47A': 6,
      'ec2 describe-instances': [
        { InstanceType: 't4g.nano', CpuOptions: { CoreCount: 2, ThreadsPerCore: 1 } },
        { InstanceType: 't4g.large', CpuOptions: { CoreCount: 2, ThreadsPerCore: 1 } },
      ],
    })
    const report = await examine('production')
    expect(missing(report)).toEqual([])
    expect(describeChecks(report.checks)).toContain('The account has what the stage needs.')
    expect(report.checks.find(({ name }) => name === 'processors of instances')).toMatchObject({
      has: '2',
      needs: '0',
    })
  })

  it('checks only concurrency for a preview, which uses the servers of staging', async () => {
    const report = await examine('pr-7', EXAMPLES.preview)
    expect(report.checks.map(({ name }) => name)).toEqual([
      'plan of the account',
      'boundary pauta-preview-boundary',
      'Lambda environments that are not reserved',
    ])
  })

  it('names the permission that its credentials lack', async () => {
    answer({
      ...NEW_ACCOUNT,
      'ec2 describe-addresses': new Error('UnauthorizedOperation: ec2:DescribeAddresses'),
    })
    await expect(examine('production')).rejects.toThrow('ec2:DescribeAddresses')
  })

  it('refuses the free plan, which starts no instance of a stage', async () => {
    answer({
      ...NEW_ACCOUNT,
      'freetier get-account-plan-state --region us-east-1': 'FREE',
    })
    const report = await examine('production')
    expect(missing(report)[0]).toBe('plan of the account')
    expect(describeChecks(report.checks).join('\n')).toContain('upgrade the plan')
  })

  it('names a boundary that the account lacks, or has of another release, with the command that mends it', async () => {
    const remedyOf = async () =>
      (await examine('production')).checks.find(({ name }) => name === 'boundary pauta-production-boundary')
    answer({ ...NEW_ACCOUNT, 'iam get-policy ': new Error('An error occurred (NoSuchEntity)') })
    expect(await remedyOf()).toMatchObject({
      isMet: false,
      has: 'missing',
      remedy: expect.stringContaining(
        'aws iam create-policy --policy-name pauta-production-boundary',
      ) as string,
    })
    answer({ ...NEW_ACCOUNT, 'iam get-policy-version': { PolicyVersion: { Document: {} } } })
    expect(await remedyOf()).toMatchObject({
      isMet: false,
      has: 'other',
      remedy: expect.stringContaining('create-policy-version --set-as-default') as string,
    })
  })

  it('lists what AWS does not tell without failing, and CloudFront only for a stage with a site', async () => {
    const {
      'sts get-caller-identity': _,
      'freetier get-account-plan-state --region us-east-1': __,
      ...rest
    } = NEW_ACCOUNT
    answer({ ...rest, 'cloudfront list-distributions': { DistributionList: {} } })
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
})
