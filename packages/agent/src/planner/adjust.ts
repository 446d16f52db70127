import { keywordsOf, type Draft, type WordUses } from './drafts.ts'
import type { RecorteCount } from '../tools/count-recorte.ts'

/** Another draft in place of one that is no good, and what is said of the change. */
export interface Adjustment {
  draft: Draft
  message: string
}

/** Of the words that a person gave, at least so much stays; with less it would be another subject. */
const WORDS_KEPT = 0.5

function dropRarestWord(draft: Draft, uses: WordUses): Adjustment | undefined {
  if (draft.words.length - 1 < Math.max(1, draft.askedWords * WORDS_KEPT)) return undefined
  const usesOf = (text: string) => uses.get(text) ?? 0
  const rarest = draft.words.toSorted((a, b) => usesOf(a.text) - usesOf(b.text))[0]
  const words = draft.words.filter((word) => word !== rarest)
  const keywords = [...new Set(keywordsOf(words, uses))]
  return {
    draft: { ...draft, words, filters: { ...draft.filters, keywords } },
    message: `“${draft.title}”: nenhuma notícia tem todas as palavras; tirei “${rarest?.text}”.`,
  }
}

/** A wider draft for one that captured nothing in 30 days; undefined when nothing is left to give up. */
export function widen(draft: Draft, uses: WordUses): Adjustment | undefined {
  const { filters, title } = draft
  const { themes, agencies, keywords } = filters
  const isCombined = agencies.length + themes.length > 0 && keywords.length > 0
  if (agencies.length > 0 && (isCombined || themes.length > 0))
    return {
      draft: { ...draft, filters: { ...filters, agencies: [] } },
      message: `“${title}”: nada com esse órgão em 30 dias; procuro em todos os órgãos.`,
    }
  if (isCombined)
    return {
      draft: { ...draft, filters: { ...filters, themes: [] } },
      message: `“${title}”: nada dentro desse tema em 30 dias; procuro só pelas palavras.`,
    }
  if (keywords.length > 0) return dropRarestWord(draft, uses)
  if (themes.length === 0 || draft.themeLabel === undefined) return undefined
  return {
    draft: { ...draft, filters: { themes: [], agencies: [], keywords: [draft.themeLabel] } },
    message: `“${title}”: o tema não teve notícias em 30 dias; procuro o nome dele nos textos.`,
  }
}

/** A narrower draft for one that captures far too much; undefined where that is what a person asked for. */
export function narrow(draft: Draft, count: RecorteCount): Adjustment | undefined {
  const { filters, title, isNamed } = draft
  const [main] = count.top_themes
  if (isNamed || !main || filters.themes.length > 0) return undefined
  const percent = Math.round((100 * count.count_30_days) / count.total_30_days)
  return {
    draft: { ...draft, filters: { ...filters, themes: [main.code] } },
    message: `“${title}”: captaria ${percent}% de todas as notícias; limitei ao tema mais frequente, ${main.label}.`,
  }
}
