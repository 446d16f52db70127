import { listDocumentRows } from '@pauta/core/articles/queries'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { embeddingModelName } from '@pauta/core/embeddings/model-name'
import { listDue, listSteps, markDone, markFailed, type ArticleStep } from '@pauta/core/steps/steps'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { indexRows } from '@pauta/core/search-index/index-rows'
import { groupByArticle } from '@pauta/core/steps/run-step'
import { runWorker, type Received } from '@pauta/platform/workers/run-worker'
import { index as worker } from './worker.ts'

// An article that changes faster than this waits for its message to return.
const ROUNDS_MAX = 5

interface Dependencies {
  db: DbPool
  index: SearchIndex
  model: string
}

/**
 * Lists due steps, and for redelivered messages all steps: a crashed attempt may have overwritten a document with an
 * older version.
 */
async function listWork(
  db: DbPool,
  waiting: ReadonlyMap<string, readonly Received[]>,
): Promise<ArticleStep[]> {
  const isRepeated = (messages: readonly Received[]) => messages.some(({ receiveCount }) => receiveCount > 1)
  const repeated = [...waiting].filter(([, messages]) => isRepeated(messages)).map(([uniqueId]) => uniqueId)
  const first = [...waiting.keys()].filter((uniqueId) => !repeated.includes(uniqueId))
  return [...(await listDue(db, 'index', first)), ...(await listSteps(db, 'index', repeated))]
}

/**
 * Writes the documents of articles and settles their steps. If an article changed meanwhile, another worker may have
 * written the newer document first, so it is written again. Returns the failures with their reasons.
 */
async function indexArticles(
  work: readonly ArticleStep[],
  { db, index, model, now }: Dependencies & { now: Date },
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  let due = work
  for (let round = 1; due.length > 0 && round <= ROUNDS_MAX; round++) {
    const ids = due.map((step) => step.uniqueId)
    const rows = await listDocumentRows(db, ids, model)
    const refused = await indexRows(rows, { db, index, now })
    const reasons = new Map(refused.map(({ id, error }) => [id, error]))
    for (const [id, reason] of reasons) problems.set(id, reason)
    const failed = due.flatMap((step) => {
      const reason = reasons.get(step.uniqueId)
      return reason === undefined ? [] : [{ ...step, reason }]
    })
    await markFailed(db, 'index', failed)
    const accepted = due.filter((step) => !problems.has(step.uniqueId))
    due = await listSteps(db, 'index', await markDone(db, 'index', accepted))
  }
  for (const { uniqueId } of due) problems.set(uniqueId, `changed ${ROUNDS_MAX} times while it was written`)
  return problems
}

export const handler = runWorker(worker, {
  open: (config): Dependencies => ({
    db: connectDatabase(config.database),
    index: connectSearchIndex(config.index),
    model: embeddingModelName(config.embedding),
  }),
  handle: async ({ messages, dependencies, now }) => {
    const { waiting, failures } = groupByArticle(messages)
    const work = await listWork(dependencies.db, waiting)
    const problems = await indexArticles(work, { ...dependencies, now })
    for (const [uniqueId, reason] of problems) {
      for (const { id } of waiting.get(uniqueId) ?? []) failures.push({ id, error: new Error(reason) })
    }
    return failures
  },
})
