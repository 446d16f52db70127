import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../kit/processes/command.ts'
import { linkedStage } from '../kit/stack/linked-stage.ts'
import { makeAwsProgram } from '../kit/services/aws-program.ts'
import { production } from '../../stacks/stages/production.ts'

// An operator's own settings may name another region than the examples.
const { region } = production

const SERVER = {
  DBInstanceIdentifier: 'pauta-production-postgresinstance-abc',
  DBInstanceClass: 'db.t4g.medium',
  MultiAZ: true,
  StorageType: 'gp3',
  MaxAllocatedStorage: 200,
  Endpoint: { Address: 'live.example.internal', Port: 5432 },
  DBSubnetGroup: { DBSubnetGroupName: 'pauta-production-subnets' },
  VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-default' }],
  DBParameterGroups: [{ DBParameterGroupName: 'pauta-production-parameters' }],
  TagList: [
    { Key: 'sst:lookup:password', Value: 'secret-arn' },
    { Key: 'sst:stage', Value: 'production' },
  ],
}

const aws = makeAwsProgram()
afterAll(() => aws[Symbol.dispose]())

const answerWithServers = (...servers: object[]) =>
  aws.answer({
    'rds describe-db-instances': servers,
    'rds restore-db-instance-to-point-in-time': {},
    [`rds wait db-instance-available --region ${region} --db-instance-identifier pauta-`]: {},
  })
const restore = (...args: string[]) => runCommand('restore', args, aws.environment)

/** What AWS was asked to restore. */
function readRequest(): Record<string, unknown> {
  const call = aws.calls().find((one) => one.startsWith('rds restore-db-instance-to-point-in-time')) ?? ''
  return JSON.parse(/--cli-input-json (.*) --output json$/.exec(call)?.[1] ?? '{}') as Record<string, unknown>
}

describe('restore', () => {
  it('asks for a copy with the network and the parameters of the live server, and waits for it', async () => {
    answerWithServers(SERVER)
    const { code, stdout, stderr } = await restore('--stage', 'production')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(readRequest()).toEqual({
      SourceDBInstanceIdentifier: 'pauta-production-postgresinstance-abc',
      TargetDBInstanceIdentifier: 'pauta-drill',
      UseLatestRestorableTime: true,
      DBInstanceClass: 'db.t4g.medium',
      DBSubnetGroupName: 'pauta-production-subnets',
      VpcSecurityGroupIds: ['sg-default'],
      DBParameterGroupName: 'pauta-production-parameters',
      StorageType: 'gp3',
      MaxAllocatedStorage: 200,
      CopyTagsToSnapshot: true,
      PubliclyAccessible: false,
      DeletionProtection: false,
      MultiAZ: false,
      // A second server with the tag of the password would count as the live one.
      Tags: [{ Key: 'sst:stage', Value: 'production' }],
    })
    expect(stdout).toContain('pauta-drill answers at live.example.internal')
    expect(stdout).toContain('npm run sync-typesense -- --full-sync')
  })

  it('with --replace keeps protection, zones, storage growth and tags, and names the steps that import it', async () => {
    answerWithServers(SERVER)
    const time = '2026-06-01T12:00:00Z'
    const { code, stdout } = await restore('--stage', 'production', '--time', time, '--replace')
    expect(code).toBe(0)
    expect(readRequest()).toMatchObject({
      RestoreTime: '2026-06-01T12:00:00.000Z',
      TargetDBInstanceIdentifier: expect.stringMatching(/^pauta-production-restored-\d{8}$/) as string,
      DeletionProtection: true,
      MultiAZ: true,
      MaxAllocatedStorage: 200,
      Tags: SERVER.TagList,
    })
    const steps = ['sst state remove PostgresInstance', 'database.adopt', 'npm run deploy']
    const places = steps.map((step) => stdout.indexOf(step))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(stdout).not.toContain('sst refresh')
  })

  it('as a dry run reads and changes nothing', async () => {
    answerWithServers(SERVER)
    const { code, stdout } = await restore('--stage', 'production', '--dry-run', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ request: { TargetDBInstanceIdentifier: 'pauta-drill' } })
    expect(aws.calls()).toEqual([
      `rds describe-db-instances --region ${region} --query DBInstances --output json`,
    ])
  })

  it('waits two hours at most, and says how to look then', async () => {
    aws.answer({
      'rds describe-db-instances': [SERVER],
      'rds restore-db-instance-to-point-in-time': {},
      'rds wait': new Error('Waiter DBInstanceAvailable failed: Max attempts exceeded'),
    })
    expect(await restore('--stage', 'production')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pauta-drill takes no connections after two hours') as string,
    })
    expect(aws.calls().filter((call) => call.startsWith('rds wait'))).toHaveLength(4)
  })

  it('refuses a stage without a server, one with two, and a time without its zone', async () => {
    answerWithServers()
    expect(await restore('--stage', 'staging')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no database server of the stage staging') as string,
    })
    answerWithServers(SERVER, { ...SERVER, DBInstanceIdentifier: 'pauta-production-restored' })
    expect(await restore('--stage', 'production')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Several servers') as string,
    })
    expect(await restore('--stage', 'production', '--time', '2026-06-01')).toMatchObject({ code: 2 })
  })
})

