/** A capitalised word of a text. */
interface NameWord {
  start: number
  text: string
}

/** Capitalised words that follow each other, joined by blanks and particles such as "da". Offsets are half-open UTF-16. */
export interface NameRun {
  start: number
  end: number
  /** Without particles. */
  words: NameWord[]
}

const WORD = String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*){0,3}`
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}@./_-])${WORD}(?:[ \u00A0](?:(?:d[aeo]s?|e|del|di|du|van|von|der|y)[ \u00A0])?(?:\p{Lu}\.|${WORD})){0,11}`,
  'gu',
)
const WORDS = new RegExp(WORD, 'gu')

/** Lists the runs of capitalised words of a text, at most twelve words each. */
export function listNameRuns(text: string): NameRun[] {
  return [...text.matchAll(RUN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    words: [...match[0].matchAll(WORDS)].map((word) => ({ start: match.index + word.index, text: word[0] })),
  }))
}

/** The words of a run between two of them, as a run. */
export function partOf(run: NameRun, from: number, to = run.words.length): NameRun {
  const words = run.words.slice(from, to)
  const last = words.at(-1)
  return {
    start: words[0]?.start ?? run.end,
    end: last === undefined ? run.end : last.start + last.text.length,
    words,
  }
}
