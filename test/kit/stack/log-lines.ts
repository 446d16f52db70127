import fs from 'node:fs'
import { vi } from 'vitest'

export type LogLine = Record<string, unknown> & { message: string; level: string }

/** The log lines of the functions of this process, which pino writes with this one call. */
export interface CaughtLog {
  /** Returns and removes the lines since the last call, in order. */
  take(): LogLine[]
  /** Returns the lines since the last `take`, without removing them. */
  look(): LogLine[]
  /** Lines of one kind: the last line of a request, a batch or a run has the function's name as its message. */
  linesOf(message: string): LogLine[]
  release(): void
}

const STANDARD_OUTPUT = 1

/** Captures the log lines of this process instead of printing them. */
export function catchLog(): CaughtLog {
  let lines: LogLine[] = []
  const write = fs.writeSync.bind(fs) as (...args: unknown[]) => number
  const catchText = (fd: number, text: unknown, ...rest: unknown[]): number => {
    if (fd !== STANDARD_OUTPUT || typeof text !== 'string' || !text.startsWith('{'))
      return write(fd, text, ...rest)
    for (const line of text.trim().split('\n')) lines.push(JSON.parse(line) as LogLine)
    return Buffer.byteLength(text)
  }
  const spy = vi.spyOn(fs, 'writeSync').mockImplementation(catchText)
  return {
    take() {
      const taken = lines
      lines = []
      return taken
    },
    look: () => [...lines],
    linesOf: (message) => lines.filter((line) => line.message === message),
    release: () => spy.mockRestore(),
  }
}
