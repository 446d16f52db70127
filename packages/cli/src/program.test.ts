import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callCommand } from '../../../test/kit/processes/call-command.ts'
import { ROOT } from '../../../test/kit/repository/root.ts'

describe('pauta', () => {
  it.each(['--version', '-V'])('prints its version for %s', async (option) => {
    expect(await callCommand(option, [])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      stderr: '',
    })
  })

  it('lists its commands by group, as the documentation does', async () => {
    const { stdout } = await callCommand('help', [])
    expect(stdout).toContain('\nCloud:\n')
    expect(await readFile(join(ROOT, 'docs/commands.md'), 'utf8')).toContain(stdout.trimEnd())
  })

  it('prints the exit codes for `help exit-codes` alone', async () => {
    const marks = async (name: string, ...args: string[]) => {
      const { code, stdout } = await callCommand(name, args)
      return [code, stdout.includes('128+N')]
    }
    expect(await marks('help', 'exit-codes')).toEqual([0, true])
    expect(await marks('help', 'pipeline')).toEqual([0, false])
    expect(await marks('pipeline', 'exit-codes')).toEqual([2, false])
  })

  it('prints the same help of a command for `help` as for `--help`', async () => {
    const help = await callCommand('help', ['pipeline', 'retry'])
    expect(help).toEqual(await callCommand('pipeline', ['retry', '--help']))
    expect(help.stdout).toMatch(/^Usage: npm run pipeline -- retry /)
    expect(help.stdout).toContain('(`npx pauta pipeline retry` is the same command.)')
  })

  it('refuses an unknown command with 2 and suggests the nearest', async () => {
    const { code, stdout, stderr } = await callCommand('articls', [])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean articles?')])
    expect(stdout).toContain('Usage: npx pauta COMMAND')
    expect(stdout).not.toContain('is the same command')
  })

  it('prints a short usage after a wrong option, and with --json the whole help beside the results', async () => {
    const wrong = await callCommand('pipeline', ['status', '--foo'])
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr.trimEnd().split('\n')).toEqual([
      "error: unknown option '--foo'",
      '',
      expect.stringMatching(/^Usage: npm run pipeline -- status /),
      'More: npx pauta pipeline status --help',
    ])
    expect((await callCommand('pipeline', [])).stdout).toContain('Usage:')
    const json = await callCommand('pipeline', ['restart', '--json'])
    expect(json).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') as string })
  })
})

describe('pauta complete', () => {
  const complete = async (...words: string[]) => {
    const { stdout } = await callCommand('complete', ['--', ...words])
    const lines = stdout.trimEnd().split('\n')
    return { words: lines.slice(0, -1).map((line) => line.split('\t')[0]), directive: lines.at(-1) }
  }

  it.each([
    [['cat'], ['catalogue']],
    [
      ['catalogue', 'add', ''],
      ['theme', 'agency', 'site'],
    ],
    [
      ['job', 'scrape'],
      ['scrape', 'scrape-ebc'],
    ],
    [
      ['pipeline', 'retry', '--step', 'e'],
      ['enrich', 'embed'],
    ],
    [['people', 'erase', '--y'], ['--yes']],
    [['job', 'export-dataset', '--date'], ['--date']],
    [['job', 'scrape', '--agency', 'saud'], ['saude']],
    [['job', 'reconcile-dlq', '--queue', 'deliver-w'], ['deliver-webhook']],
    [['import-news', '--j'], ['--json']],
  ])('offers commands, options and values after %j', async (typed, offered) => {
    expect(await complete(...typed)).toEqual({ words: offered, directive: ':4' })
  })

  it.each([[['import-news', 'ne']], [['entities', 'import', '']], [['pipeline', 'status', '--data', '']]])(
    'lets the shell complete file names after %j',
    async (typed) => {
      expect(await complete(...typed)).toEqual({ words: [], directive: ':0' })
    },
  )

  it('offers no file names where a command reads none', async () => {
    expect((await complete('pipeline', 'status', '')).directive).toBe(':4')
  })

  it.each([['zsh'], ['fish'], ['powershell'], ['bash']])('prints a script for %s', async (shell) => {
    const { code, stdout } = await callCommand('complete', [shell])
    expect([code, stdout.includes('/bin/pauta.js')]).toEqual([0, true])
    expect(stdout.includes('complete -o default -F __pauta_complete pauta')).toBe(shell === 'bash')
  })

  it.each([[['tcsh']], [['bash', 'zsh']]])('prints no script for %j', async (shells) => {
    const { code, stdout, stderr } = await callCommand('complete', shells)
    expect([code, stderr]).toEqual([2, 'error: the shell is one of bash, zsh, fish, powershell\n'])
    expect(stdout).not.toContain('/bin/pauta.js')
  })
})
