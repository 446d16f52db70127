import type { Db } from '@pauta/platform/database/database'

/**
 * Who chose the themes of an article: an operator, the site (or a file that was imported), a language model, or the
 * built-in classifier after (`learned`) or before (`rules`) it has learned from labelled articles.
 */
export const THEME_SOURCES = ['operator', 'site', 'model', 'learned', 'rules'] as const
export type ThemeSource = (typeof THEME_SOURCES)[number]

/** SQL: the source of the themes of article `a`; null without themes. Rows of earlier code have no source. */
export const themeSource = (db: Db) => db`
  case when a.most_specific_theme_code is null then null
    when a.theme_model is null then case a.theme_source when 'operator' then 'operator' else 'site' end
    when a.theme_source in ('learned', 'rules') then a.theme_source
    else 'model' end`

/** SQL: whether the built-in classifier may write the themes of article `a`. */
export const isForClassifier = (db: Db) => db`
  (a.most_specific_theme_code is null
    or a.theme_model is not null and coalesce(a.theme_source in ('learned', 'rules'), false))`

/** SQL: the confidence of a theme that the classifier chose, from 0 to 1; null of others. Alias `a` of articles. */
export const themeConfidence = (db: Db) => db`case when a.theme_model is not null then a.theme_confidence end`
