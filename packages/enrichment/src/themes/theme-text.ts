/** The fields of an article from which its theme follows. */
export interface ThemedText {
  title: string
  subtitle?: string | null
  /** Prose without markup; null without text. */
  text: string | null
  agencyKey: string | null
}

/** Words of an article, folded, in the order of title, beginning and rest. */
export interface ThemeWords {
  words: string[]
  /** Number of words of the title. */
  titleEnd: number
  /** Number of words of title, subtitle and the beginning of the text. */
  leadEnd: number
  agencyKey: string | null
}

/** The subject of news is in its beginning. Bounds the time of one article. */
const TEXT_MAX_CHARACTERS = 4000
const TITLE_MAX_CHARACTERS = 500
/** About the first two sentences. */
const LEAD_CHARACTERS = 400

const MARKS = /\p{M}/gu
const WORD = /[a-z0-9]+/g

/** Returns the words of a text in lower case, without accents. */
export const foldWords = (text: string): string[] =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase().match(WORD) ?? []

/** Returns the words of an article. Takes time linear in the length, and at most that of 5,000 characters. */
export function listThemeWords({ title, subtitle, text, agencyKey }: ThemedText): ThemeWords {
  const body = (text ?? '').slice(0, TEXT_MAX_CHARACTERS)
  const words = foldWords(title.slice(0, TITLE_MAX_CHARACTERS))
  const titleEnd = words.length
  words.push(...foldWords((subtitle ?? '').slice(0, TITLE_MAX_CHARACTERS)))
  // The beginning ends between two words.
  const cut = body.length <= LEAD_CHARACTERS ? body.length : body.lastIndexOf(' ', LEAD_CHARACTERS)
  const leadCharacters = cut > 0 ? cut : Math.min(body.length, LEAD_CHARACTERS)
  words.push(...foldWords(body.slice(0, leadCharacters)))
  const leadEnd = words.length
  words.push(...foldWords(body.slice(leadCharacters)))
  return { words, titleEnd, leadEnd, agencyKey }
}
