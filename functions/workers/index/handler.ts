import { listDocumentRows } from '@pauta/core/articles/queries'
import { connectDatabase } from '@pauta/core/database'
import { embeddingModelName } from '@pauta/core/embedding/model-name'
import { parseEvent } from '@pauta/core/pipeline/envelope'
import { listDue, markDone, markFailed } from '@pauta/core/pipeline/markers'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { indexRows } from '@pauta/core/search-index/index-rows'
import { runWorker, type Failure } from '../run-worker.ts'
import { index as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: (config) => ({
    db: connectDatabase(config.database),
    index: connectSearchIndex(config.index),
    model: embeddingModelName(config.embedding),
  }),
  handle: async ({ messages, dependencies: { db, index, model }, now }) => {
    const failures: Failure[] = []
    const waiting = new Map<string, string[]>()
    for (const { id, body } of messages) {
      try {
        const { subject } = parseEvent(body)
        waiting.set(subject, [...(waiting.get(subject) ?? []), id])
      } catch (error) {
        failures.push({ id, error })
      }
    }
    const due = await listDue(db, 'index', [...waiting.keys()])
    const rows = await listDocumentRows(
      db,
      due.map((step) => step.uniqueId),
      model,
    )
    const refused = new Map((await indexRows(rows, { db, index, now })).map(({ id, error }) => [id, error]))
    await markDone(
      db,
      'index',
      due.filter((step) => !refused.has(step.uniqueId)),
    )
    for (const [uniqueId, reason] of refused) {
      await markFailed(db, 'index', uniqueId, reason)
      for (const id of waiting.get(uniqueId) ?? []) failures.push({ id, error: new Error(reason) })
    }
    return failures
  },
})
