import { readReleaseMessage } from '@pauta/core/clippings/messages'
import { runWorker, type Failure } from '../run-worker.ts'
import { release as worker } from './worker.ts'

/** Reads a message and says why no release came of it; a message is done with only when its release is made. */
function refuse(body: string): Error {
  const { kind, clippingId } = readReleaseMessage(body)
  return new Error(`This version makes no releases: the ${kind} run of ${clippingId} stays in the queue`)
}

export const handler = runWorker(worker, {
  open: () => ({}),
  handle: async ({ messages }) =>
    messages.map(({ id, body }): Failure => {
      try {
        return { id, error: refuse(body) }
      } catch (error) {
        return { id, error }
      }
    }),
})
