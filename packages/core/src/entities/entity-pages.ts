/** Mentions per page. An entity with more mentions gets its own page. */
const PAGE_MENTIONS = 50_000

/** Divides entities, in their order, into pages of about 50,000 mentions. Returns the ids of each page. */
export function pageEntities(entities: Iterable<{ entityId: string; mentions: number }>): string[][] {
  const pages: string[][] = []
  let room = 0
  for (const { entityId, mentions } of entities) {
    if (mentions > room || pages.length === 0) {
      pages.push([])
      room = PAGE_MENTIONS
    }
    pages.at(-1)?.push(entityId)
    room -= mentions
  }
  return pages
}
