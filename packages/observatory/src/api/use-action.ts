import { useState } from 'preact/hooks'
import { texts } from '../texts/texts.ts'

/** Runs an action of a reader. `failure` tells why the last one failed, in Portuguese. */
export function useAction() {
  const [failure, setFailure] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setRunning(true)
    setFailure(undefined)
    try {
      await action()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.failures.server)
    }
    setRunning(false)
  }
  return { failure, isRunning, run }
}
