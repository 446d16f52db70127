import * as z from 'zod'
import { parentThemeCode, themeLevel, type Theme } from './theme.ts'
import rows from './themes.json' with { type: 'json' }

/**
 * The federal government's theme tree by code: 25 themes of level 1, 115 of level 2 and 500 of level 3. Some labels
 * occur twice, below different parents. `seedThemes` writes the tree to the themes table.
 */
export const THEMES: readonly Theme[] = z
  .array(z.tuple([z.string(), z.string()]))
  .parse(rows)
  .map(([code, label]) => ({ code, label, level: themeLevel(code), parentCode: parentThemeCode(code) }))
