import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordIncidents } from '@pauta/core/operations/incidents'
import { noteBackup } from '@pauta/server/backups/backup-note'
import { listMachineTroubles } from '@pauta/server/operator-mail/troubles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['incidents', 'jobRuns']))

const list = ({ startedAt = new Date(), dataDir = tmpdir() } = {}) =>
  listMachineTroubles(stack.db, { dataDir, startedAt, now: new Date() })

/** Records sites that fail, and dead letters that were there before them. */
async function failSites(count: number): Promise<void> {
  const sites = Array.from({ length: count }, (_, site) => ({
    kind: 'agency-unread' as const,
    subject: `site-${site}`,
    beganAt: timeAgo(1, 'hour'),
    worst: 3,
    reason: 'network_error',
  }))
  const dead = {
    kind: 'dead-letters' as const,
    subject: 'embed',
    beganAt: timeAgo(2, 'hour'),
    worst: 1,
    reason: null,
  }
  await recordIncidents(stack.db, { troubles: [dead, ...sites], unmeasured: [] }, new Date())
}

describe('the troubles of a machine', () => {
  it('have every site without the internet, and what was wrong before', async () => {
    await failSites(165)
    const { troubles, isWhole } = await list()
    expect(troubles).toHaveLength(166)
    expect(troubles.map(({ text }) => text)).toContain('A fila embed tem 1 mensagem(ns) sem solução')
    expect(isWhole).toBe(true)
  })

  it.each([
    [998, 999, true],
    [999, 1000, false],
    [1000, 1000, false],
  ])('with %i failing sites are %i, and known to be all: %s', async (sites, count, isWhole) => {
    await failSites(sites)
    const found = await list()
    expect([found.troubles.length, found.isWhole]).toEqual([count, isWhole])
  })

  it('have a backup that failed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'machine-troubles-'))
    await noteBackup(dataDir, { error: 'no space' })
    expect((await list({ dataDir })).troubles).toEqual([
      { key: 'backup', text: 'O último backup falhou: no space' },
    ])
    await rm(dataDir, { recursive: true })
  })

  it.each([
    ['no sweep since a start before 21 minutes', 21, undefined, ['sweep']],
    ['no sweep since a start before 19 minutes', 19, undefined, []],
    ['a sweep that ended well before 21 minutes', 60, { status: 'succeeded', minutes: 21 }, ['sweep']],
    ['a sweep that ended well before 19 minutes', 60, { status: 'succeeded', minutes: 19 }, []],
    [
      'a sweep that ended well by a clock that was set back',
      60,
      { status: 'succeeded', minutes: -60 },
      ['sweep'],
    ],
    ['no sweep since a start by a clock that was set back', -60, undefined, ['sweep']],
    ['a sweep that failed', 60, { status: 'failed', minutes: 1 }, ['sweep']],
  ])('by %s', async (_, startMinutes, run, keys) => {
    if (run !== undefined) {
      const finishedAt = timeAgo(run.minutes, 'minute')
      await tables.jobRuns.add(stack.db, [
        { job: 'sweep', target: '', scheduledTime: finishedAt, status: run.status, attempts: 1, finishedAt },
        {
          job: 'purge',
          target: '',
          scheduledTime: finishedAt,
          status: 'succeeded',
          attempts: 1,
          finishedAt: new Date(),
        },
      ])
    }
    const { troubles } = await list({ startedAt: timeAgo(startMinutes, 'minute') })
    expect(troubles.map(({ key }) => key)).toEqual(keys)
  })
})
