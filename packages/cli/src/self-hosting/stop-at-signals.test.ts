import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopAtSignals } from './stop-at-signals.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const before = SIGNALS.map((signal) => process.listeners(signal))
let exited: unknown[]
let printed: unknown[]

beforeEach(() => {
  exited = []
  printed = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(process, 'exit').mockImplementation((code) => void exited.push(code) as never)
  vi.spyOn(console, 'error').mockImplementation((error: unknown) => void printed.push(error))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const [n, signal] of SIGNALS.entries())
    for (const listener of process.listeners(signal))
      if (!before[n]?.includes(listener)) process.removeListener(signal, listener)
})

const fault = new Error('a part does not stop')

it.each([
  ['SIGINT', () => Promise.resolve(), [0], []],
  ['SIGTERM', () => Promise.resolve(), [0], []],
  ['SIGTERM', () => Promise.reject(fault), [1], [fault]],
] as const)('after %s the process ends when its parts have stopped', async (signal, stop, codes, errors) => {
  stopAtSignals(stop)
  expect(exited).toEqual([])
  process.emit(signal)
  await vi.advanceTimersByTimeAsync(0)
  expect([exited, printed]).toEqual([codes, errors])
})

it('ends after 30 s with 1 when a part goes on, and stops the parts once', async () => {
  const stop = vi.fn(() => new Promise<void>(() => {}))
  stopAtSignals(stop)
  process.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(20_000)
  process.emit('SIGINT')
  await vi.advanceTimersByTimeAsync(9_999)
  expect([exited, stop.mock.calls.length]).toEqual([[], 1])
  await vi.advanceTimersByTimeAsync(1)
  expect([exited, stop.mock.calls.length]).toEqual([[1], 1])
})
