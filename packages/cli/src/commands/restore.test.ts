import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callCommand } from '../../../../test/kit/processes/call-command.ts'
import { makeAwsProgram } from '../../../../test/kit/services/aws-program.ts'

const aws = makeAwsProgram()
const SERVER = {
  DBInstanceIdentifier: 'pauta-staging-a',
  DBInstanceClass: 'db.t4g.medium',
  StorageType: 'gp3',
  MultiAZ: true,
  DBSubnetGroup: { DBSubnetGroupName: 'subnets' },
  VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1' }],
  DBParameterGroups: [{ DBParameterGroupName: 'parameters' }],
  TagList: [
    { Key: 'sst:lookup:password', Value: 'arn' },
    { Key: 'sst:stage', Value: 'staging' },
  ],
}
beforeAll(() => {
  vi.stubEnv('PATH', aws.environment['PATH'])
})
beforeEach(() => aws.answer({ 'rds describe-db-instances': [SERVER] }))
afterAll(() => {
  vi.unstubAllEnvs()
  aws[Symbol.dispose]()
})

interface Planned {
  request: Record<string, unknown>
  nextSteps: string[]
}
const plan = async (...args: string[]) => {
  const always = ['--stage', 'staging', '--dry-run', '--json']
  const { code, stdout, stderr } = await callCommand('restore', [...always, ...args])
  return { code, stderr, ...(code === 0 && (JSON.parse(stdout) as Planned)) }
}

describe('a dry run of a restore', () => {
  it('shows a copy for a drill, and how it is used', async () => {
    expect(await plan()).toMatchObject({
      code: 0,
      request: { TargetDBInstanceIdentifier: 'pauta-drill', UseLatestRestorableTime: true },
      nextSteps: [
        'npx sst shell --stage staging -- bash',
        `export SST_RESOURCE_Database=$(jq -c '.host = "HOST"' <<<"$SST_RESOURCE_Database")`,
        `export SST_RESOURCE_SearchIndex=$(jq -c '.collection = "drill_news"' <<<"$SST_RESOURCE_SearchIndex")`,
        'npm run entities -- rebuild',
        'npm run sync-typesense -- --full-sync',
      ],
    })
  })

  it('shows a replacement, and how the stage adopts it', async () => {
    const { request, nextSteps } = await plan('--replace')
    const target = String(request?.['TargetDBInstanceIdentifier'])
    expect(target).toMatch(/^pauta-staging-restored-\d{8}$/)
    expect(nextSteps).toEqual([
      'npx sst state remove PostgresInstance --stage staging',
      `set database.adopt to '${target}' in stacks/stages/staging.ts`,
      'npm run deploy -- --stage staging',
      `set database.adopt to '' in stacks/stages/staging.ts`,
      'npm run deploy -- --stage staging',
      'npx sst shell --stage staging -- npm run entities -- rebuild',
      'npx sst shell --stage staging -- npm run sync-typesense -- --full-sync --remote',
    ])
  })

  it.each([
    [true, [], false],
    [true, ['--replace'], true],
    [false, ['--replace'], false],
  ])('of a server with a standby %s and %j has one: %s', async (MultiAZ, args, expected) => {
    aws.answer({ 'rds describe-db-instances': [{ ...SERVER, MultiAZ }] })
    expect((await plan(...args)).request).toMatchObject({ MultiAZ: expected })
  })

  it('prints the request and the steps for people', async () => {
    const { stdout } = await callCommand('restore', ['--stage', 'staging', '--dry-run'])
    expect(stdout).toMatch(/^Dry run: AWS would be asked for\n\{\n/)
    expect(stdout).toMatch(/\n\}\nand then:\nnpx sst shell --stage staging -- bash\n/)
  })

  it.each([
    ['2026-06-01T12:00:00Z', '2026-06-01T12:00:00.000Z'],
    ['2026-06-01T12:00-03:00', '2026-06-01T15:00:00.000Z'],
    ['2026-06-01T12:00:00', undefined],
    ['2026-06-01', undefined],
    ['2026-13-01T12:00:00Z', undefined],
  ])('of the instant %s asks for %s', async (time, expected) => {
    const { code, request, stderr } = await plan('--time', time)
    expect([code, request?.['RestoreTime']]).toEqual([expected === undefined ? 2 : 0, expected])
    expect(stderr.includes(`--time ${time}: an instant with its zone`)).toBe(expected === undefined)
  })

  it.each([
    ['a', 0],
    ['a'.repeat(60), 0],
    ['a'.repeat(61), 2],
    ['pauta-1', 0],
    ['1-pauta', 2],
    ['pauta--1', 2],
    ['pauta-', 2],
    ['Pauta', 2],
  ])('of the target %s exits with %i', async (target, expected) => {
    const { code, request } = await plan('--target', target)
    expect([code, request?.['TargetDBInstanceIdentifier']]).toEqual([
      expected,
      expected === 0 ? target : undefined,
    ])
  })
})
