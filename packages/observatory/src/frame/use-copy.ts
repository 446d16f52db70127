import { useState } from 'preact/hooks'

/**
 * Copies a text to the clipboard. `copied` is the last text that was copied; it stays as it is when the browser refuses,
 * so that a button does not claim a copy that does not exist.
 */
export function useCopy(): { copied: string | undefined; copy: (text: string) => void } {
  const [copied, setCopied] = useState<string>()
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(undefined),
    )
  }
  return { copied, copy }
}
