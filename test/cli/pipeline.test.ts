import { upsertArticles } from '@pauta/core/ingest/writes'
import { retryFailed, takeOverdue } from '@pauta/core/steps/enqueue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { ago, anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { openStep } from '../kit/rows/step-rows.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'

const COMMAND = 'pipeline'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'jobRuns', 'incidents'])
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

/** Writes an article whose index step has the status for some minutes. Every other step is done. */
async function openArticle(agencyKey: string, status: 'due' | 'failed', minutes: number): Promise<string> {
  const { inserted } = await upsertArticles(stack.db, [received(anArticle({ agencyKey }))])
  const [uniqueId = ''] = inserted
  await openStep(stack.db, uniqueId, { step: 'index', status, minutes })
  return uniqueId
}

describe('npm run pipeline -- status', () => {
  it('exits with 0 when no step is behind', async () => {
    await openArticle('mec', 'due', 3)
    const { code, stdout } = await run('status')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^step +due +failed +oldest open since\nenrich +0 +0\nclassify +0 +0\nembed +0 +0\nindex +1 +0 +3 min\n/,
    )
  })

  it('prints waiting agencies and failures with reasons, and exits with 1', async () => {
    const failed = await openArticle('mec', 'failed', 90)
    await openArticle('saude', 'due', 20)
    const { code, stdout } = await run('status')
    expect(code).toBe(1)
    expect(stdout).toMatch(/mec +index +0 +1 +1 h 30 min\nsaude +index +1 +0 +20 min/)
    expect(stdout).toContain(`${failed}  index  5      no such model`)
    const one = await run('status', '--agency', 'saude')
    expect(one.stdout).not.toContain('no such model')
    const step = await run('status', '--step', 'index')
    expect(step.stdout).toMatch(/^step +due +failed +oldest open since\nindex +1 +1 +1 h 30 min\n\n/)
  })

  it('prints agencies that are later than their own rhythm, and incidents that last', async () => {
    const days = [9, 10, 11, 12, 13].map((day) => ago({ days: day }))
    const articles = days.map((publishedAt) => received(anArticle({ agencyKey: 'mec', publishedAt })))
    const { inserted } = await upsertArticles(stack.db, articles)
    await tables.pipelineSteps.set(stack.db, { uniqueId: inserted }, { status: 'done' })
    await tables.incidents.add(stack.db, {
      kind: 'job-failed',
      subject: 'rank-articles',
      beganAt: timeAgo(2, 'hour'),
      reason: 'no index',
    })
    const { code, stdout } = await run('status')
    expect(code).toBe(0)
    expect(stdout).toContain('Agencies by their own rhythm: 1 silent')
    expect(stdout).toMatch(/mec +silent +9 d +1 d +1 d/)
    expect(stdout).toMatch(/job-failed +rank-articles +2 h 0 min +no index/)
  })

  it('lists the agencies whose site cannot be read, as readers of the API see them', async () => {
    await tables.scrapeSites.add(stack.db, [
      { agencyKey: 'mec', lastRunAt: timeAgo(5, 'minute'), lastSuccessAt: timeAgo(2, 'hour'), failures: 3 },
      { agencyKey: 'saude', lastRunAt: timeAgo(2, 'hour'), lastSuccessAt: timeAgo(2, 'hour'), failures: 0 },
    ])
    const { stdout } = await run('status')
    expect(stdout).toContain('Agencies by their own rhythm: 1 unread, 1 unknown')
    expect(stdout).toMatch(/\nmec +unread +2 h 0 min +3\n/)
    expect(stdout).not.toMatch(/\nsaude +/)
    const one = await run('status', '--agency', 'saude')
    expect(one.stdout).toMatch(/\nsaude +unknown /)
    expect(one.stdout).not.toMatch(/\nmec +/)
  })
})

describe('npm run pipeline -- retry', () => {
  const statusOf = async (uniqueId: string) => {
    const [row] = await stack.db`
      select status, attempts from pipeline_steps where unique_id = ${uniqueId} and step = 'index'`
    return row && `${row['status']} ${row['attempts']}`
  }

  it('retries failed articles of one agency and skips the others', async () => {
    const wanted = await openArticle('mec', 'failed', 90)
    const other = await openArticle('saude', 'failed', 90)
    const { code, stdout } = await run('retry', '--step', 'index', '--agency', 'mec')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'index: 1 failed article made due again\n' })
    await expect.poll(() => statusOf(wanted)).toBe('done 0')
    expect(await statusOf(other)).toBe('failed 5')
  })

  it('retries every step when none is named', async () => {
    const failed = await openArticle('mec', 'failed', 90)
    const { code, stdout } = await run('retry')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'enrich: 0 failed articles made due again\nclassify: 0 failed articles made due again\n' +
        'embed: 0 failed articles made due again\nindex: 1 failed article made due again\n',
    })
    await expect.poll(() => statusOf(failed)).toBe('done 0')
  })

  it('ends although the retried articles fail again at once', async () => {
    const ids = [await openArticle('mec', 'failed', 90), await openArticle('mec', 'failed', 10)].sort()
    const retried: string[] = []
    for (const expected of [...ids, undefined]) {
      const after = retried.at(-1) ?? ''
      const [id] = await retryFailed(stack.db, { step: 'index', after, limit: 1 })
      expect(id).toBe(expected)
      if (id === undefined) break
      retried.push(id)
      await tables.pipelineSteps.set(stack.db, { uniqueId: id, step: 'index' }, { status: 'failed' })
    }
  })

  it('leaves a retry whose message is lost to the next sweep', async () => {
    const failed = await openArticle('mec', 'failed', 90)
    const sweep = () => takeOverdue(stack.db, { step: 'index', now: new Date(), limit: 10 })
    await tables.pipelineSteps.set(stack.db, { uniqueId: failed, step: 'index' }, { wokenAt: new Date() })
    expect(await sweep()).toEqual([])
    expect(await retryFailed(stack.db, { step: 'index', after: '', limit: 10 })).toEqual([failed])
    expect(await sweep()).toEqual([failed])
    expect(await sweep()).toEqual([])
  })

  it.each(['status', 'retry'])('%s refuses an agency that does not exist', async (command) => {
    await openArticle('mec', 'failed', 1)
    await openArticle('sem-nome', 'failed', 1)
    expect(await run(command, '--agency', 'mce')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no agency mce: npm run catalogue -- list sites shows keys.\n',
    })
    expect((await run(command, '--agency', 'sem-nome')).code).not.toBe(2)
  })

  it('refuses an unknown step and an unknown command', async () => {
    const { code, stderr } = await run('retry', '--step', 'shrink')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'There is no step shrink. There are: enrich, classify, embed, index\n',
    })
    expect((await run('restart')).code).toBe(2)
  })
})
