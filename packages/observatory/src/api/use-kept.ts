import { useRef } from 'preact/hooks'
import type { Loaded } from './use-data.ts'

/** Keeps the last answer while newer ones fail, for pages that refresh by themselves. `isStale`: the newest one failed. */
export function useKept<Data>(loaded: Loaded<Data>): Loaded<Data> & { isStale: boolean } {
  const kept = useRef<Data>(undefined)
  if (loaded.data !== undefined) kept.current = loaded.data
  const data = loaded.data ?? kept.current
  return { ...loaded, data, isStale: data !== undefined && loaded.failure !== undefined }
}
