import { describe, expect, it } from 'vitest'
import { callCommand } from '../../../../test/kit/processes/call-command.ts'

describe('pauta job', () => {
  it('lists all jobs, in words and as JSON', async () => {
    const { code, stdout } = await callCommand('job', ['--list'])
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]?.split(/ {2,}/)).toEqual([
      'job',
      'schedule',
      'documented id',
      'what it does',
    ])
    const { jobs } = JSON.parse((await callCommand('job', ['--list', '--json'])).stdout) as { jobs: object[] }
    expect(stdout).toMatch(
      /\npush-news +\*\/5 \* \* \* \* \(America\/Sao_Paulo\) +push-news +Push new articles /,
    )
    expect(stdout).not.toContain('\n\npush-news\n')
    expect(stdout).toMatch(/\n\nscrape\n  \[--agency VALUE\] /)
    const facts = ['name', 'documentedId', 'purpose', 'schedule', 'targets', 'parameters']
    for (const job of jobs) expect(Object.keys(job)).toEqual(facts)
    expect(jobs).toContainEqual(expect.objectContaining({ name: 'scrape', targets: 'agency' }))
  })

  it.each([
    [[], 'give the NAME of a job, or --list'],
    [['--runs'], 'give the NAME of a job, or --list'],
    [['--date', '2026-01-01'], 'give the NAME of a job, or --list'],
    [['purge', '--list'], '--runs and --list take no parameters'],
    [['purge', '--runs', '--now'], '--runs and --list take no parameters'],
    [['purge', '--runs', '--since', '2026-01-01'], '--runs and --list take no parameters'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await callCommand('job', args)
    expect(code).toBe(2)
    expect(stdout).toMatch(/^Usage: npm run job -- /)
    expect(stderr).toContain(`error: ${message}\n`)
  })
})
