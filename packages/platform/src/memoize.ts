/**
 * Caches the value of a read for some seconds after the read began. Concurrent callers share one read. Stores a single
 * value. A failed read rejects for all waiting callers and is not cached. With 0 seconds every call reads.
 */
export function memoize<T>(
  read: () => Promise<T>,
  { seconds, clock = Date.now }: { seconds: number; clock?: () => number },
): () => Promise<T> {
  let last: { value: Promise<T>; readAtMs: number } | undefined
  return () => {
    const readAtMs = clock()
    if (last && readAtMs - last.readAtMs < seconds * 1000) return last.value
    const current = { value: read(), readAtMs }
    last = current
    current.value.catch(() => {
      // The next call reads again, unless a newer read has begun.
      if (last === current) last = undefined
    })
    return current.value
  }
}
