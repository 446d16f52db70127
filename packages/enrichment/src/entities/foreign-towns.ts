import type { Mention } from './mention.ts'

const WORD = String.raw`\p{Lu}[\p{L}'’-]+`
/** "em Ouagadougou, em ", "em Lausanne, na ", "em Vilamoura (": what stands in front of the country. */
const TOWN_IN = new RegExp(
  String.raw`(?<!\p{L})[Ee]m (${WORD}(?: (?:d[aeo]s? |del |la )?${WORD}){0,2})(?:, (?:n[oa]s? |em )?| \()$`,
  'u',
)
const TOWN_CHARACTERS = 60

/**
 * Finds the towns abroad that a text names with their countries: "em Lausanne, na Suíça". `known` are the mentions of the
 * registry. Takes time linear in their number.
 */
export function findForeignTowns(text: string, known: readonly Mention[]): Mention[] {
  return known.flatMap(({ type, name, state, start }) => {
    if (type !== 'LOC' || state !== undefined || name === 'Brasil') return []
    const before = text.slice(Math.max(0, start - TOWN_CHARACTERS), start)
    const match = TOWN_IN.exec(before)
    const town = match?.[1]
    if (match === null || town === undefined) return []
    const from = start - before.length + match.index + 'em '.length
    return [{ start: from, end: from + town.length, type: 'LOC', name: town, entityId: null }]
  })
}
