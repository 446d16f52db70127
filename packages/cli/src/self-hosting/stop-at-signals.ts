import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'

/** A supervisor that waits longer ends the process itself. */
const STOP_LIMIT_MS = 30_000

/**
 * At the first SIGINT or SIGTERM, calls `stop`. Ends the process with 0 when it has stopped, and with 1 when it fails or takes
 * longer than 30 s.
 */
export function stopAtSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(EXIT_INCOMPLETE), STOP_LIMIT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(EXIT_INCOMPLETE)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
}
