import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { runCommand, startCommand, type RunningCommand } from '../kit/processes/command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { requireSubtitles } from '../kit/stack/stricter-index.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables } from '../kit/rows/tables.ts'

const COMMAND = 'sync-typesense'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  await stack.publish([])
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)
const start = (...args: string[]) => startCommand(COMMAND, args, stack.stack.environment)
const write = (count: number) => stack.write(Array.from({ length: count }, () => anArticle({})))
const found = async () => (await stack.query('{ articles(limit: 1) { found } }')).articles.found as number
async function seeProgress(command: RunningCommand): Promise<void> {
  await expect.poll(() => command.output()).toMatch(/^documents .*\d+% · \d+\/1000 · \d+\/s · .* left$/m)
}

describe('sync-typesense --remote', () => {
  it('runs a full sync as a task, prints its log and exits with its exit code', async () => {
    await write(30)
    const { code, stdout, stderr } = await run('--full-sync', '--remote')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Task [0-9a-f]{32} is started/)
    expect(stdout).toMatch(/^Task [0-9a-f]{32}: (provisioning|pending|running)$/m)
    expect(stdout).toMatch(/^documents .*100% · 30\/30 · \d+\/s · 0s left$/m)
    expect(stdout).toMatch(/^30 documents written to news_\d{17}, 0 refused\.$/m)
    expect(await found()).toBe(30)
    // A later --remote prints the log of the ended task.
    const later = await run('--remote')
    expect(later).toMatchObject({ code: 0 })
    expect(later.stdout).toContain('30 documents written')
  })

  it('passes dates, dry runs and batch sizes to the task', async () => {
    await write(3)
    const { code, stdout } = await run(
      '--start-date',
      '2020-01-01',
      '--dry-run',
      '--batch-rows',
      '2',
      '--remote',
    )
    expect(code).toBe(0)
    expect(stdout).toContain('Dry run: 3 documents would be written')
    expect(await found()).toBe(0)
  })

  it('exits with 1 and names the document when the index refuses a document', async () => {
    const uniqueId = 'sem-subtitulo_1'
    await stack.write([anArticle({ uniqueId })])
    const live = await requireSubtitles(stack)
    const { code, stdout, stderr } = await run('--start-date', '2020-01-01', '--remote')
    await stack.index.pointAlias(live)
    await stack.index.dropCollection('news_stricter')
    expect(code).toBe(1)
    expect(stdout).toMatch(new RegExp(`^${uniqueId}: .*subtitle`, 'm'))
    expect(stdout).toContain('0 documents written to news_stricter, 1 refused.')
    expect(stderr).toMatch(/^Task [0-9a-f]{32} ended with 1 /)
  })

  it('stops following at Ctrl-C, refuses a second task, follows and stops the first, and continues its sync', async () => {
    await write(1000)
    const first = start('--full-sync', '--batch-rows', '1', '--remote')
    await seeProgress(first)
    first.child.kill('SIGINT')
    const letGo = await first.ended
    expect(letGo.code).toBe(1)
    expect(letGo.stdout).toContain(
      'The task continues without this command.\nFollow it: npm run sync-typesense',
    )

    const second = await run('--full-sync', '--remote')
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/^Task [0-9a-f]{32} runs since 20.*\nFollow it: .*\nStop it: .*--stop\n$/)

    const follower = start('--remote')
    await seeProgress(follower)
    const stopped = await run('--remote', '--stop')
    expect(stopped.code).toBe(0)
    expect(stopped.stdout).toContain('Stopped; the same command continues from here.')
    expect(stopped.stdout).toMatch(/It has stopped\.\n$/)
    expect(await follower.ended).toMatchObject({ code: 1 })
    const [state] = await stack.db<{ written: number }[]>`
      select written::int from index_syncs where finished_at is null`
    expect(state?.written).toBeGreaterThan(0)
    expect(state?.written).toBeLessThan(1000)

    const { code, stdout } = await run('--full-sync', '--remote')
    expect(code).toBe(0)
    expect(stdout).toContain('1000 documents written')
    expect(await found()).toBe(1000)
  })

  it('prints why a task does not start', async () => {
    stack.stack.syncTask.troubleNext('capacity')
    const capacity = await run('--full-sync', '--remote')
    expect(capacity.code).toBe(1)
    expect(capacity.stderr).toBe(
      'The task did not start, try again in a few minutes: Capacity is unavailable at this time.\n',
    )
    stack.stack.syncTask.troubleNext('image')
    const image = await run('--full-sync', '--remote')
    expect(image.code).toBe(1)
    expect(image.stderr).toMatch(/did not start: CannotPullContainerError: .*deploy the stage again/)
  })

  it('stops nothing when no task runs, and refuses --remote on a stage without a task', async () => {
    expect(await run('--remote', '--stop')).toMatchObject({ code: 0, stdout: 'No sync runs as a task.\n' })
    const environment = { ...stack.stack.environment, SST_RESOURCE_SyncTask: '{}' }
    const without = await runCommand(COMMAND, ['--full-sync', '--remote'], environment)
    expect(without.code).toBe(2)
    expect(without.stderr).toMatch(/^This stage has no task: .*without --remote/)
  })

  it('names the permission that is missing', async () => {
    const environment = {
      ...stack.stack.environment,
      SST_RESOURCE_SyncTask: JSON.stringify({
        ...stack.stack.syncTask.resource,
        cluster: 'arn:aws:ecs:us-east-2:000000000000:cluster/another',
      }),
    }
    const { code, stderr } = await runCommand(COMMAND, ['--full-sync', '--remote'], environment)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Looking for tasks \(ecs:ListTasks\) did not succeed: ClusterNotFoundException/)
  })

  it('refuses --stop with a range', async () => {
    expect(await run('--full-sync', '--remote', '--stop')).toMatchObject({ code: 2 })
  })
})
