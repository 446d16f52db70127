/**
 * The same read, whose value is given again for some seconds after it began; callers that come meanwhile share it. One
 * value is held, whatever happens. A read that fails is told to those who wait for it and is not remembered. With 0
 * seconds every call reads.
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
      // The next caller tries again, unless somebody does already.
      if (last === current) last = undefined
    })
    return current.value
  }
}
