import { useEffect, useState } from 'preact/hooks'
import { API_URL } from '../api/client.ts'

/** Most readers leave a page before; each connection takes one of the places of the stream. */
const OPEN_AFTER_MS = 15_000
/** The index has an article some seconds after the log. */
const TELL_AFTER_MS = 5000
/** More are not counted one by one. */
const COUNTED_MAX = 99

interface NewArticles {
  /** Articles that have appeared since the list was loaded and that it does not show, at most 99. */
  count: number
  /** Forgets what was counted, when the list is loaded again. */
  forget: () => void
}

const idOf = (data: string): string | undefined => {
  try {
    const { uniqueId } = JSON.parse(data) as { uniqueId?: unknown }
    return typeof uniqueId === 'string' ? uniqueId : undefined
  } catch {
    return undefined
  }
}

/**
 * Counts the articles that appear on the stream of a filter, given as its parameters; undefined listens to nothing. The
 * connection is closed while the tab is hidden, and goes on there. Without a stream the count stays 0.
 */
export function useNewArticles(
  filter: { query: string; kinds: readonly string[] } | undefined,
  shown: readonly string[],
): NewArticles {
  const [appeared, setAppeared] = useState<ReadonlySet<string>>(new Set())
  const query = filter?.query
  const kinds = filter?.kinds.join(',') ?? ''
  useEffect(() => {
    setAppeared(new Set())
    if (query === undefined || typeof EventSource === 'undefined') return undefined
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (ms: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, ms)
      timers.add(timer)
    }
    let since = new Date().toISOString()
    let source: EventSource | undefined
    const hear = ({ data, lastEventId }: MessageEvent<string>) => {
      since = lastEventId
      const id = idOf(data)
      if (id !== undefined)
        later(TELL_AFTER_MS, () =>
          setAppeared((ids) => (ids.size >= COUNTED_MAX ? ids : new Set([...ids, id]))),
        )
    }
    const open = () => {
      if (source || document.hidden) return
      const parameters = new URLSearchParams(query)
      parameters.set('since', since)
      source = new EventSource(`${API_URL}/stream/articles?${parameters}`)
      for (const kind of kinds.split(',')) source.addEventListener(kind, hear)
    }
    const turn = () => {
      if (document.hidden) {
        source?.close()
        source = undefined
      } else later(OPEN_AFTER_MS, open)
    }
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      for (const timer of timers) clearTimeout(timer)
      source?.close()
    }
  }, [query, kinds])
  const known = new Set(shown)
  return {
    count: [...appeared].filter((id) => !known.has(id)).length,
    forget: () => setAppeared(new Set()),
  }
}
