export type ThemeLevel = 1 | 2 | 3

/** A node of the theme tree. Dots separate the levels of a code: `01`, `01.02`, `01.02.03`. */
export interface Theme {
  code: string
  label: string
  level: ThemeLevel
  parentCode: string | null
}

/** Returns the parent code: `01.02` for `01.02.03`; null for a root. */
export function parentThemeCode(code: string): string | null {
  const end = code.lastIndexOf('.')
  return end > 0 ? code.slice(0, end) : null
}

/** Returns the level of a code; codes with more than three parts count as level 3. */
export function themeLevel(code: string): ThemeLevel {
  const parts = code.split('.').length
  if (parts === 1) return 1
  return parts === 2 ? 2 : 3
}

/** Theme codes of an article: one per level down to the most specific one. */
export interface ThemeCodes {
  themeL1Code: string | null
  themeL2Code: string | null
  themeL3Code: string | null
  mostSpecificThemeCode: string
}

/**
 * Returns the codes of a theme and its ancestors in the form of an article. A level that the catalogue lacks is null.
 */
export function themeCodesOf(catalogue: ReadonlyMap<string, Theme>, code: string): ThemeCodes {
  const codes: ThemeCodes = {
    themeL1Code: null,
    themeL2Code: null,
    themeL3Code: null,
    mostSpecificThemeCode: code,
  }
  let above: string | null = code
  // The tree has three levels. The limit ends a cycle.
  for (let steps = 0; above !== null && steps < 3; steps++) {
    const theme = catalogue.get(above)
    if (theme) codes[`themeL${theme.level}Code`] = theme.code
    above = theme ? theme.parentCode : parentThemeCode(above)
  }
  return codes
}
