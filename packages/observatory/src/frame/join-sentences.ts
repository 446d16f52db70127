/** Joins the sentences that apply; undefined when none does. */
export function joinSentences(sentences: readonly (string | false | undefined)[]): string | undefined {
  return sentences.filter(Boolean).join(' ') || undefined
}
