import { SingleBar } from 'cli-progress'

const NO_TERMINAL_INTERVAL_MS = 2000

export interface Progress {
  /** Sets how much is done; the total may be known later or never. */
  update(done: number, total?: number): void
  stop(): void
}

const LINE = /^\S+ .*\d+% · \d+\/\d+ · \d+\/s · .* left$/

/** Whether a line is the state of a bar, as it stands in the log of a command that had no terminal. */
export const isProgressLine = (line: string): boolean => LINE.test(line)

/** A bar with rate and remaining time on a terminal, a line every two seconds elsewhere. */
export function startProgress(what: string, total: number): Progress {
  const started = performance.now()
  const bar = new SingleBar({
    format: `${what} {bar} {percentage}% · {value}/{total} · {rate}/s · {eta_formatted} left`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: NO_TERMINAL_INTERVAL_MS,
    etaBuffer: 20,
  })
  bar.start(total, 0, { rate: 0 })
  return {
    update(done, newTotal) {
      if (newTotal !== undefined && newTotal !== bar.getTotal()) bar.setTotal(newTotal)
      const seconds = (performance.now() - started) / 1000
      bar.update(done, { rate: Math.round(done / Math.max(seconds, 0.001)) })
    },
    stop: () => bar.stop(),
  }
}
