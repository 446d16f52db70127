import { useEffect, useState } from 'preact/hooks'

const TYPING_PAUSE_MS = 250

/** Returns the value after it has been still for 250 ms, so that typing does not ask the API for every letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
