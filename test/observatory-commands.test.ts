import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { jobs } from '@pauta/functions/jobs/jobs'
import { describe, expect, it } from 'vitest'
import { commands, quoteWord } from '../packages/observatory/src/pages/operations/commands.ts'

const documented = readFileSync(join(import.meta.dirname, '../docs/commands.md'), 'utf8')

describe('the commands that the page for operators copies', () => {
  it('reach a program unchanged through the shell, whatever a name contains', () => {
    const words = fc.sample(
      fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      { numRuns: 50, seed: 3 },
    )
    const script = words.map((word) => `printf '%s\\0' ${quoteWord(word)}`).join('; ')
    expect(execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1)).toEqual(words)
  })

  it.each([
    [commands.retryStep('embed'), '#### pipeline retry', '--step'],
    [commands.showStep('embed'), '#### pipeline status', '--step'],
    [commands.listRuns('sweep'), '### job', '--runs'],
    [commands.retryChannel('email'), '#### deliveries retry', '--channel'],
    [commands.retryDelivery('01A', 'unknown'), '#### deliveries retry', '--status'],
    [commands.trySite('mec'), '#### scrape try', 'URL|AGENCY'],
  ])('use commands and options that exist: %s', (command, heading, option) => {
    const start = documented.indexOf(`\n${heading}\n`)
    expect(start).toBeGreaterThan(0)
    const reference = documented.slice(start, documented.indexOf('\n```\n', start + 200))
    const [, words = ''] = /npm run (.+?)(?: --[a-z]|$)/.exec(command.replace(' -- ', ' ')) ?? []
    expect(words.startsWith(heading.replace(/^#+ /, ''))).toBe(true)
    expect(reference).toContain(option)
  })

  it('name jobs and parameters that exist', () => {
    const names = jobs.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['reconcile-dlq', 'sweep', 'scrape']))
    const parametersOf = (name: string) =>
      Object.keys(jobs.find((job) => job.name === name)?.parameters.shape ?? {})
    expect(commands.redrive('enrich')).toBe('npm run job -- reconcile-dlq --queue enrich')
    expect(parametersOf('reconcile-dlq')).toContain('queue')
    expect(commands.runJob('scrape', 'mec')).toBe('npm run job -- scrape --agency mec')
    expect(parametersOf('scrape')).toContain('agency')
  })
})
