import { listForClassifier, replaceBuiltInThemes, toBuiltInTheme } from '@pauta/core/features/built-in-themes'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import type { makeThemeClassifier } from '@pauta/enrichment/themes/theme-classifier'
import type { Theme } from '@pauta/core/themes/theme'

/** Articles in one transaction. */
const PAGE = 200

interface Walk {
  db: DbPool
  classify: ReturnType<typeof makeThemeClassifier>
  catalogue: ReadonlyMap<string, Theme>
  /** Version of the model; undefined when the rules decide alone. */
  version: string | undefined
  queues: QueueSender
  config: Config<'indexQueue'>
  now: Date
}

/**
 * Classifies the next articles after an id whose theme nobody else has chosen, and sends the
 * changed ones to the index. `last` is the last id of the page; undefined at the end of the walk.
 */
export async function classifyAgain(
  { db, classify, catalogue, version, queues, config, now }: Walk,
  after: string,
) {
  const page = await listForClassifier(db, { after, limit: PAGE })
  const answers = page.map(({ uniqueId, ...article }) => {
    const text = article.content === null ? null : toReadableText(article.content, article.title)
    return { uniqueId, theme: toBuiltInTheme(classify({ ...article, text }), { catalogue, version }) }
  })
  const changed = await replaceBuiltInThemes(db, answers)
  await enqueueStep('index', changed, { db, queues, config, now })
  return {
    checked: page.length,
    changed: changed.length,
    last: page.length < PAGE ? undefined : page.at(-1)?.uniqueId,
  }
}
