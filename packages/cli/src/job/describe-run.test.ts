import type { JobRun } from '@pauta/platform/jobs/job-runs'
import { describe, expect, it } from 'vitest'
import { describeEndedRun, describeOpenRun } from './describe-run.ts'

const JOB = { retries: { first: 60 } } as never
const aRun = (fields: Partial<JobRun>) =>
  ({ attempts: 1, progress: null, result: null, error: null, ...fields }) as JobRun

describe('a run that has not ended', () => {
  it.each([
    [{ status: 'running' }, 'running'],
    [{ status: 'running', attempts: 2 }, 'running, try 2'],
    [{ status: 'running', progress: { day: '2026-01-02', sent: 300 } }, 'running: day 2026-01-02, sent 300'],
    [
      { status: 'running', progress: { brief: 'a'.repeat(40), long: 'a'.repeat(41), done: true, of: null } },
      `running: brief ${'a'.repeat(40)}`,
    ],
    [{ status: 'running', progress: 'half' }, 'running'],
    [{ status: 'queued' }, 'going on in another invocation'],
    [{ status: 'queued', progress: { sent: 3 } }, 'going on in another invocation: sent 3'],
  ] as [Partial<JobRun>, string][])('%j is described as %s', (fields, text) => {
    expect(describeOpenRun(JOB, aRun(fields))).toBe(text)
  })
})

describe('a run that has ended', () => {
  it.each([
    [{ status: 'skipped', error: 'another run is open' }, ['skipped: another run is open']],
    [{ status: 'failed', error: 'lost' }, ['failed after 1 try: lost']],
    [{ status: 'failed', attempts: 2, error: 'lost' }, ['failed after 2 tries: lost']],
    [{ status: 'succeeded' }, ['succeeded']],
    [
      { status: 'succeeded', result: { written: 2, agencies: { mec: 1 }, last: null, at: 'mec' } },
      ['succeeded', '  agencies: {"mec":1}', '  at: mec', '  last: null', '  written: 2'],
    ],
  ] as [Partial<JobRun>, string[]][])('%j is described by %j', (fields, lines) => {
    expect(describeEndedRun(aRun(fields))).toEqual(lines)
  })
})
