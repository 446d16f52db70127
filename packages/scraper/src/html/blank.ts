const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

/** Text on one line: invisible characters go, every run of blanks becomes one space. */
export function squeeze(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** The squeezed text, or null when nothing is left. */
export function textOrNull(text: string | null | undefined): string | null {
  const squeezed = squeeze(text ?? '')
  return squeezed === '' ? null : squeezed
}

/** Trimmed values without blanks and without repeats; values that differ only in case count as repeats. */
export function distinct(values: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const value of values.map(squeeze)) {
    const key = value.toLowerCase()
    if (value !== '' && !seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}

/** The text without the mark that systems put behind a beginning which they cut off: "…", "..." or "[...]". */
export const withoutCutMark = (text: string): string => text.replace(/\s*\[?(?:…|\.{3})\]?$/, '')
