import { useState } from 'preact/hooks'
import { ActionFailure } from './act.ts'
import { texts } from '../texts/texts.ts'

/** Runs an action of a reader. `failure` tells why the last one failed, in Portuguese; `needsLogin`, that a login helps. */
export function useAction() {
  const [failure, setFailure] = useState<string>()
  const [needsLogin, setNeedsLogin] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setRunning(true)
    setFailure(undefined)
    setNeedsLogin(false)
    try {
      await action()
    } catch (error) {
      setNeedsLogin(error instanceof ActionFailure && error.needsLogin)
      setFailure(error instanceof Error ? error.message : texts.failures.server)
    }
    setRunning(false)
  }
  return { failure, needsLogin, isRunning, run }
}
