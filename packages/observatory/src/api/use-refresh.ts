import { useEffect, useRef } from 'preact/hooks'

/**
 * Calls `refresh` every `seconds` while the tab is visible, and at once when it becomes visible again after a longer
 * time. Calls nothing while `isPaused`.
 */
export function useRefresh(
  refresh: () => void,
  { seconds, isPaused }: { seconds: number; isPaused: boolean },
) {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (isPaused) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let refreshedAt = Date.now()
    const plan = () => {
      clearTimeout(timer)
      if (document.hidden) return
      const left = refreshedAt + seconds * 1000 - Date.now()
      timer = setTimeout(
        () => {
          refreshedAt = Date.now()
          latest.current()
          plan()
        },
        Math.max(0, left),
      )
    }
    plan()
    document.addEventListener('visibilitychange', plan)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', plan)
    }
  }, [seconds, isPaused])
}
