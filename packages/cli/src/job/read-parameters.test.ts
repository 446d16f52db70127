import { jobs } from '@pauta/functions/jobs/jobs'
import { describe, expect, it } from 'vitest'
import { readParameters } from './read-parameters.ts'

const jobOf = (name: string) => {
  const job = jobs.find((job) => job.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  return job
}
const replay = jobOf('replay-events')
const read = (...argv: string[]) => readParameters(replay, argv)

describe('readParameters', () => {
  it('reads values after a space or an equals sign, bare flags, dashes and underscores', () => {
    expect(
      read('--start-date', '2026-01-01', '--end_date=2026-01-02', '--topic', 'news.scraped', '--dry-run'),
    ).toEqual({ start_date: '2026-01-01', end_date: '2026-01-02', topic: 'news.scraped', dry_run: true })
  })

  it('applies the defaults of the job', () => {
    expect(readParameters(jobOf('reconcile-dlq'), [])).toEqual({ queue: 'enrich', limit: 1000 })
    expect(readParameters(jobOf('reconcile-dlq'), ['--limit', '20'])).toEqual({ queue: 'enrich', limit: 20 })
    expect(() => readParameters(jobOf('reconcile-dlq'), ['--limit'])).toThrow(/--limit: /)
    expect(() => readParameters(jobOf('reconcile-dlq'), ['--limit', '5000'])).toThrow(/--limit: .*1000/)
  })

  it.each([
    [['--start-date', '2026-01-01'], /--end-date is missing\n/],
    [['--start-date', '2026-02-30'], /--start-date: .*date/i],
    [['--day', '2026-01-01'], /there is no --day\n\nIts parameters:\n {2}--start-date VALUE/],
    [['--topic', 'a', '--topic', 'b'], /--topic is given twice/],
    [['2026-01-01'], /there is no 2026-01-01/],
  ])('refuses %j', (argv, problem) => {
    expect(() => read(...argv)).toThrow(problem)
  })

  it('refuses options of a job without parameters', () => {
    expect(() => readParameters(jobOf('purge'), ['--all'])).toThrow(
      /there is no --all\n\nIt has no parameters\./,
    )
  })
})
