import * as z from 'zod'
import type { Db } from '@pauta/platform/database/database'
import agencies from './agency-themes.json' with { type: 'json' }
import { readThemeCatalogue } from './queries.ts'
import words from './theme-words.json' with { type: 'json' }
import type { Theme } from './theme.ts'

/**
 * Words and phrases by theme, separated by commas, for articles about which nothing has been learned. A word that ends
 * in `*` stands for all words that begin so. A term that ends in `!` seldom occurs in news of other themes.
 */
export const THEME_WORDS: Readonly<Record<string, string>> = z.record(z.string(), z.string()).parse(words)

/** The usual themes of the news of an agency by its key, the most usual first. */
export const AGENCY_THEMES: Readonly<Record<string, readonly string[]>> = z
  .record(z.string(), z.array(z.string()))
  .parse(agencies)

/** What is known of themes before anything is learned. */
export interface ThemeReference {
  themes: readonly Theme[]
  words: Readonly<Record<string, string>>
  agencies: Readonly<Record<string, readonly string[]>>
}

/** Returns the themes of the catalogue with the words and agencies of the reference data. */
export async function readThemeReference(db: Db): Promise<ThemeReference> {
  return { themes: [...(await readThemeCatalogue(db)).values()], words: THEME_WORDS, agencies: AGENCY_THEMES }
}
