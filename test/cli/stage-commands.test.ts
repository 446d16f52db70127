import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../kit/processes/command.ts'
import { linkedStage } from '../kit/stack/linked-stage.ts'
import { type RecordedCloud, startRecordedCloud } from '../kit/services/recorded-cloud.ts'

const SERVER =
  '<DBInstance><DBInstanceIdentifier>pauta-production-postgresinstance-abc</DBInstanceIdentifier>' +
  '<DBInstanceStatus>available</DBInstanceStatus><DBInstanceClass>db.t4g.medium</DBInstanceClass>' +
  '<MultiAZ>true</MultiAZ><StorageType>gp3</StorageType><MaxAllocatedStorage>200</MaxAllocatedStorage>' +
  '<Endpoint><Address>live.example.internal</Address><Port>5432</Port></Endpoint>' +
  '<DBSubnetGroup><DBSubnetGroupName>pauta-production-subnets</DBSubnetGroupName></DBSubnetGroup>' +
  '<VpcSecurityGroups><VpcSecurityGroupMembership><VpcSecurityGroupId>sg-default</VpcSecurityGroupId></VpcSecurityGroupMembership></VpcSecurityGroups>' +
  '<DBParameterGroups><DBParameterGroup><DBParameterGroupName>pauta-production-parameters</DBParameterGroupName></DBParameterGroup></DBParameterGroups>' +
  '<TagList><Tag><Key>sst:lookup:password</Key><Value>secret-arn</Value></Tag><Tag><Key>sst:stage</Key><Value>production</Value></Tag></TagList>' +
  '</DBInstance>'

let cloud: RecordedCloud
beforeAll(async () => {
  cloud = await startRecordedCloud()
})
afterAll(() => cloud.stop())

const answerWithServer = (...servers: string[]) =>
  cloud.answer({
    'rds DescribeDBInstances': `<DBInstances>${servers.join('')}</DBInstances>`,
    'rds RestoreDBInstanceToPointInTime': '<DBInstance/>',
  })
const restore = (...args: string[]) => runCommand('restore', args, cloud.environment)

describe('restore', () => {
  it('asks for a copy with the network and the parameters of the live server, and waits for it', async () => {
    answerWithServer(SERVER)
    const { code, stdout, stderr } = await restore('--stage', 'production')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [request] = cloud.parametersOf('rds RestoreDBInstanceToPointInTime')
    expect(request).toMatchObject({
      SourceDBInstanceIdentifier: 'pauta-production-postgresinstance-abc',
      TargetDBInstanceIdentifier: 'pauta-drill',
      UseLatestRestorableTime: 'true',
      DBInstanceClass: 'db.t4g.medium',
      DBSubnetGroupName: 'pauta-production-subnets',
      'VpcSecurityGroupIds.VpcSecurityGroupId.1': 'sg-default',
      DBParameterGroupName: 'pauta-production-parameters',
      DeletionProtection: 'false',
      MultiAZ: 'false',
      'Tags.Tag.1.Key': 'sst:stage',
    })
    // A second server with the tag would count as the live one.
    expect(JSON.stringify(request)).not.toContain('sst:lookup:password')
    expect(stdout).toContain('pauta-drill answers at live.example.internal')
    expect(stdout).toContain('npm run sync-typesense -- --full-sync')
  })

  it('with --replace keeps protection, zones, storage growth and tags, and names the steps that import it', async () => {
    answerWithServer(SERVER)
    const time = '2026-06-01T12:00:00Z'
    const { code, stdout } = await restore('--stage', 'production', '--time', time, '--replace')
    expect(code).toBe(0)
    expect(cloud.parametersOf('rds RestoreDBInstanceToPointInTime')).toMatchObject([
      {
        RestoreTime: expect.stringMatching(/^2026-06-01T12:00:00/) as string,
        TargetDBInstanceIdentifier: expect.stringMatching(/^pauta-production-restored-\d{8}$/) as string,
        DeletionProtection: 'true',
        MultiAZ: 'true',
        MaxAllocatedStorage: '200',
        'Tags.Tag.1.Key': 'sst:lookup:password',
      },
    ])
    const steps = ['sst state remove PostgresInstance', 'database.adopt', 'npm run deploy']
    const places = steps.map((step) => stdout.indexOf(step))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(stdout).not.toContain('sst refresh')
  })

  it('as a dry run reads and changes nothing', async () => {
    answerWithServer(SERVER)
    const { code, stdout } = await restore('--stage', 'production', '--dry-run', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ request: { TargetDBInstanceIdentifier: 'pauta-drill' } })
    expect(cloud.calls()).toEqual(['rds DescribeDBInstances'])
  })

  it('refuses a stage without a server, one with two, and a time without its zone', async () => {
    answerWithServer()
    expect(await restore('--stage', 'staging')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no database server of the stage staging') as string,
    })
    answerWithServer(SERVER, SERVER.replace('instance-abc', 'restored'))
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
const BASTION =
  '<reservationSet><item><instancesSet><item><instanceId>i-bastion</instanceId></item></instancesSet></item></reservationSet>'

describe('tunnel', () => {
  const tunnel = (environment: Record<string, string>, ...args: string[]) =>
    runCommand('tunnel', args, { ...cloud.environment, ...environment })

  it('prints the sessions to both stores through the bastion, and the names that certificates need', async () => {
    cloud.answer({ 'ec2 DescribeInstances': BASTION })
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
          `aws ssm start-session --region us-east-2 --target i-bastion --document-name AWS-StartPortForwardingSessionToRemoteHost --parameters '${parameters}'`,
      ),
    ])
    expect(stdout).not.toContain('secret-of-the-database')
    expect(cloud.parametersOf('ec2 DescribeInstances')).toMatchObject([
      { 'Filter.3.Name': 'tag:sst:stage', 'Filter.3.Value.1': 'production' },
    ])
  })

  it('opens nothing while the names are missing, and needs a stage with a bastion', async () => {
    cloud.answer({ 'ec2 DescribeInstances': BASTION })
    expect(await tunnel(STAGE)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sudo tee -a /etc/hosts') as string,
    })
    cloud.answer({ 'ec2 DescribeInstances': '<reservationSet/>' })
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
  const named = (...names: string[]) => ({ Functions: names.map((FunctionName) => ({ FunctionName })) })

  it('lists the stages of previews by their functions', async () => {
    cloud.answer({
      'lambda GET /2015-03-31/functions': named(
        'pauta-pr-12-graphql',
        'pauta-pr-7-ready',
        'pauta-pr-7-graphql',
        'pauta-staging-graphql',
        'other-pr-9-graphql',
      ),
    })
    const { code, stdout } = await runCommand('previews', [], cloud.environment)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'pr-7\npr-12\n' })
  })

  it('fails without the permission to list', async () => {
    cloud.answer({ 'lambda GET /2015-03-31/functions': { status: 403, error: 'AccessDeniedException' } })
    expect(await runCommand('previews', [], cloud.environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('lambda:ListFunctions') as string,
    })
  })
})
