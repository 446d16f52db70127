import { readSpending } from '@pauta/core/features/model-spending'
import { findThemeModel, type ThemeModelRecord } from '@pauta/core/themes/theme-models'
import type { Config } from '@pauta/platform/config/config'
import { useDatabase } from '@pauta/platform/database/database'
import { localDay } from '@pauta/platform/time/time'

type LanguageModel = Config<'languageModel'>['languageModel']

const number = (value: number) => value.toLocaleString('en')
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function describeLearned(model: ThemeModelRecord | undefined): string {
  if (model === undefined) return 'nothing yet: the job learn-themes learns from labelled articles'
  const { learnedArticles, measuredArticles, accuracyL1, trainedAt } = model
  const measure =
    accuracyL1 === null
      ? 'not measured'
      : `right in ${percent(accuracyL1)} of ${number(measuredArticles)} others`
  return `themes from ${number(learnedArticles)} labelled articles on ${localDay(trainedAt)}, ${measure}`
}

/** Returns one line about a language model, whose month has cost some tokens. */
export function describeModel(model: LanguageModel, { spent, now }: { spent: number; now: Date }): string {
  if (model.kind === 'none') return 'off: none is configured, built-in answers stand'
  const { model: name, monthlyTokens } = model
  const month = localDay(now).slice(0, 7)
  if (monthlyTokens === 0) return `${name}, without a limit: ${number(spent)} tokens in ${month}`
  if (spent >= monthlyTokens)
    return `${name}, but the ${number(monthlyTokens)} tokens of ${month} are spent: built-in answers stand`
  return `${name}, with ${number(monthlyTokens - spent)} of the ${number(monthlyTokens)} tokens of ${month} left`
}

/**
 * Returns the sources of themes, summaries and names that are at work, the strongest first, one line each. Empty before the
 * first start, when PostgreSQL has no tables yet. Throws when PostgreSQL does not answer.
 */
export async function listSources({
  database,
  languageModel,
}: Config<'database' | 'languageModel'>): Promise<string[]> {
  return await useDatabase(database, {}, async (db) => {
    const [row] = await db<{ isMigrated: boolean }[]>`
      select to_regclass('model_spending') is not null as is_migrated`
    if (!row?.isMigrated) return []
    const now = new Date()
    const { tokens: spent } = await readSpending(db, now)
    return [
      'site            what sites and imported files state',
      `language model  ${describeModel(languageModel, { spent, now })}`,
      `learned         ${describeLearned(await findThemeModel(db))}`,
      'rules           words and agencies for themes, forms of names, sentences of the article for summaries',
    ]
  })
}
