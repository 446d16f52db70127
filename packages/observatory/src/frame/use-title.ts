import { useEffect } from 'preact/hooks'
import { texts } from '../texts.ts'

/** Sets the title of the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.site}`
  }, [title])
}
