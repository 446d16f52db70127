import type { IndexSearch } from '@pauta/core/search-index/client'
import type { SharedGates } from '../stack/shared-stack.ts'
import { startCountingGate } from './gate.ts'
import { watchSearches } from './wire-watchers.ts'

export interface SearchRecorder extends AsyncDisposable {
  /** Searches that the functions sent since the last call, in order. */
  take(): IndexSearch[]
}

/** Records every search that reaches the index, until it is disposed of. */
export async function recordSearches({ index }: Pick<SharedGates, 'index'>): Promise<SearchRecorder> {
  const { target } = index
  const recorder = await startCountingGate(watchSearches)
  const leadTo = (port: number) => {
    index.leadTo(port)
    // Kept-alive connections would go on to the former port.
    index.drop()
  }
  recorder.leadTo(target)
  leadTo(recorder.port)
  return {
    take: () => recorder.take().map((search) => JSON.parse(search) as IndexSearch),
    async [Symbol.asyncDispose]() {
      leadTo(target)
      await recorder.stop()
    },
  }
}
