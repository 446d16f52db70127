import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeAwsProgram } from '../../../../test/kit/services/aws-program.ts'
import { readAccount } from './account-facts.ts'
import { readGates } from './account-gates.ts'
import { checkGates } from './check-gates.ts'
import { examineAccount } from './examine-account.ts'
import { makeSettings } from '../../../../stacks/stages/sizes.ts'
import { makeBoundary } from '../../../../stacks/boundary.ts'
import { listQuotaNeeds } from '../../../../stacks/quota-needs.ts'

const aws = makeAwsProgram()
beforeAll(() => vi.stubEnv('PATH', aws.environment['PATH']))
afterAll(() => {
  vi.unstubAllEnvs()
  aws[Symbol.dispose]()
})

const instance = (InstanceType: string, CoreCount?: number, ThreadsPerCore?: number) => ({
  InstanceType,
  CpuOptions: { CoreCount, ThreadsPerCore },
})
const ACCOUNT: Record<string, unknown> = {
  'service-quotas get-service-quota --service-code ec2 --quota-code L-1 --region sa-east-1 --query Quota.Value': 5,
  'service-quotas list-service-quotas --service-code scheduler --region sa-east-1 --query Quotas': [
    { QuotaName: 'Other', QuotaCode: 'L-0', Value: 1 },
    { QuotaName: 'Number of schedules', QuotaCode: 'L-9', Value: 2 },
  ],
  'lambda get-account-settings': { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 7 },
  'lambda get-function-configuration --function-name pauta-staging-graphql': 'pauta-staging-graphql',
  'ec2 describe-addresses': 3,
  'ec2 describe-vpcs': 4,
  'ec2 describe-instances': [
    instance('t4g.nano', 1, 2),
    instance('m7g.large', 2),
    instance('x2gd.large', 4, 2),
    instance('g5.large', 8, 2),
    { InstanceType: 'c7g.large' },
    {},
  ],
  'rds describe-db-instances': 6,
  'sesv2 get-account': {
    ProductionAccessEnabled: true,
    SendingEnabled: false,
    SendQuota: { MaxSendRate: 14 },
  },
  'sesv2 get-email-identity --email-identity a.example': true,
}
const QUESTION = {
  stage: 'staging',
  region: 'sa-east-1',
  quotas: [{ service: 'ec2', code: 'L-1' }],
  mailDomain: 'a.example',
}

describe('the facts of an account', () => {
  it('are what AWS allows and what runs', async () => {
    aws.answer(ACCOUNT)
    expect(await readAccount(QUESTION)).toEqual({
      quotas: { 'ec2/L-1': 5 },
      scheduleQuota: { code: 'L-9', value: 2 },
      lambda: { concurrency: 10, unreserved: 7 },
      isDeployed: true,
      addresses: 3,
      networks: 4,
      databases: 6,
      processors: { standard: 4, memory: 8 },
      mail: { isOutOfSandbox: true, isSendingEnabled: false, mailsPerSecond: 14, isDomainVerified: true },
    })
  })

  it('are less where the stage does not run and sends no mail by SES', async () => {
    const absent = new Error('An error occurred (ResourceNotFoundException)')
    aws.answer({
      ...ACCOUNT,
      'lambda get-function-configuration --function-name pauta-staging-graphql': absent,
      'service-quotas list-service-quotas': [],
      'service-quotas list-service-quotas --service-code scheduler --region sa-east-1 --query Quotas': [],
    })
    expect(await readAccount({ ...QUESTION, quotas: [], mailDomain: undefined })).toMatchObject({
      quotas: {},
      isDeployed: false,
      scheduleQuota: { code: '', value: 0 },
      mail: undefined,
    })
  })

  it.each([
    'ec2 describe-vpcs',
    'lambda get-function-configuration --function-name pauta-staging-graphql',
    'sesv2 get-email-identity --email-identity a.example',
  ])('are not guessed without the permission to %s', async (command) => {
    aws.answer({ ...ACCOUNT, [command]: new Error('AccessDenied: no') })
    const message = new RegExp(`^aws ${command} .* did not succeed: AccessDenied: no$`)
    await expect(readAccount(QUESTION)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(message) as string,
    })
  })

  it('have no verified domain where SES does not know it', async () => {
    const absent = new Error('An error occurred (NotFoundException)')
    aws.answer({ ...ACCOUNT, 'sesv2 get-email-identity --email-identity a.example': absent })
    expect(await readAccount(QUESTION)).toMatchObject({ mail: { isDomainVerified: false } })
  })

  it('say how the CLI of AWS ended where it gives no reason', async () => {
    aws.answer({ ...ACCOUNT, 'ec2 describe-vpcs': new Error() })
    await expect(readAccount(QUESTION)).rejects.toThrow(/did not succeed: Error: Command failed: aws ec2/)
  })

  it('need the CLI of AWS', async () => {
    const { PATH } = process.env
    vi.stubEnv('PATH', '/nowhere')
    try {
      await expect(readAccount(QUESTION)).rejects.toThrow(/did not succeed: the AWS CLI is not installed$/)
    } finally {
      vi.stubEnv('PATH', PATH)
    }
  })
})

describe('the account of a stage', () => {
  it('is compared with what the stage needs, and its gates before its quotas', async () => {
    const settings = makeSettings({
      size: 'small',
      region: 'sa-east-1',
      embedding: { kind: 'unset' },
      delivery: { email: { kind: 'ses', fromAddress: 'noticias@a.example', fromName: 'Pauta' } },
    })
    aws.answer({ ...ACCOUNT, 'service-quotas get-service-quota': 5 })
    const { needs, checks } = await examineAccount('staging', settings)
    expect(needs).toEqual(listQuotaNeeds(settings, false))
    expect(checks.map(({ name, has }) => `${name}: ${has}`)).toEqual([
      'plan of the account: unknown',
      'CloudFront has made a distribution: unknown',
      'boundary pauta-staging-boundary: unknown',
      'Lambda environments that are not reserved: 7',
      'elastic addresses: 2',
      'networks: 1',
      'processors of instances: 1',
      'database servers: -1',
      'SES outside of its sandbox: yes',
      'SES may send: no',
      'SES knows the domain a.example: yes',
      'mails a second by SES: 14',
    ])
  })
})

