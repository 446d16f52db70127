/** Returns the label of a theme, or its code when the catalogue lacks the code. */
export function labelOf(themes: readonly { code: string; label: string }[], code: string): string {
  return themes.find((theme) => theme.code === code)?.label ?? code
}
