import { setTimeout as delay } from 'node:timers/promises'
import { describeError, unavailable } from '@pauta/platform/errors'
import type { SearchIndex } from './client.ts'

export interface Waiting {
  /** Milliseconds after which the index counts as down. */
  limitMs: number
  /** Milliseconds between two questions. */
  intervalMs: number
  /** Called after each answer that is not healthy, with the reason. */
  onWait?: (reason: string) => void
}

async function findTrouble(index: Pick<SearchIndex, 'isHealthy'>): Promise<string | undefined> {
  try {
    return (await index.isHealthy()) ? undefined : 'the index is not ready'
  } catch (error) {
    // The message of the error itself is for readers; its cause names the connection.
    return describeError(error instanceof Error ? (error.cause ?? error) : error)
  }
}

/**
 * Waits until the index has all its documents. A new instance refuses connections until it has installed Typesense, and
 * reports itself as not ready until it has read its documents. Throws SERVICE_UNAVAILABLE after the limit.
 */
export async function waitUntilHealthy(
  index: Pick<SearchIndex, 'isHealthy'>,
  { limitMs, intervalMs, onWait }: Waiting,
): Promise<void> {
  const end = performance.now() + limitMs
  for (;;) {
    const trouble = await findTrouble(index)
    if (trouble === undefined) return
    if (performance.now() + intervalMs > end)
      throw unavailable('search-index', new Error(`not healthy for ${limitMs} ms: ${trouble}`))
    onWait?.(trouble)
    await delay(intervalMs)
  }
}
