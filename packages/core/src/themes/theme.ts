export type ThemeLevel = 1 | 2 | 3

/** A node of the theme tree. Codes nest by dots: `01`, `01.02`, `01.02.03`. */
export interface Theme {
  code: string
  label: string
  level: ThemeLevel
  parentCode: string | null
}

/** The code above, by the dots: `01.02` of `01.02.03`; null at the top. */
export function parentThemeCode(code: string): string | null {
  const end = code.lastIndexOf('.')
  return end > 0 ? code.slice(0, end) : null
}

/** The level of a code by its dots; deeper codes than the tree has count as level 3. */
export function themeLevel(code: string): ThemeLevel {
  const parts = code.split('.').length
  if (parts === 1) return 1
  return parts === 2 ? 2 : 3
}

/** Codes of an article's themes: one a level down to the most specific one. */
export interface ThemeCodes {
  themeL1Code: string | null
  themeL2Code: string | null
  themeL3Code: string | null
  mostSpecificThemeCode: string
}

/** A theme with those above it, as an article holds them; a level that the catalogue does not have stays empty. */
export function themeCodesOf(catalogue: ReadonlyMap<string, Theme>, code: string): ThemeCodes {
  const codes: ThemeCodes = {
    themeL1Code: null,
    themeL2Code: null,
    themeL3Code: null,
    mostSpecificThemeCode: code,
  }
  let above: string | null = code
  // A tree has three levels; whoever has more went round in a circle.
  for (let steps = 0; above !== null && steps < 3; steps++) {
    const theme = catalogue.get(above)
    if (theme) codes[`themeL${theme.level}Code`] = theme.code
    above = theme ? theme.parentCode : parentThemeCode(above)
  }
  return codes
}
