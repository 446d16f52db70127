import { SingleBar } from 'cli-progress'

const NO_TERMINAL_INTERVAL_MS = 2000

export interface Progress {
  /** Sets how much is done. The total may change. */
  update(done: number, total?: number): void
  stop(): void
}

/**
 * Starts a progress bar with rate and remaining time. Without a terminal, prints a line every 2 s. Prints nothing while
 * the total is 0.
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
