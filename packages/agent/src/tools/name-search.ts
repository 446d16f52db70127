import { foldName } from '@pauta/platform/text/fold-text'
import * as z from 'zod'

const NAMES_MAX = 30

export const nameSearchSchema = z.object({
  query: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('Words of the name, in Portuguese; empty: the first ones.'),
})

/**
 * Returns the items with a name that contains every word of the query, or begins with the query; case and accents are
 * ignored. Shortest names first, because they are closest to the query.
 */
export function searchNames<Item>(
  items: readonly Item[],
  query: string,
  namesOf: (item: Item) => readonly string[],
): Item[] {
  const words = foldName(query).split(' ').filter(Boolean)
  const lengthOf = (item: Item) => Math.min(...namesOf(item).map((name) => name.length))
  return items
    .filter((item) =>
      namesOf(item).some((name) => {
        const nameWords = foldName(name).split(' ')
        return words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))
      }),
    )
    .toSorted((a, b) => (words.length === 0 ? 0 : lengthOf(a) - lengthOf(b)))
    .slice(0, NAMES_MAX)
}
