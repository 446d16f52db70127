import { describe, expect, it } from 'vitest'
import { describeStatus, type PipelineStatus } from './describe-status.ts'

const now = new Date('2026-06-01T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const nothing: PipelineStatus = {
  steps: [],
  waitingAgencies: [],
  failedSteps: [],
  rhythm: {},
  late: [],
  incidents: [],
}
/** Returns the cells of each line; two blanks separate cells. */
const cellsOf = (status: Partial<PipelineStatus>) =>
  describeStatus({ ...nothing, ...status }, now).map((line) => line.trim().split(/ {2,}/))

describe('the state of the pipeline', () => {
  it('names the columns of the steps, also without steps', () => {
    expect(cellsOf({})).toEqual([['step', 'due', 'failed', 'oldest open since']])
  })

  it('lists each step, with the age of the oldest open one', () => {
    const steps = [
      { step: 'enrich', due: 1200, failed: 3, oldestOpenAt: before(120) },
      { step: 'index', due: 0, failed: 0, oldestOpenAt: null },
    ] as PipelineStatus['steps']
    expect(cellsOf({ steps }).slice(1)).toEqual([
      ['enrich', '1,200', '3', '2 min'],
      ['index', '0', '0'],
    ])
  })

  it('lists agencies that wait', () => {
    const waitingAgencies = [
      { agencyKey: 'mec', step: 'index', due: 2, failed: 1, oldestOpenAt: before(120) },
    ] as PipelineStatus['waitingAgencies']
    expect(cellsOf({ waitingAgencies }).slice(1)).toEqual([
      [''],
      ['Waiting for longest (20 at most):'],
      ['agency', 'step', 'due', 'failed', 'oldest open since'],
      ['mec', 'index', '2', '1', '2 min'],
    ])
  })

  it('lists failures with at most 100 characters of the reason on one line', () => {
    const failedSteps = [
      { uniqueId: 'a_1', step: 'index', attempts: 3, error: `no\n index ${'x'.repeat(200)}` },
      { uniqueId: 'b_2', step: 'embed', attempts: 1, error: null },
    ] as PipelineStatus['failedSteps']
    expect(cellsOf({ failedSteps }).slice(1)).toEqual([
      [''],
      ['Failed last (20 at most):'],
      ['article', 'step', 'tries', 'reason'],
      ['a_1', 'index', '3', `no index ${'x'.repeat(91)}`],
      ['b_2', 'embed', '1', 'unknown'],
    ])
  })

  it('counts agencies by their rhythm, and lists the late ones', () => {
    const late = [
      {
        agencyKey: 'mec',
        state: 'LATE',
        silentDays: 3,
        rhythm: { usualDays: 1, longDays: 2 },
        lastReadAt: before(120),
        failedRuns: 1200,
      },
      { agencyKey: 'ans', state: 'UNREAD', silentDays: null, rhythm: null, lastReadAt: null, failedRuns: 0 },
    ] as unknown as PipelineStatus['late']
    expect(cellsOf({ rhythm: { LATE: 1, UNREAD: 1 }, late }).slice(1)).toEqual([
      [''],
      ['Agencies by their own rhythm: 1 late, 1 unread'],
      ['agency', 'state', 'silent for', 'usual pause', 'long pause', 'read', 'failed runs'],
      ['mec', 'late', '3 d', '1 d', '2 d', '2 min', '1,200'],
      ['ans', 'unread', 'never', '0'],
    ])
    expect(cellsOf({ rhythm: { LATE: 1 } }).slice(1)).toEqual([
      [''],
      ['Agencies by their own rhythm: 1 late'],
    ])
  })

  it('lists incidents that last', () => {
    const incidents = [
      { kind: 'step-late', subject: 'index', beganAt: before(120), reason: `a\u001b${'x'.repeat(200)}` },
      { kind: 'dead-letters', subject: 'news-ingest', beganAt: before(120), reason: null },
    ] as unknown as PipelineStatus['incidents']
    const [, ...lines] = cellsOf({ incidents })
    expect(lines.slice(0, 3)).toEqual([[''], ['Incidents that last:'], ['incident', 'of', 'for', 'reason']])
    expect(lines[3]?.slice(0, 3)).toEqual(['step-late', 'index', '2 min'])
    expect(lines[3]?.[3]).toHaveLength(100)
    expect(lines[4]).toEqual(['dead-letters', 'news-ingest', '2 min'])
    expect(lines.slice(5)).toEqual([
      [''],
      ['Articles wait for the step index. Next: npm run pipeline -- retry --step index'],
      [
        'Messages of news-ingest were refused and wait until their cause is repaired. ' +
          'Next: npm run job -- reconcile-dlq --queue news-ingest',
      ],
    ])
  })
})
