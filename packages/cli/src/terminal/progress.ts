import { SingleBar } from 'cli-progress'

const NO_TERMINAL_INTERVAL_MS = 2000

export interface Progress {
  /** Sets how much is done; the total may be known later. */
  update(done: number, total?: number): void
  stop(): void
}

const LINE = /^\S+ .*\d+% · \d+\/\d+ · \d+\/s · .* left$/

/** Whether a line is the state of a bar, as it stands in the log of a command that had no terminal. */
export const isProgressLine = (line: string): boolean => LINE.test(line)

/**
 * A bar with rate and remaining time on a terminal, a line every two seconds elsewhere; nothing while there is nothing to
 * do.
 */
export function startProgress(
  what: string,
  total: number,
  stream: NodeJS.WritableStream = process.stderr,
): Progress {
  const started = performance.now()
  const bar = new SingleBar({
    format: `${what} {bar} {percentage}% · {value}/{total} · {rate}/s · {eta_formatted} left`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: NO_TERMINAL_INTERVAL_MS,
    etaBuffer: 20,
    stream,
  })
  let isShown = false
  const show = (known: number) => {
    if (isShown || known === 0) return
    isShown = true
    bar.start(known, 0, { rate: 0 })
  }
  show(total)
  return {
    update(done, newTotal = total) {
      show(newTotal)
      if (!isShown) return
      if (newTotal !== bar.getTotal()) bar.setTotal(newTotal)
      const seconds = (performance.now() - started) / 1000
      bar.update(done, { rate: Math.round(done / Math.max(seconds, 0.001)) })
    },
    stop: () => bar.stop(),
  }
}
