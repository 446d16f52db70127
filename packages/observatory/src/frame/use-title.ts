import { useEffect } from 'preact/hooks'
import { publisher } from './publisher.ts'

/** Sets the title of the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${publisher.name}`
  }, [title])
}
