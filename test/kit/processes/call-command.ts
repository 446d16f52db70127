import { runProgram } from '@pauta/cli/program'
import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import { runCommand, type CommandResult } from './command.ts'

type Written = Pick<CommandResult, 'stdout' | 'stderr'>
type Write = NodeJS.WriteStream['write']

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The output of the command that writes. Other work of the thread has none, and writes as before. */
const outputs = new AsyncLocalStorage<Written>()
let previous: Promise<unknown> = Promise.resolve()

/** Collects what the command writes to a stream and by a method of the console. Returns the function that restores both. */
function collect(name: keyof Written, method: 'log' | 'error'): () => void {
  const stream = process[name]
  const write: Write = Reflect.get(stream, 'write')
  const print = Reflect.get(console, method) as typeof console.log
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const output = outputs.getStore()
    if (!output) return Reflect.apply(write, stream, [chunk, ...rest]) as boolean
    output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const done = rest.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done() as void)
    return true
  }
  console[method] = (...values: unknown[]) => {
    const output = outputs.getStore()
    if (output) output[name] += `${format(...values)}\n`
    else print(...values)
  }
  return () => {
    stream.write = write
    console[method] = print
  }
}

const readExitCode = (): number => Number(process.exitCode ?? 0)

async function runAlone(name: string, args: readonly string[]): Promise<CommandResult> {
  const written: Written = { stdout: '', stderr: '' }
  const { argv, exitCode } = process
  const listeners = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const)
  const restores = [collect('stdout', 'log'), collect('stderr', 'error')]
  try {
    process.argv = [...argv.slice(0, 2), name, ...args]
    process.exitCode = undefined
    await outputs.run(written, () => runProgram([name, ...args]))
    return { code: readExitCode(), ...written }
  } finally {
    for (const restore of restores) restore()
    process.argv = argv
    process.exitCode = exitCode
    for (const [signal, known] of listeners)
      for (const listener of process.listeners(signal))
        if (!known.includes(listener)) process.removeListener(signal, listener)
  }
}

/**
 * Runs a command of `pauta` in this thread, on the stack of the thread: its modules are loaded once for all runs.
 * Commands run one after the other. Tests of signals, of commands at the same time and of other environments start
 * processes: see command.ts.
 */
export function callCommand(name: string, args: readonly string[]): Promise<CommandResult> {
  const result = previous.then(() => runAlone(name, args))
  previous = result.catch(() => undefined)
  return result
}

/**
 * Returns a function that runs a command on the stack of the thread. The first run starts a process, as a person does.
 * The others run in this thread.
 */
export function makeCommandCaller(
  environment: () => Record<string, string>,
): (name: string, args: readonly string[]) => Promise<CommandResult> {
  const started = new Set<string>()
  return (name, args) => {
    if (started.has(name)) return callCommand(name, args)
    started.add(name)
    return runCommand(name, args, environment())
  }
}
