/** Words of most articles, which are the most expensive to search. */
const WORDS =
  'saude governo programa nacional ministerio brasil federal estado acoes anos projeto sistema educacao publica municipios'.split(
    ' ',
  )
const FUNCTION_WORDS = 'de da do em no na para com a e o'.split(' ')
/** Everything that ends a word in one place and not in another. */
const SEPARATORS = [' ', '|', '_', '+', '(', '—', "'", '&', '!', ',', '/', '-', ' | ']
const WORD_COUNTS = [1, 2, 5, 12, 30, 80]
const QUERY_MAX_CHARACTERS = 1000
const KEYWORD_MAX_CHARACTERS = 100
const VALUE_MAX_CHARACTERS = 300

export interface Texts {
  /** Words to search for. */
  query: () => string
  /** A keyword of a filter. */
  keyword: () => string
  /** Another value of a filter. */
  value: () => string
}

/** Draws texts whose comparison with articles is expensive, within the bounds of their length. */
export function drawTexts(random: () => number): Texts {
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T =>
    list[Math.floor(random() * list.length)] as T
  /** A word that no article has, which the search compares with all similar ones. */
  const misspelt = () => [...pick(WORDS)].reverse().join('') + Math.floor(random() * 90)
  const join = (count: number, kinds: readonly (() => string)[]) => {
    const word = pick(kinds)
    return Array.from({ length: count }, word).join(pick(SEPARATORS))
  }
  const common = () => pick(WORDS)
  const little = () => pick(FUNCTION_WORDS)
  const cut = (text: string, most: number) => text.slice(0, most).trim() || 'a'
  return {
    query() {
      const text = join(pick(WORD_COUNTS), [common, misspelt, little])
      return cut(random() < 0.1 ? `"${text}"` : text, QUERY_MAX_CHARACTERS)
    },
    keyword: () => cut(join(pick([1, 1, 2, 2, 3, 40]), [common, little]), KEYWORD_MAX_CHARACTERS),
    value: () => cut(join(pick([1, 2, 80]), [common, little]), VALUE_MAX_CHARACTERS),
  }
}
