import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runScript } from './run-script.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

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

  it('is named when this installation lacks it', async () => {
    const missing = runScript({ path: 'packages/nowhere.ts', readResult: () => undefined }, true)
    await expect(missing).rejects.toThrow(/^This installation has no packages\/nowhere\.ts\. /)
  })
})
