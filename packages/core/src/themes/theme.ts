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
