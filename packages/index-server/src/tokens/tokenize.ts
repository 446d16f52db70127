import { foldCharacter } from './fold-character.ts'
import { EMPTY_HASH, WordTable, addToHash } from './word-table.ts'

/** Maximum characters of a token. The rest is cut. */
const MAX_TOKEN_LENGTH = 100

const SPACE = 32
const NEWLINE = 10

/** A token and its position in the text: `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface PlacedToken {
  text: string
  start: number
  end: number
}

export interface Tokenizer {
  /** Returns the folded tokens of a text in order: lower case, without accents, only letters and digits. */
  tokenize(text: string): string[]
  /** Returns the same tokens with the positions of the raw words, for highlighting. */
  place(text: string): PlacedToken[]
  /**
   * Visits the tokens in order. `word` is the number of the raw word: equal numbers have equal tokens. It is -1 for
   * words that are not cached.
   */
  scan(text: string, visit: (token: string, word: number) => void): void
}

/**
 * Words end at a space, a newline or one of `separators`. Any other ASCII character that is not a letter, a digit or
 * in `symbols` is dropped, which joins its neighbours: `covid-19` becomes the token `covid19`.
 */
export function createTokenizer(symbols: readonly string[], separators: readonly string[]): Tokenizer {
  const separates = new Uint8Array(128)
  const keeps = new Uint8Array(128)
  separates[SPACE] = 1
  separates[NEWLINE] = 1
  for (const separator of separators) separates[separator.charCodeAt(0) & 127] = 1
  for (let code = 0; code < 128; code++) if (/[a-z0-9]/i.test(String.fromCharCode(code))) keeps[code] = 1
  for (const symbol of symbols) keeps[symbol.charCodeAt(0) & 127] = 1

  const fold = (word: string): string => {
    let folded = ''
    for (const character of word) {
      // The rest of a very long word would be folded and cut off again.
      if (folded.length >= MAX_TOKEN_LENGTH) break
      const code = character.charCodeAt(0)
      if (code > 127) folded += foldCharacter(character)
      else if (keeps[code] === 1) folded += character.toLowerCase()
    }
    return folded.length > MAX_TOKEN_LENGTH ? folded.slice(0, MAX_TOKEN_LENGTH) : folded
  }
  // News repeat their words, so the folded form of a raw word is cached.
  const table = new WordTable(fold)

  const eachWord = (
    text: string,
    visit: (token: string, word: number, start: number, end: number) => void,
  ): void => {
    const { length } = text
    let start = 0
    let hash = EMPTY_HASH
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : SPACE
      if (code > 127 || separates[code] === 0) {
        hash = addToHash(hash, code)
        continue
      }
      if (at > start) {
        const word = table.numberOf(text, start, at, hash)
        const token = word < 0 ? fold(text.slice(start, at)) : table.folded[word]!
        if (token !== '') visit(token, word, start, at)
      }
      start = at + 1
      hash = EMPTY_HASH
    }
  }

  return {
    tokenize(text) {
      const tokens: string[] = []
      eachWord(text, (token) => tokens.push(token))
      return tokens
    },
    place(text) {
      const tokens: PlacedToken[] = []
      eachWord(text, (token, _, start, end) => tokens.push({ text: token, start, end }))
      return tokens
    },
    scan: eachWord,
  }
}
