/** Most words of one memory. Texts repeat their words: a thousand articles have about as many. */
const WORDS_MAX = 40_000
/** Longer words are rare, and a memory of them would have no bound in bytes. */
const WORD_MAX_CHARACTERS = 40

/** Returns a pure function of a word that keeps its answers. A full memory begins anew. */
export function rememberByWord<Answer>(
  make: (word: string) => Exclude<Answer, undefined>,
): (word: string) => Exclude<Answer, undefined> {
  const answers = new Map<string, Exclude<Answer, undefined>>()
  return (word) => {
    const known = answers.get(word)
    if (known !== undefined) return known
    const answer = make(word)
    if (word.length > WORD_MAX_CHARACTERS) return answer
    if (answers.size >= WORDS_MAX) answers.clear()
    answers.set(word, answer)
    return answer
  }
}
