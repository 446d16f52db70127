import { LAG_LIMIT_SECONDS } from '@pauta/core/operations/lag'
import { DELIVERY_LAG_LIMIT_SECONDS } from '@pauta/delivery/ledger/lag'
import { expect, it } from 'vitest'
import { judgeMeasures, type Measures } from './list-troubles.ts'

const now = new Date('2026-06-01T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const quiet: Measures = {
  lag: [],
  deliveryLag: [],
  index: { isHealthy: true, sickNodes: [] },
  depths: [],
  sites: [],
  jobs: [],
  training: undefined,
  now,
}
const lag = (oldestOpenAt: Date | null) => ({ lag: [{ step: 'index', due: 1, failed: 2, oldestOpenAt }] })
const late = (oldestDueAt: Date | null, pausedUntil: Date | null = null) => ({
  deliveryLag: [{ channel: 'email', oldestDueAt, pausedUntil }],
})
const dead = (count: number, reasons: object[] = []) => ({ depths: [{ queue: 'q', dead: count, reasons }] })
const site = (facts: object) => ({
  sites: [
    {
      agencyKey: 'mec',
      lastSuccessAt: null,
      lastFailedAt: null,
      failures: 3,
      errorKind: null,
      errorMessage: null,
      ...facts,
    },
  ],
})
const unread = { kind: 'agency-unread', subject: 'mec', worst: 3, beganAt: now, reason: null }
const [stepLimit, mailLimit] = [LAG_LIMIT_SECONDS, DELIVERY_LAG_LIMIT_SECONDS]

const trained = (inUse: boolean) => ({ training: { trainedAt: before(60), inUse, accuracyL1: 0.6125 } })

it.each([
  [{}, []],
  [trained(true), []],
  [
    trained(false),
    [
      {
        kind: 'accuracy-fell',
        subject: 'themes',
        beganAt: before(60),
        worst: 613,
        reason: 'the latest training measured worse than the one in use',
      },
    ],
  ],
  [lag(null), []],
  [lag(before(stepLimit)), []],
  [
    lag(before(stepLimit + 1)),
    [
      {
        kind: 'step-late',
        subject: 'index',
        beganAt: before(stepLimit + 1),
        worst: stepLimit + 1,
        reason: '2 failed',
      },
    ],
  ],
  [late(null), []],
  [late(before(mailLimit)), []],
  [
    late(before(mailLimit + 1)),
    [
      {
        kind: 'deliveries-late',
        subject: 'email',
        beganAt: before(mailLimit + 1),
        worst: mailLimit + 1,
        reason: null,
      },
    ],
  ],
  [late(before(mailLimit + 1), now), [{ reason: 'the channel is paused until 2026-06-01T12:00:00.000Z' }]],
  [{ depths: undefined }, []],
  [dead(0), []],
  [dead(1), [{ kind: 'dead-letters', subject: 'q', beganAt: now, worst: 1, reason: null }]],
  [dead(2, [{ reason: 'a' }, { reason: 'b' }]), [{ worst: 2, reason: 'a' }]],
  [
    { jobs: [{ job: 'j', failures: 4, failingSince: before(9), error: 'no' }] },
    [{ kind: 'job-failed', subject: 'j', beganAt: before(9), worst: 4, reason: 'no' }],
  ],
  [site({}), [unread]],
  [site({ lastFailedAt: before(5) }), [{ ...unread, beganAt: before(5) }]],
  [site({ lastFailedAt: before(5), lastSuccessAt: before(9) }), [{ ...unread, beganAt: before(9) }]],
  [site({ errorKind: 'timeout' }), [{ ...unread, reason: 'timeout' }]],
  [site({ errorKind: 'timeout', errorMessage: 'late' }), [{ ...unread, reason: 'timeout: late' }]],
  [
    { index: { isHealthy: false, sickNodes: ['a:8108', 'b:8108'] } },
    [
      {
        kind: 'index-unhealthy',
        subject: '',
        beganAt: now,
        worst: 0,
        reason: 'no healthy answer from a:8108, b:8108',
      },
    ],
  ],
])('with %j are troubles: %j', (measures, troubles) => {
  expect(judgeMeasures({ ...quiet, ...measures } as Measures)).toMatchObject(troubles)
  expect(judgeMeasures({ ...quiet, ...measures } as Measures)).toHaveLength(troubles.length)
})
