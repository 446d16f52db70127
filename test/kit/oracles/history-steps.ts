import { removeArticles } from '@pauta/core/removals/removals'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { upsertArticles } from '@pauta/core/ingest/writes'
import type { DbPool } from '@pauta/platform/database/database'
import { anArticle, received } from '../rows/factories.ts'

/** What the site or an operator does to one article. */
export type HistoryStep =
  | {
      do: 'read'
      content: string
      title: string
      /** Older than the last version by this many minutes: a message that arrives late. */
      age: number
    }
  | { do: 'remove' | 'take down' | 'put back' }

/** A step of an article at a minute. */
export interface StepOrder {
  step: HistoryStep
  uniqueId: string
  minute: number
}

const START = Date.UTC(2026, 5, 1)
const instant = (minute: number) => new Date(START + minute * 60_000)

/** Does a step for real. Done twice, it is the same as done once. */
export async function performStep(db: DbPool, { step, uniqueId, minute }: StepOrder): Promise<void> {
  const url = `https://www.gov.br/mec/pt-br/noticias/${uniqueId}`
  // An agency has few removals a day, and no second article of a taken-down title.
  const agencyKey = `orgao_${uniqueId}`
  if (step.do === 'read')
    await upsertArticles(db, [
      received(
        anArticle({
          uniqueId,
          url,
          agencyKey,
          title: step.title,
          content: step.content,
          publishedAt: instant(0).toISOString(),
          extractedAt: instant(minute - step.age).toISOString(),
        }),
      ),
    ])
  else if (step.do === 'remove')
    await removeArticles(db, [{ uniqueId, agencyKey, url, removedAt: instant(minute) }])
  else await setTakenDown(db, [uniqueId], step.do === 'take down' ? instant(minute) : null)
}
