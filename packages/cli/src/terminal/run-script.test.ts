import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runScript } from './run-script.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Prints the signals that it gets. SIGTERM ends it; without one, it fails in the end. */
const WAITING = `
  const waiting = setTimeout(() => process.exit(1), 10_000)
  for (const name of ['SIGINT', 'SIGHUP']) process.on(name, () => console.log(name))
  process.on('SIGTERM', () => clearTimeout(waiting))
  console.log('up')`
/** How soon a script ends behind the shell of npm, in milliseconds. */
const CHECK_MS = 500

let folder: string
const { argv } = process
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-script-'))
})
afterEach(async () => {
  process.argv = argv
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

/** Runs a script with the arguments after the command's name. Returns its exit code and what this process printed. */
async function run(script: string, { isJson = true, args = [] }: { isJson?: boolean; args?: string[] } = {}) {
  const file = join(folder, 'script.mjs')
  await writeFile(file, script)
  process.argv = [...argv.slice(0, 2), 'start', ...args]
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const readResult = (line: string) => (line.startsWith('ready ') ? { url: line.slice(6) } : undefined)
  const code = await runScript({ path: relative(ROOT, file), readResult }, isJson)
  const printed = (spy: typeof log) => spy.mock.calls.map(([line]) => String(line))
  return { code, log: printed(log), error: printed(error) }
}

/** Waits until the script has printed these lines, and no others. */
async function hasPrinted(...lines: string[]) {
  await expect.poll(() => vi.mocked(console.error).mock?.calls.flat()).toEqual(lines)
}

describe('a script of laptops', () => {
  it('with --json prints its result alone, and ends with its code', async () => {
    const script = `console.log('a'); console.log('ready http://x'); console.log('b'); process.exit(3)`
    expect(await run(script)).toEqual({ code: 3, log: ['{\n  "url": "http://x"\n}'], error: ['a', 'b'] })
  })

  it('has the arguments of the command, besides --json', async () => {
    const script = `console.log('ready ' + process.argv.slice(2).join())`
    const { log } = await run(script, { args: ['--port', '1', '--json'] })
    expect(JSON.parse(log[0] ?? '')).toEqual({ url: '--port,1' })
  })

  it('without --json prints nothing through this process', async () => {
    expect(await run('', { isJson: false })).toEqual({ code: 0, log: [], error: [] })
  })

  it('that a signal ends has its number, and gets signals no more', async () => {
    const count = () => SIGNALS.map((signal) => process.listenerCount(signal))
    const before = count()
    expect(await run(`process.kill(process.pid, 'SIGTERM')`)).toMatchObject({ code: 143 })
    expect(count()).toEqual(before)
  })

  it.each([
    ['SIGINT', false, ['SIGINT']],
    // The terminal has sent it to the script already.
    ['SIGINT', true, []],
    ['SIGHUP', false, ['SIGHUP']],
    ['SIGHUP', true, ['SIGHUP']],
  ] as const)('gets %s from this process, at a terminal %j: %j', async (signal, isTerminal, got) => {
    const { isTTY } = process.stdin
    process.stdin.isTTY = isTerminal
    try {
      const running = run(WAITING)
      await hasPrinted('up')
      process.emit(signal, signal)
      await hasPrinted('up', ...got)
      process.emit('SIGTERM', 'SIGTERM')
      expect(await running).toEqual({ code: 0, log: [], error: ['up', ...got] })
    } finally {
      process.stdin.isTTY = isTTY
    }
  })

  describe('whose shell ends', () => {
    const { ppid } = process
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterEach(() => {
      Object.defineProperty(process, 'ppid', { value: ppid })
      vi.useRealTimers()
      vi.unstubAllEnvs()
    })

    it('goes on without npm', async () => {
      vi.stubEnv('npm_lifecycle_event', undefined)
      const running = run(WAITING)
      await hasPrinted('up')
      Object.defineProperty(process, 'ppid', { value: ppid + 1 })
      vi.advanceTimersByTime(CHECK_MS)
      process.emit('SIGHUP', 'SIGHUP')
      await hasPrinted('up', 'SIGHUP')
      process.emit('SIGTERM', 'SIGTERM')
      expect(await running).toMatchObject({ code: 0, error: ['up', 'SIGHUP'] })
    })

    it('ends with the shell of npm, not before, and leaves no check behind', async () => {
      vi.stubEnv('npm_lifecycle_event', 'start')
      const running = run(WAITING)
      await hasPrinted('up')
      vi.advanceTimersByTime(CHECK_MS)
      process.emit('SIGHUP', 'SIGHUP')
      await hasPrinted('up', 'SIGHUP')
      Object.defineProperty(process, 'ppid', { value: ppid + 1 })
      vi.advanceTimersByTime(CHECK_MS)
      expect(await running).toMatchObject({ code: 0 })
      expect(vi.getTimerCount()).toBe(0)
    })

    it('leaves no check behind when the script ends first', async () => {
      vi.stubEnv('npm_lifecycle_event', 'start')
      await run('')
      expect(vi.getTimerCount()).toBe(0)
    })
  })

  it('is named when this installation lacks it', async () => {
    const missing = runScript({ path: 'packages/nowhere.ts', readResult: () => undefined }, true)
    await expect(missing).rejects.toThrow(/^This installation has no packages\/nowhere\.ts\. /)
  })
})
