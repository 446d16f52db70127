import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeAwsProgram } from '../../../../test/kit/services/aws-program.ts'
import { findBastion } from './find-bastion.ts'
import { describeSession, runSessions } from './forward-ports.ts'
import { listPreviewStages } from './preview-stages.ts'
import { planRestore, waitForServer } from './restore-database.ts'

const aws = makeAwsProgram()
beforeAll(() => vi.stubEnv('PATH', aws.environment['PATH']))
afterAll(() => {
  vi.unstubAllEnvs()
  aws[Symbol.dispose]()
})

const REGION = 'sa-east-1'
const LIST = `rds describe-db-instances --region ${REGION} --query DBInstances`
const PASSWORD = { Key: 'sst:lookup:password', Value: 'arn' }
const STAGE = { Key: 'sst:stage', Value: 'staging' }
const SERVER = {
  DBInstanceIdentifier: 'pauta-staging-a',
  DBInstanceClass: 'db.t4g.medium',
  StorageType: 'gp3',
  MaxAllocatedStorage: 200,
  MultiAZ: true,
  DBSubnetGroup: { DBSubnetGroupName: 'subnets' },
  VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1' }, { VpcSecurityGroupId: 'sg-2' }],
  DBParameterGroups: [{ DBParameterGroupName: 'parameters' }],
  TagList: [STAGE, PASSWORD],
}
const REQUEST = {
  stage: 'staging',
  region: REGION,
  target: 'new',
  restoreTime: undefined,
  isReplacement: false,
}

describe('a restored server', () => {
  const SAME = {
    SourceDBInstanceIdentifier: 'pauta-staging-a',
    TargetDBInstanceIdentifier: 'new',
    DBInstanceClass: 'db.t4g.medium',
    DBSubnetGroupName: 'subnets',
    VpcSecurityGroupIds: ['sg-1', 'sg-2'],
    DBParameterGroupName: 'parameters',
    StorageType: 'gp3',
    MaxAllocatedStorage: 200,
    CopyTagsToSnapshot: true,
    PubliclyAccessible: false,
  }
  const COPY = { MultiAZ: false, DeletionProtection: false, Tags: [STAGE] }
  const time = new Date('2026-06-01T12:00:00Z')

  it.each([
    ['a copy of the latest instant', {}, { ...COPY, UseLatestRestorableTime: true }],
    ['a copy of an instant', { restoreTime: time }, { ...COPY, RestoreTime: time }],
    [
      'a replacement',
      { isReplacement: true },
      { UseLatestRestorableTime: true, MultiAZ: true, DeletionProtection: true, Tags: [STAGE, PASSWORD] },
    ],
  ])('is %s', async (_, changes, expected) => {
    const others = [
      { ...SERVER, DBInstanceIdentifier: 'pauta-production-a' },
      { ...SERVER, DBInstanceIdentifier: 'pauta-staging-copy', TagList: [STAGE] },
    ]
    aws.answer({ [LIST]: [...others, SERVER] })
    expect(await planRestore({ ...REQUEST, ...changes })).toEqual({ ...SAME, ...expected })
  })

  it.each([
    [[], 'The region sa-east-1 has no database server of the stage staging.'],
    [
      [SERVER, { ...SERVER, DBInstanceIdentifier: 'pauta-staging-b' }],
      /^Several servers belong to the stage staging: pauta-staging-a, pauta-staging-b\. /,
    ],
  ])('needs one live server, not %j', async (servers, message) => {
    aws.answer({ [LIST]: servers })
    await expect(planRestore(REQUEST)).rejects.toThrow(message)
  })

  const ID = `--region ${REGION} --db-instance-identifier new`
  it('is waited for until it takes connections', async () => {
    aws.answer({
      [`rds wait db-instance-available ${ID}`]: undefined,
      [`rds describe-db-instances ${ID} --query DBInstances`]: [{ Endpoint: { Address: 'new.example' } }],
    })
    expect(await waitForServer(REGION, 'new')).toBe('new.example')
  })

  it('is given up after four half hours, and not before', async () => {
    aws.answer({ [`rds wait db-instance-available ${ID}`]: new Error('Max attempts exceeded') })
    await expect(waitForServer(REGION, 'new')).rejects.toThrow(/^new takes no connections after two hours: /)
    expect(aws.calls().filter((call) => call.startsWith('rds wait'))).toHaveLength(4)
  })

  it('is not waited for again after another error', async () => {
    aws.answer({ [`rds wait db-instance-available ${ID}`]: new Error('DBInstanceNotFound') })
    await expect(waitForServer(REGION, 'new')).rejects.toThrow(/did not succeed: DBInstanceNotFound$/)
    expect(aws.calls()).toHaveLength(1)
  })
})

describe('the servers of a stage', () => {
  it('are reached through its running bastion', async () => {
    const filters =
      'Name=tag:sst:is-bastion,Values=true Name=tag:sst:app,Values=pauta Name=tag:sst:stage,Values=staging Name=instance-state-name,Values=running'
    const command = `ec2 describe-instances --region ${REGION} --filters ${filters} --query Reservations[].Instances[].InstanceId`
    aws.answer({ [command]: ['i-1', 'i-2'] })
    expect(await findBastion('staging', REGION)).toBe('i-1')
    aws.answer({ [command]: [] })
    await expect(findBastion('staging', REGION)).rejects.toThrow('no running bastion of the stage staging')
  })

  it('of previews are listed by their numbers, each once', async () => {
    aws.answer({
      [`lambda list-functions --region ${REGION} --query Functions[].FunctionName`]: [
        'pauta-pr-12-graphql',
        'pauta-pr-9-graphql',
        'pauta-pr-12-health',
        'pauta-staging-graphql',
        'other-pauta-pr-1-graphql',
      ],
    })
    expect(await listPreviewStages(REGION)).toEqual(['pr-9', 'pr-12'])
  })
})

describe('sessions', () => {
  it('forward the same port on both sides', () => {
    const words = describeSession('i-1', REGION, { host: 'db.example', port: 5432 })
    expect(words.slice(0, -1).join(' ')).toBe(
      `aws ssm start-session --region ${REGION} --target i-1 --document-name AWS-StartPortForwardingSessionToRemoteHost --parameters`,
    )
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({
      host: ['db.example'],
      portNumber: ['5432'],
      localPortNumber: ['5432'],
    })
  })

  const run = (signal: AbortSignal, ...scripts: string[]) =>
    runSessions(
      scripts.map((script) => ['/bin/sh', '-c', script]),
      signal,
    )

  it('end together when the first one ends, with its code', async () => {
    expect(await run(new AbortController().signal, 'exec sleep 600', 'exit 3')).toBe(3)
  })

  it('are over only when each has ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pauta-sessions-'))
    try {
      // The sleep is a child of its own, because a shell runs its trap only behind the command at hand.
      const slow = `trap 'kill $!; sleep 0.3; touch ${folder}/ended; exit' TERM; touch ${folder}/begun; sleep 600 & wait`
      const first = `until [ -e ${folder}/begun ]; do sleep 0.01; done; exit 3`
      expect(await run(new AbortController().signal, slow, first)).toBe(3)
      expect(existsSync(join(folder, 'ended'))).toBe(true)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('end when they are asked to', async () => {
    const stop = new AbortController()
    const ended = run(stop.signal, 'exec sleep 600')
    stop.abort()
    expect(await ended).toBe(1)
  })

  it('end together when one does not start', async () => {
    const sessions = [['/bin/sh', '-c', 'exec sleep 600'], ['/nowhere/aws']]
    await expect(runSessions(sessions, new AbortController().signal)).rejects.toThrow('ENOENT')
  })
})
