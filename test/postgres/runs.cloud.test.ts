import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { planDeliveries } from '@pauta/delivery/plan-ledger'
import { requestManualSend } from '@pauta/clippings/releases/manual-send'
import { endRun, type RunEnd } from '@pauta/clippings/releases/end-run'
import { findRunState, type RunState } from '@pauta/clippings/releases/run-state'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { listMigrations, migrate } from '@pauta/platform/database/migrate'
import { erasePerson } from '@pauta/people/privacy/erase'
import { claimRun } from '@pauta/platform/jobs/job-runs'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClipping } from '../kit/postgres/people.ts'
import { switchChannel } from '../kit/rows/ledger.ts'
import { tables } from '../kit/rows/tables.ts'
import { contend, startPostgresSessions, valuesOf, type PostgresSessions } from '../kit/postgres/sessions.ts'

let sessions: PostgresSessions
let db: DbPool

beforeAll(async () => {
  sessions = await startPostgresSessions()
  db = sessions.db
})
afterAll(() => sessions[Symbol.asyncDispose]())

const lockClippingRow = (id: string) => (tx: Db) =>
  tx`select from clippings where id = ${id} for no key update`

async function runStateOf(clippingId: string): Promise<RunState> {
  const state = await findRunState(db, clippingId)
  if (!state) throw new Error('The clipping is gone')
  return state
}

/** The end of a run with a release whose window ends so many minutes ago. */
function endOf(state: RunState, minutesAgo: number): RunEnd {
  const now = new Date()
  const to = new Date(now.getTime() - minutesAgo * 60_000)
  const window = { from: new Date(to.getTime() - 86_400_000), to, isFirst: true }
  return {
    state,
    window,
    release: {
      id: ulid(),
      clippingName: state.name,
      window,
      digest: { subject: 'Saúde: 1 notícia', preview: 'Uma notícia.', html: '<p></p>', text: 'Notícia' },
      articleIds: ['saude_1'],
      changes: [],
      sections: null,
      sinceHours: 24,
    },
    changesUntil: null,
    nextRunAt: new Date(now.getTime() + 86_400_000),
    answeredAt: state.answeredAt,
    now,
  }
}

describe('manual sends', () => {
  it('requested twice at the same time are recorded once', async () => {
    const { clippingId, authorId } = await addClipping(db)
    const send = () => requestManualSend(db, { id: clippingId, userId: authorId, now: new Date() })
    const outcomes = await contend(db, lockClippingRow(clippingId), [send, send])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toEqual([expect.objectContaining({ code: 'RATE_LIMITED' })])
  })
})

describe('release runs', () => {
  it('that start with the same state make one release together', async () => {
    const { clippingId } = await addClipping(db)
    await switchChannel(db, { clippingId, channel: 'email', active: true })
    const state = await runStateOf(clippingId)
    const ends = [1, 2, 3, 4].map((minutesAgo) => () => endRun(db, endOf(state, minutesAgo), planDeliveries))
    const ended = valuesOf(await contend(db, lockClippingRow(clippingId), ends))
    expect(ended.sort((a, b) => Number(a) - Number(b))).toEqual([false, false, false, true])
    expect(await db`select id from releases where clipping_id = ${clippingId}`).toHaveLength(1)
    const rows = await db`
      select d.id from deliveries d join releases r on r.id = d.release_id where r.clipping_id = ${clippingId}`
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['the next run', (tx: Db, id: string) => tables.clippings.set(tx, { id }, { nextRunAt: new Date() })],
    [
      'what was delivered',
      (tx: Db, id: string) => tables.clippings.set(tx, { id }, { deliveredUntil: new Date() }),
    ],
    [
      'the answered manual send request',
      (tx: Db, id: string) => tables.clippings.set(tx, { id }, { answeredAt: new Date() }),
    ],
  ])('write nothing when %s was changed while they waited', async (_, change) => {
    const { clippingId } = await addClipping(db)
    const state = await runStateOf(clippingId)
    const outcomes = await contend(db, (tx) => change(tx, clippingId), [
      () => endRun(db, endOf(state, 1), planDeliveries),
    ])
    expect(valuesOf(outcomes)).toEqual([false])
    expect(await db`select id from releases where clipping_id = ${clippingId}`).toEqual([])
  })

  it('and the erasure of their author lock in one order, so neither is aborted', async () => {
    const { clippingId, authorId } = await addClipping(db)
    const state = await runStateOf(clippingId)
    const lockAuthor = (tx: Db) => tx`select from users where id = ${authorId} for update`
    const outcomes = await contend<unknown>(db, lockAuthor, [
      () => endRun(db, endOf(state, 1), planDeliveries),
      () => erasePerson(db, { id: authorId, verifiedEmail: null }, { now: new Date(), endBelongings }),
    ])
    valuesOf(outcomes)
    expect(await db`select id from clippings where id = ${clippingId}`).toEqual([])
  })
})

describe('runs of jobs', () => {
  const requestFor = (scheduledTime: Date) => ({
    key: { job: 'sweep', target: '', scheduledTime },
    parameters: {},
    intervalMinutes: undefined,
    now: new Date(),
    leaseSeconds: 60,
  })
  const lockJob = (tx: Db) => tx`select pg_advisory_xact_lock(hashtextextended('job_runs sweep ', 0))`

  it('requested by several messages at the same time start once', async () => {
    const claim = () => claimRun(db, requestFor(new Date('2026-11-22T12:00:00Z')))
    const outcomes = valuesOf(
      await contend(
        db,
        lockJob,
        Array.from({ length: 8 }, () => claim),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'run')).toHaveLength(1)
    await tables.jobRuns.remove(db)
  })

  it('for two times run one after the other', async () => {
    const claims = [0, 1].map(
      (hour) => () => claimRun(db, requestFor(new Date(Date.UTC(2026, 10, 22, hour)))),
    )
    const outcomes = valuesOf(await contend(db, lockJob, claims))
    expect(outcomes.filter(({ kind }) => kind === 'run')).toHaveLength(1)
    await tables.jobRuns.remove(db)
  })
})

describe('migrations', () => {
  it('started by two concurrent deployments run once each', async () => {
    await db`create database migrated_twice`
    const runners = [1, 2].map(() => sessions.server.connect({ database: 'migrated_twice' }))
    try {
      const ran = await Promise.all(
        runners.map((runner) =>
          migrate(runner, { folder: findMigrationsFolder(), withoutExtensions: ['vector'] }),
        ),
      )
      const names = (await listMigrations(findMigrationsFolder()))
        .filter(({ requires }) => requires !== 'vector')
        .map(({ name }) => name)
      expect(ran.flat().sort()).toEqual(names.sort())
    } finally {
      await Promise.all(runners.map((runner) => runner.end({ timeout: 5 })))
    }
  })
})
