import { beginErasure, eraseWords, findErasure, type Erasure } from '@pauta/core/removals/erase'
import { eraseDeadLetters, eraseLargeMessages } from '@pauta/core/operations/erase-messages'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { eraseFromDigests, eraseFromLedger } from '@pauta/delivery/digest/erase-from-digests'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { erasePages } from '@pauta/scraper/raw-pages/erase-pages'
import { listReadAddresses } from '@pauta/scraper/raw-pages/raw-page-rows'
import { CommandError } from '../terminal/connect.ts'

export const ERASE_SECTIONS = ['storage', 'deadLetters', 'indexQueue'] as const

type EraseConfig = Config<(typeof ERASE_SECTIONS)[number] | 'database'>

const INGEST_QUEUE = 'news-ingest'
const DEAD_LETTERS_MAX = 10_000
/** Less than the time for which a walk hides messages. */
const WALK_MAX_MS = 10 * 60_000

/** What an erasure has erased. */
export interface Erased {
  uniqueId: string
  /** Replaced versions; the present one is not counted. */
  versions: number
  /** Contents of its pages, and pages that showed changes of its site. */
  pages: number
  /** Messages with its text: objects of the bucket and dead letters. */
  messages: number
  releases: number
  /** Messages of the ledger that named it. */
  deliveries: number
}

/** Returns an article with all addresses under which it was read. Throws a CommandError for an unknown one. */
export async function getErasure(db: DbPool, uniqueId: string): Promise<Erasure> {
  const found = await findErasure(db, uniqueId)
  if (!found) throw new CommandError(`There is no article ${uniqueId}.`)
  const others = await listReadAddresses(db, found)
  return { ...found, addresses: [...new Set([...found.addresses, ...others])] }
}

async function eraseMessages(erasure: Erasure, config: EraseConfig): Promise<number> {
  const objects = await eraseLargeMessages(connectStorage(config.storage), erasure)
  const deadLetterUrl = config.deadLetters.queues[INGEST_QUEUE]?.deadLetterUrl
  if (deadLetterUrl === undefined) throw new Error(`The queue ${INGEST_QUEUE} has no dead letters`)
  const { removed } = await eraseDeadLetters(erasure, objects, {
    reader: connectQueueReader(),
    deadLetterUrl,
    limit: DEAD_LETTERS_MAX,
    signal: AbortSignal.timeout(WALK_MAX_MS),
  })
  return objects.length + removed
}

/**
 * Erases the words of an article from every store for legal reasons. It is out of reach of readers and writers first, and
 * its rows lose the words last, so that an interrupted erasure continues when the same command runs again. The next
 * update of the dataset takes it out of the files.
 */
export async function eraseArticle(
  db: DbPool,
  erasure: Erasure,
  { config, reason, now }: { config: EraseConfig; reason: string; now: Date },
): Promise<Erased> {
  const { uniqueId } = erasure
  const enqueueIndex = () => enqueueStep('index', [uniqueId], { db, config, queues: connectQueues(), now })
  await beginErasure(db, erasure, { at: now, reason })
  await enqueueIndex()
  const pages = await erasePages({ db, storage: connectStorage(config.storage) }, erasure)
  const messages = await eraseMessages(erasure, config)
  const releases = await eraseFromDigests(db, erasure)
  const deliveries = await eraseFromLedger(db, erasure)
  const versions = await eraseWords(db, uniqueId, now)
  await enqueueIndex()
  return { uniqueId, versions, pages, messages, releases, deliveries }
}
