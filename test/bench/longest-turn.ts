// Measures the event loop of the process that imports this module first, and reports its longest turn to the parent.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 5
const NANOSECONDS_PER_MS = 1_000_000

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  process.on('message', (message) => {
    if (message !== 'read-longest-turn') return
    process.send?.(delays.max / NANOSECONDS_PER_MS)
    delays.reset()
  })
  // The measurement does not keep the process alive.
  process.channel?.unref()
}
