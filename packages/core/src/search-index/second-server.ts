import { connectSearchIndex, type SearchIndex } from './client.ts'
import type { IndexAddress } from './nodes.ts'

/** A second server may not delay the writes of the first one. It gets what it misses by a sync. */
const COPY_SECONDS = 5
/** Writes go on while documents are counted, so the counts of two servers with the same documents differ a little. */
const FILLED_SHARE = 0.999

/** Called when the second server did not take a write. */
export type CopyFailed = (error: unknown) => void

/** The address of the second server alone. Throws when the stage has none. */
export function getSecondAddress(address: IndexAddress): IndexAddress {
  const { secondUrl = '', ...rest } = address
  if (secondUrl === '') throw new Error('The stage has no second search server.')
  return { ...rest, url: secondUrl, nodes: [] }
}

/**
 * Returns a client that repeats every write to the live collection on the second server, where there is one, so that both
 * have the same documents when the second one takes over. A write succeeds or fails by the first server alone.
 */
export function connectWrittenIndex(address: IndexAddress, onCopyFailed: CopyFailed): SearchIndex {
  const index = connectSearchIndex(address)
  if (!address.secondUrl) return index
  const second = connectSearchIndex({ ...getSecondAddress(address), writeSeconds: COPY_SECONDS })
  const both = async <T>(write: (server: SearchIndex) => Promise<T>, check?: (answer: T) => void) => {
    const copy = write(second)
      .then((answer) => check?.(answer))
      .catch(onCopyFailed)
    const [answer] = await Promise.all([write(index), copy])
    return answer
  }
  return {
    ...index,
    upsert: (batch, collection) =>
      collection === undefined
        ? both(
            (server) => server.upsert(batch),
            (refused) => {
              if (refused.length > 0) throw new Error(`${refused.length} documents refused`)
            },
          )
        : index.upsert(batch, collection),
    update: (uniqueId, fields) => both((server) => server.update(uniqueId, fields)),
    remove: (uniqueIds, collection) =>
      collection === undefined
        ? both((server) => server.remove(uniqueIds))
        : index.remove(uniqueIds, collection),
  }
}

/** A server of the index and the documents of its live collection; 0 without one. */
export interface ServerState {
  url: string
  isHealthy: boolean
  documents: number
}

export async function readServer(address: IndexAddress, url: string): Promise<ServerState> {
  const index = connectSearchIndex({ ...address, url, nodes: [] })
  try {
    const isHealthy = await index.isHealthy()
    const live = isHealthy ? await index.findSearchedCollection() : undefined
    return { url, isHealthy, documents: live?.num_documents ?? 0 }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SERVICE_UNAVAILABLE')
      return { url, isHealthy: false, documents: 0 }
    throw error
  }
}

/** Whether a server may take over from another one: it is healthy and has its documents. */
export const isFilled = (
  server: Pick<ServerState, 'isHealthy' | 'documents'>,
  other: Pick<ServerState, 'documents'>,
): boolean => server.isHealthy && server.documents >= Math.floor(other.documents * FILLED_SHARE)

/** Throws, with the counts, when a server would answer searches without documents that the other one has. */
export function assertFilled(server: ServerState, other: ServerState): void {
  if (isFilled(server, other)) return
  const reason = server.isHealthy
    ? `${server.url} has ${server.documents} documents and ${other.url} has ${other.documents}`
    : `${server.url} is not healthy`
  throw new Error(`${reason}: fill it first, with npm run patch-search`)
}
