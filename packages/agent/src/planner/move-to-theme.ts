import type { AgentEvent } from '../agent-event.ts'
import type { AgentRun } from '../agent-run.ts'
import { countRecorte } from '../tools/count-recorte.ts'
import { useTool } from '../tools/use-tool.ts'
import { isInNews, type Adjustment } from './adjust.ts'
import { keywordsOf, type Draft, type WordUses } from './drafts.ts'

/** Returns true if every word has news and no article has them all, so that the recorte would wait for nothing. */
function isNeverTogether({ terms, filters, subject }: Draft, uses: WordUses): boolean {
  const { themes, agencies, keywords } = filters
  if (terms.length < 2 || subject.names.length + themes.length + agencies.length > 0) return false
  return (
    terms.every((term) => isInNews(term, uses)) && keywords.every((keyword) => (uses.get(keyword) ?? 0) === 0)
  )
}

/**
 * Replaces the first of words that never occur together by the theme of most of its news: "rodovias no sertão" becomes
 * the theme of transport with the keyword "sertão". Yields the count of the first word's news. Returns undefined for
 * other drafts, and when the word has no news in 30 days.
 */
export async function* moveToTheme(
  draft: Draft,
  uses: WordUses,
  run: AgentRun,
): AsyncGenerator<AgentEvent, Adjustment | undefined> {
  const [first, ...others] = draft.terms
  if (!first || !isNeverTogether(draft, uses)) return undefined
  const filters = { themes: [], agencies: [], keywords: keywordsOf([first], uses) }
  const { top_themes: themes } = yield* useTool(countRecorte, { recorte: first.text, filters }, run)
  const [theme] = themes
  if (!theme) return undefined
  const { code, label } = theme
  const name = { kind: 'theme' as const, code, label, alias: first.text }
  const { subject, title } = draft
  return {
    draft: {
      ...draft,
      terms: others,
      filters: { themes: [code], agencies: [], keywords: keywordsOf(others, uses) },
      subject: { ...subject, names: [name], terms: others },
    },
    message: `“${title}”: nenhuma notícia tem todas as palavras; em lugar de “${first.text}”, procuro no tema ${label}.`,
  }
}
