import { findSchedule } from '@pauta/platform/jobs/define-job'
import { jobs } from '@pauta/functions/jobs/jobs'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { readExpression } from '@pauta/server/scheduler/schedule-expression'
import { describe, expect, it } from 'vitest'

const scheduled = jobs.filter(({ schedule }) => schedule).map((job) => [job.name, job] as const)

describe('the schedules', () => {
  it.each(scheduled)('of %s have the interval of the job', (_, job) => {
    const start = new Date('2026-06-01T00:01:00Z')
    const first = findSchedule(job)
    const timetable = readExpression(first?.expression ?? '', first?.timezone ?? '', start)
    const times = [start]
    for (let n = 0; n < 5; n++) times.push(timetable.findNext(times.at(-1) ?? start) ?? start)
    const minutes = times
      .slice(2)
      .map((time, n) => (time.getTime() - (times[n + 1]?.getTime() ?? 0)) / 60_000)
    expect(new Set(minutes)).toEqual(new Set([job.schedule?.intervalMinutes]))
  })

  it('read the sites every 15 minutes, in local time and in UTC', () => {
    const first = findSchedule(scrape)
    const timetable = readExpression(first?.expression ?? '', first?.timezone ?? '', new Date())
    const next = timetable.findNext(new Date('2026-06-01T12:03:00Z'))
    expect(next).toEqual(new Date('2026-06-01T12:15:00Z'))
  })
})
