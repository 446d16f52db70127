/** Returns true when the first media type of a header matches a pattern. Either half of a pattern may be `*`. */
export function matchesMediaType(header: string | undefined, patterns: readonly string[]): boolean {
  const first = (header ?? '').split(',')[0]?.split(';')[0]?.trim().toLowerCase() ?? ''
  const [type, subtype] = first.split('/')
  return patterns.some((pattern) => {
    const [patternType, patternSubtype] = pattern.toLowerCase().split('/')
    if (patternType === '*' && patternSubtype === '*') return true
    if (patternType !== type) return false
    return patternSubtype === '*' || patternSubtype === subtype
  })
}
