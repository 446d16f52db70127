import { THEMES } from '@pauta/core/themes/catalogue'
import { parentThemeCode } from '@pauta/core/themes/theme'

const LABELS = new Map(THEMES.map(({ code, label }) => [code, label]))

export const isTheme = (code: string): boolean => LABELS.has(code)

/** The catalogue's label of a code. Throws for a code that it does not have. */
export function labelOf(code: string): string {
  const label = LABELS.get(code)
  if (label === undefined) throw new Error(`The catalogue has no theme ${code}`)
  return label
}

/** Theme fields of an article in the form of news: a code of the catalogue with its parents, and their labels. */
export function themed(code: string) {
  const codes: string[] = []
  for (let at: string | null = code; at !== null; at = parentThemeCode(at)) codes.unshift(at)
  const [l1 = null, l2 = null, l3 = null] = codes
  return {
    themeL1Code: l1,
    themeL1Label: l1 && labelOf(l1),
    themeL2Code: l2,
    themeL2Label: l2 && labelOf(l2),
    themeL3Code: l3,
    themeL3Label: l3 && labelOf(l3),
    mostSpecificThemeCode: code,
    mostSpecificThemeLabel: labelOf(code),
  }
}
