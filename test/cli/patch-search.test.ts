import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../kit/processes/command.ts'
import { linkedStage } from '../kit/stack/linked-stage.ts'
import {
  type RecordedAnswer,
  type RecordedCloud,
  startRecordedCloud,
} from '../kit/services/recorded-cloud.ts'

const STAGE = linkedStage('production', {
  SyncTask: {
    cluster: 'arn:aws:ecs:us-east-2:123456789012:cluster/pauta-production-sync',
    taskDefinition: 'arn:aws:ecs:us-east-2:123456789012:task-definition/pauta-production-sync:3',
    container: 'SyncTask',
    subnets: 'subnet-1',
    securityGroups: 'sg-1',
    logGroup: '/pauta/production/sync',
    logStreamPrefix: 'sync',
  },
})

const INVOKE = 'lambda POST /2015-03-31/functions/pauta-production-compare-search-servers/invocations'
const IMAGES =
  '<imagesSet>' +
  '<item><imageId>ami-old</imageId><creationDate>2026-01-10T00:00:00.000Z</creationDate></item>' +
  '<item><imageId>ami-new</imageId><creationDate>2026-11-02T00:00:00.000Z</creationDate></item>' +
  '</imagesSet>'

interface Machine {
  place: string
  madeAt: string
}
const OLD: Machine = { place: 'a', madeAt: '2026-01-20T00:00:00Z' }
const NEW: Machine = { place: 'b', madeAt: '2026-11-20T00:00:00Z' }

function describeMachines(machines: readonly Machine[]): string {
  const items = machines.map(
    ({ place, madeAt }) =>
      `<item><instanceId>i-${place}</instanceId><imageId>ami-old</imageId><instanceType>t4g.large</instanceType>` +
      `<launchTime>2026-11-21T00:00:00Z</launchTime>` +
      `<networkInterfaceSet><item><attachment><attachTime>${madeAt}</attachTime></attachment></item></networkInterfaceSet>` +
      `<tagSet><item><key>Name</key><value>pauta-production-search-${place}</value></item></tagSet></item>`,
  )
  return `<reservationSet><item><instancesSet>${items.join('')}</instancesSet></item></reservationSet>`
}

const NO_SECOND = { status: 404, error: 'ResourceNotFoundException' }
const compared = (
  live: number,
  second: number,
  options: { place?: string; isNameOnSecond?: boolean } = {},
) => ({
  live: { isHealthy: true, documents: live },
  second: { isHealthy: true, documents: second, url: `https://search-${options.place ?? 'b'}.sst:8108` },
  isNameOnSecond: options.isNameOnSecond ?? false,
})

let cloud: RecordedCloud
beforeAll(async () => {
  cloud = await startRecordedCloud()
})
afterAll(() => cloud.stop())

async function patch(machines: readonly Machine[], comparison: RecordedAnswer, ...args: string[]) {
  cloud.answer({
    'ec2 DescribeInstances': describeMachines(machines),
    'ec2 DescribeImages': IMAGES,
    [INVOKE]: comparison,
    'ecs ListTasks': { taskArns: [] },
    'ecs RunTask': { tasks: [], failures: [{ reason: 'RESOURCE:FARGATE' }] },
  })
  return await runCommand('patch-search', args, { ...cloud.environment, ...STAGE })
}

interface Report {
  state: string
  steps: string[]
}
async function stateOf(machines: readonly Machine[], comparison: RecordedAnswer): Promise<Report> {
  const { code, stdout, stderr } = await patch(machines, comparison, '--dry-run', '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Report
}

describe('patch-search', () => {
  it('begins with settings for a second server, and shows how old the image of the first one is', async () => {
    const { code, stdout } = await patch([OLD], NO_SECOND)
    expect(code).toBe(0)
    expect(stdout).toMatch(/a +i-a +t4g\.large +ami-old +2026-01-10/)
    expect(stdout).toContain('The newest image is ami-new of 2026-11-02.')
    expect(stdout).toContain('set search.second')
    expect(cloud.parametersOf('ec2 DescribeInstances')).toMatchObject([
      { 'Filter.1.Value.1': 'pauta-production-search-*', 'Filter.3.Value.1': 'production' },
    ])
  })

  it('fills a new server by the task of a full sync; a dry run only prints that', async () => {
    const { state, steps } = await stateOf([OLD, NEW], compared(330_000, 0))
    expect({ state, steps }).toEqual({
      state: 'filling',
      steps: ['npm run sync-typesense -- --full-sync --second --remote'],
    })
    expect(cloud.calls()).not.toContain('ecs RunTask')
    const started = await patch([OLD, NEW], compared(330_000, 0))
    // The recorded cloud has no room for the task.
    expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('RESOURCE:FARGATE') as string })
    expect(cloud.parametersOf('ecs RunTask')).toMatchObject([
      { overrides: { containerOverrides: [{ command: ['--full-sync', '--second'] }] } },
    ])
  })

  it('moves the name when both servers have the same documents', async () => {
    const { state, steps } = await stateOf([OLD, NEW], compared(330_000, 329_990))
    expect(state).toBe('filled')
    expect(steps[0]).toContain("set search.place to 'b'")
  })

  it('removes the old server after the move, and names the way back from b to a', async () => {
    const moved = await stateOf([OLD, NEW], compared(330_000, 330_000, { place: 'a' }))
    expect(moved).toMatchObject({ state: 'moved' })
    expect(moved.steps.join()).toContain('remove search.second')
    const newer = { ...OLD, madeAt: '2026-12-01T00:00:00Z' }
    expect(await stateOf([newer, NEW], compared(330_000, 330_000, { place: 'a' }))).toMatchObject({
      state: 'filled',
    })
  })

  it('names the way back when a deployment has refused to move the name', async () => {
    const refused = compared(330_000, 330_000, { place: 'a', isNameOnSecond: true })
    const { state, steps } = await stateOf([OLD, NEW], refused)
    expect(state).toBe('refused')
    expect(steps[0]).toContain("set search.place back to 'a'")
  })

  it('replaces the nodes of a cluster by a new image', async () => {
    const nodes = ['1', '2', '3'].map((place) => ({ ...OLD, place }))
    const { state, steps } = await stateOf(nodes, NO_SECOND)
    expect(state).toBe('cluster')
    expect(steps[0]).toContain("set search.image to 'ami-new'")
  })

  it('needs a stage with a search server', async () => {
    expect(await patch([], NO_SECOND)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no search server of its own') as string,
    })
    expect(await runCommand('patch-search', [], cloud.environment)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sst shell') as string,
    })
  })
})
