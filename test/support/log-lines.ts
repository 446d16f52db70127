import fs from 'node:fs'
import { vi } from 'vitest'

export type LogLine = Record<string, unknown> & { message: string; level: string }

/** What the functions of this process write to their logs, which pino hands to the system by this one call. */
export interface CaughtLog {
  /** Lines since the last call, in their order. */
  take(): LogLine[]
  /** Lines since the last `take`, which stay. */
  look(): LogLine[]
  /** Those of one kind: the message of the line that tells of a request, a batch or a run is its function's name. */
  linesOf(message: string): LogLine[]
  release(): void
}

const STANDARD_OUTPUT = 1

/** Catches the lines of the log of this process in place of printing them. */
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
