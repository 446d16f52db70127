import { foldName } from '@pauta/platform/text/fold-text'

/** Returns the words of a name, folded, without particles. */
export const tokensOf = (name: string): string[] =>
  foldName(name)
    .split(' ')
    .filter((word) => word.length > 3 || !/^(?:d[aeo]s?|e|del|di)$/.test(word))

/** Whether all words of the shorter name stand in the longer one in the same order. */
export function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const word of whole) if (word === part[at]) at += 1
  return at === part.length
}