it('the boundary of an account is compared with that of the stage in this account', async () => {
  const { name, document } = makeBoundary({ account: '123456789012', stage: 'staging' })
  const policy = `--policy-arn arn:aws:iam::123456789012:policy/${name}`
  aws.answer({
    ...ACCOUNT,
    'service-quotas get-service-quota': 5,
    'sts get-caller-identity': { Account: '123456789012' },
    [`iam get-policy ${policy}`]: { Policy: { DefaultVersionId: 'v1' } },
    [`iam get-policy-version ${policy} --version-id v1`]: { PolicyVersion: { Document: document } },
  })
  const settings = makeSettings({ size: 'small', region: 'sa-east-1', embedding: { kind: 'unset' } })
  const { checks } = await examineAccount('staging', settings)
  expect(checks.find((one) => one.name === `boundary ${name}`)).toMatchObject({ has: 'current', isMet: true })
})

describe('the gates of an account', () => {
  const DOCUMENT = { Version: '2012-10-17', Statement: [] }
  const makeBoundary = (account: string) => ({ name: `boundary-${account}`, document: DOCUMENT }) as never
  const POLICY = '--policy-arn arn:aws:iam::123:policy/boundary-123'
  const OPEN: Record<string, unknown> = {
    'freetier get-account-plan-state --region us-east-1': 'PAID',
    'cloudfront list-distributions': { DistributionList: { Items: [{}] } },
    'sts get-caller-identity': { Account: '123' },
    [`iam get-policy ${POLICY}`]: { Policy: { DefaultVersionId: 'v3' } },
    [`iam get-policy-version ${POLICY} --version-id v3`]: { PolicyVersion: { Document: DOCUMENT } },
  }

  it.each<[string, Record<string, unknown>, Awaited<ReturnType<typeof readGates>>]>([
    ['are open', {}, { plan: 'PAID', hasDistribution: true, boundary: 'current' }],
    [
      'are those of a new account',
      {
        'freetier get-account-plan-state --region us-east-1': 'FREE',
        'cloudfront list-distributions': {},
        [`iam get-policy ${POLICY}`]: new Error('NoSuchEntity'),
      },
      { plan: 'FREE', hasDistribution: false, boundary: 'missing' },
    ],
    [
      'have another boundary and a plan without a name',
      {
        'freetier get-account-plan-state --region us-east-1': 'NEW',
        'cloudfront list-distributions': { DistributionList: { Items: [] } },
        [`iam get-policy-version ${POLICY} --version-id v3`]: { PolicyVersion: { Document: {} } },
      },
      { plan: 'unknown', hasDistribution: false, boundary: 'other' },
    ],
    [
      'are unknown without a permission',
      {
        'freetier get-account-plan-state --region us-east-1': new Error('AccessDenied'),
        'cloudfront list-distributions': new Error('AccessDenied'),
        'sts get-caller-identity': new Error('AccessDenied'),
      },
      { plan: 'unknown', hasDistribution: false, boundary: 'unknown' },
    ],
    [
      'have an unknown boundary without the permission to read it',
      { [`iam get-policy ${POLICY}`]: new Error('AccessDenied') },
      { plan: 'PAID', hasDistribution: true, boundary: 'unknown' },
    ],
  ])('%s', async (_, changes, gates) => {
    aws.answer({ ...OPEN, ...changes })
    expect(await readGates(makeBoundary)).toEqual(gates)
  })

  const check = (gates: Partial<Awaited<ReturnType<typeof readGates>>> = {}, hasSite = true) =>
    checkGates(
      { plan: 'PAID', hasDistribution: true, boundary: 'current', ...gates },
      { stage: 'staging', hasSite },
    ).map(({ isMet, isUnknown = false, has, needs, remedy }) => [isMet, isUnknown, has, needs, remedy])

  it('need a plan, a distribution for a site alone, and the boundary', () => {
    expect(check()).toEqual([
      [true, false, 'PAID', 'PAID', ''],
      [true, false, 'yes', 'yes', ''],
      [true, false, 'current', 'current', ''],
    ])
    expect(check({}, false).map(([, , has]) => has)).toEqual(['PAID', 'current'])
  })

  it.each([
    [{ plan: 'FREE' }, 0, [false, false, 'FREE'], /^upgrade the plan/],
    [{ plan: 'unknown' }, 0, [true, true, 'unknown'], /^aws freetier/],
    [{ hasDistribution: false }, 1, [true, true, 'unknown'], /^AWS tells only/],
    [
      { boundary: 'unknown' },
      2,
      [true, true, 'unknown'],
      /^compare it with: npm run -s doctor -- --stage staging/,
    ],
    [
      { boundary: 'missing' },
      2,
      [false, false, 'missing'],
      /^aws iam create-policy --policy-name \S+staging\S* --policy/,
    ],
    [
      { boundary: 'other' },
      2,
      [false, false, 'other'],
      /^aws iam create-policy-version --set-as-default .*policy\/\S+ --policy/,
    ],
  ] as const)('with %j say what to do', (gates, at, facts, remedy) => {
    const found = check(gates)[at] ?? []
    expect(found.slice(0, 3)).toEqual(facts)
    expect(found[4]).toMatch(remedy)
  })
})