const STAGE = linkedStage('production', {
  Database: {
    host: 'live.example.internal',
    port: 5432,
    username: 'postgres',
    password: 'secret-of-the-database',
    database: 'pauta',
    tls: 'verify-full',
  },
  SearchIndex: {
    url: 'https://search.sst:8108',
    key: 'key',
    collection: 'news',
    ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  },
})
describe('tunnel', () => {
  const tunnel = (environment: Record<string, string>, ...args: string[]) =>
    runCommand('tunnel', args, { ...aws.environment, ...environment })

  it('prints the sessions to both stores through the bastion, and the names that certificates need', async () => {
    aws.answer({ 'ec2 describe-instances': ['i-bastion'] })
    const { code, stdout, stderr } = await tunnel(STAGE, '--dry-run')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trim().split('\n')).toEqual([
      "echo '127.0.0.1 live.example.internal' | sudo tee -a /etc/hosts",
      "echo '127.0.0.1 search.sst' | sudo tee -a /etc/hosts",
      ...[
        '{"host":["live.example.internal"],"portNumber":["5432"],"localPortNumber":["5432"]}',
        '{"host":["search.sst"],"portNumber":["8108"],"localPortNumber":["8108"]}',
      ].map(
        (parameters) =>
          `aws ssm start-session --region ${region} --target i-bastion --document-name AWS-StartPortForwardingSessionToRemoteHost --parameters '${parameters}'`,
      ),
    ])
    expect(stdout).not.toContain('secret-of-the-database')
    expect(aws.calls().join()).toContain('Name=tag:sst:stage,Values=production')
  })

  it('opens nothing while the names are missing, and needs a stage with a bastion', async () => {
    aws.answer({ 'ec2 describe-instances': ['i-bastion'] })
    expect(await tunnel(STAGE)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sudo tee -a /etc/hosts') as string,
    })
    aws.answer({ 'ec2 describe-instances': [] })
    expect(await tunnel(STAGE, '--dry-run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no running bastion of the stage production') as string,
    })
    expect(await tunnel({}, '--dry-run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sst shell') as string,
    })
  })
})

describe('previews', () => {
  it('lists the stages of previews by their functions', async () => {
    aws.answer({
      'lambda list-functions': [
        'pauta-pr-12-graphql',
        'pauta-pr-7-ready',
        'pauta-pr-7-graphql',
        'pauta-staging-graphql',
        'other-pr-9-graphql',
      ],
    })
    const { code, stdout } = await runCommand('previews', [], aws.environment)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'pr-7\npr-12\n' })
  })

  it('fails without the permission to list', async () => {
    aws.answer({
      'lambda list-functions': new Error('AccessDeniedException: not authorized: lambda:ListFunctions'),
    })
    expect(await runCommand('previews', [], aws.environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('lambda:ListFunctions') as string,
    })
  })
})
