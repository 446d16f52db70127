import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { COMMANDS } from '@pauta/cli/commands'
import { makeProgram } from '@pauta/cli/program'
import { EXIT_CODES } from '@pauta/cli/terminal/exit-codes'
import { listNames } from '@pauta/cli/terminal/help'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, runScript, startCommand } from '../kit/processes/command.ts'
import { ROOT } from '../kit/repository/root.ts'

type Command = Awaited<ReturnType<typeof makeProgram>>['commands'][number]

const BIN = join(ROOT, 'packages/cli/bin/pauta.js')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-bin-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const listLeaves = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(listLeaves) : [command]

/** Runs the bin in a process that claims to be Node 20 and cannot load TypeScript. */
async function runOnOldNode(args: readonly string[], processor: string = process.arch) {
  const preload = join(folder, 'old-node.mjs')
  await writeFile(
    preload,
    `import { registerHooks } from 'node:module'
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })
    Object.defineProperty(process, 'arch', { value: ${JSON.stringify(processor)} })
    registerHooks({
      load(url, context, next) {
        if (url.endsWith('.ts')) throw new Error('Unknown file extension ".ts"')
        return next(url, context)
      },
    })`,
  )
  const link = join(folder, 'run-bin.mjs')
  await writeFile(link, `await import(${JSON.stringify(preload)})\nawait import(${JSON.stringify(BIN)})`)
  return await runScript(relative(ROOT, link), args)
}

describe('pauta', () => {
  it('runs on the installed Node 24 when its own Node is older', async () => {
    expect(await runOnOldNode(['help', 'exit-codes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('128+N') as string,
    })
    expect(await runOnOldNode(['articles', 'take-down'])).toMatchObject({ code: 2 })
  })

  it('names the missing Node 24 when none is installed for the processor', async () => {
    const { code, stderr } = await runOnOldNode(['help'], 'mips')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^pauta needs Node 24; this is Node 20\.19\.0\. Run `npm ci`/)
  })

  it('refuses an unknown command with 2 and suggests the nearest', async () => {
    const { code, stdout, stderr } = await runCommand('articls', [])
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean articles?')
    for (const { name, summary } of COMMANDS) expect(stdout).toContain(`${name.padEnd(17)}${summary}`)
  })

  it('prints its version, and a short usage after a wrong option', async () => {
    expect(await runCommand('--version', [])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    })
    const wrong = await runCommand('pipeline', ['status', '--foo'])
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr.trimEnd().split('\n')).toEqual([
      "error: unknown option '--foo'",
      '',
      expect.stringMatching(/^Usage: npm run pipeline -- status /),
      'More: npx pauta pipeline status --help',
    ])
  })

  it('prints the table of exit codes', async () => {
    const { code, stdout } = await runCommand('help', ['exit-codes'])
    expect(code).toBe(0)
    for (const { code, meaning } of EXIT_CODES)
      expect(stdout).toContain(`${String(code).padEnd(7)}${meaning}`)
  })

  it('prints the help of a command', async () => {
    const help = await runCommand('help', ['people', 'erase'])
    expect(help).toEqual(await runCommand('people', ['erase', '--help']))
    expect(help.stdout).toMatch(
      /^Usage: npm run -s people -- erase \(--user ID \| --email ADDRESS\) \[--yes\]/,
    )
  })

  it('writes nothing but results to standard output with --json', async () => {
    const wrong = await runCommand('articles', ['take-down', '--json'])
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') as string })
  })

  it('gives every command --json, a summary and a description', async () => {
    const program = await makeProgram(new Set(COMMANDS.map(({ name }) => name)))
    const leaves = program.commands
      .flatMap(listLeaves)
      .filter((command) => !['complete', 'help'].includes(command.name()))
    expect(leaves.length).toBeGreaterThan(25)
    for (const command of leaves) {
      const name = listNames(command).join(' ')
      expect([name, command.options.map(({ long }) => long)]).toEqual([
        name,
        expect.arrayContaining(['--json']),
      ])
      expect([name, command.summary(), command.description()]).not.toContain('')
    }
  })
})

describe('pauta complete', () => {
  it('prints scripts that bash accepts, and refuses other shells', async () => {
    const { stdout } = await runCommand('complete', ['bash'])
    expect(stdout).toContain(`${BIN} complete --`)
    execFileSync('bash', ['-n'], { input: stdout })
    for (const shell of ['zsh', 'fish', 'powershell'])
      expect(await runCommand('complete', [shell])).toMatchObject({ code: 0, stderr: '' })
    expect(await runCommand('complete', ['tcsh'])).toMatchObject({ code: 2 })
  })
})

describe('commands of laptops', () => {
  it.each([
    ['start', 'packages/local/src/start.ts'],
    ['index-server', 'packages/index-server/src/start.ts'],
    ['generate-corpus', 'packages/sample-data/src/corpus/start.ts'],
  ])('%s has every option of its script', async (name, script) => {
    const optionsOf = (text: string) => [...text.matchAll(/--[a-z]+/g)].map(([option]) => option)
    const { stdout: help } = await runCommand(name, ['--help'])
    const { stdout: own } = await runScript(script, ['--help'])
    expect(optionsOf(own).length).toBeGreaterThan(2)
    expect(optionsOf(own).filter((option) => !optionsOf(help).includes(option))).toEqual([])
  })

  it('index-server prints its address as JSON, and ends with its script at SIGTERM', async () => {
    const server = startCommand('index-server', ['--port', '0', '--key', 'k', '--json'])
    await expect.poll(() => server.output()).toContain('}')
    const { url } = JSON.parse(server.output()) as { url: string }
    expect((await fetch(`${url}/health`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  })

  it('ends its script when npm ended the shell between them', async () => {
    // npm sends SIGTERM to its shell alone.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" index-server --port 0 --key k; true`], {
      env: { ...process.env, npm_lifecycle_event: 'index-server' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    // The pipe ends when the last process that writes to it has ended.
    const silent = new Promise((resolve) => shell.stdout.once('end', resolve))
    await expect.poll(() => output).toContain('http://')
    const [url = ''] = /http:\/\/[\w.]+:\d+/.exec(output) ?? []
    expect((await fetch(`${url}/health`)).status).toBe(200)
    shell.kill('SIGTERM')
    await silent
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  })

  it('index-server returns the exit code of its script', async () => {
    expect(await runCommand('index-server', ['--key', 'k', '--port', 'x'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--port x is not a port number') as string,
    })
  })
})
