/** Most agencies that a line names. */
const NAMES_MAX = 5

/** "Também em: Ministério da Saúde, Casa Civil"; blank for a story of one agency. */
export function writeOtherAgencies(names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = names.length - NAMES_MAX
  return `Também em: ${names.slice(0, NAMES_MAX).join(', ')}${more > 0 ? ` e mais ${more}` : ''}`
}
