import type { NamedThing, NameIndex, NameMatch } from './name-index.ts'
import type { Word } from './read-words.ts'
import {
  ASIDES,
  CONJUNCTIONS,
  REQUEST_WORDS,
  STOP_WORDS,
  TOPIC_MARKERS,
  WEAK_WORDS,
} from './request-words.ts'

/** One thing that a request asks for. */
export interface Subject {
  /** Its words in their order, names and what stands between them included. */
  phrase: string
  names: NamedThing[]
  /** Words that mean something and belong to no name. */
  words: Word[]
}

const NUMBER_OR_HOUR = /^\d{1,3}(?:h|hs|min)?$/
const MEANINGLESS = [STOP_WORDS, REQUEST_WORDS, TOPIC_MARKERS, CONJUNCTIONS]
const meansNothing = ({ folded }: Word) => MEANINGLESS.some((words) => words.has(folded))
/** Whether a word may say what somebody wants to read about. */
export const isKept = (word: Word) =>
  !meansNothing(word) && !NUMBER_OR_HOUR.test(word.folded) && (word.folded.length > 1 || /\d/.test(word.text))

type Part = { match: NameMatch } | { word: Word }

/** A stretch between two separators. */
interface Stretch {
  parts: Part[]
  /** The word that it begins with. */
  opener: Word
}

/** Cuts the words at punctuation and conjunctions, but never inside a name. */
function cut(words: readonly Word[], matches: readonly NameMatch[]): Stretch[] {
  const stretches: Stretch[] = []
  let current: Stretch | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const separates = word.afterBreak || CONJUNCTIONS.has(word.folded) || ASIDES.has(word.folded)
    if (!current || separates) {
      current = { parts: [], opener: word }
      stretches.push(current)
    }
    const match = matches.find(({ start }) => start === at)
    current.parts.push(match ? { match } : { word })
    if (match) at = match.end - 1
  }
  return stretches
}

/** One sentence without what it says before it comes to its subject, but for the names in that. */
function dropPreamble(sentence: readonly Stretch[]): readonly Stretch[] {
  const isMarker = (part: Part) => 'word' in part && TOPIC_MARKERS.has(part.word.folded)
  const position = sentence.findIndex(({ parts }) => parts.some(isMarker))
  const stretch = sentence[position]
  if (!stretch) return sentence
  const marker = stretch.parts.findIndex(isMarker)
  const before = [
    ...sentence.slice(0, position).flatMap(({ parts }) => parts),
    ...stretch.parts.slice(0, marker),
  ]
  // "Campanhas sobre dengue" asks for campaigns, "quero notícias sobre dengue" for no wish.
  if (!before.some((part) => 'word' in part && REQUEST_WORDS.has(part.word.folded))) return sentence
  const names = before.filter((part) => 'match' in part)
  return [
    { ...stretch, parts: [...names, ...stretch.parts.slice(marker + 1)] },
    ...sentence.slice(position + 1),
  ]
}

function splitSentences(stretches: readonly Stretch[]): Stretch[][] {
  const sentences: Stretch[][] = []
  for (const stretch of stretches) {
    const last = sentences.at(-1)
    if (last && !stretch.opener.startsSentence) last.push(stretch)
    else sentences.push([stretch])
  }
  return sentences
}

function describe(parts: readonly Part[], words: readonly Word[]): string {
  const isWanted = (part: Part) => 'match' in part || isKept(part.word)
  const first = parts.findIndex(isWanted)
  const last = parts.findLastIndex(isWanted)
  return parts
    .slice(first, last + 1)
    .flatMap((part) => ('match' in part ? words.slice(part.match.start, part.match.end) : [part.word]))
    .map(({ text, afterBreak }, position) => (afterBreak && position > 0 ? `, ${text}` : ` ${text}`))
    .join('')
    .trim()
}

function toSubject({ parts }: Stretch, words: readonly Word[]): Subject | undefined {
  const names = parts.flatMap((part) => ('match' in part ? [part.match.thing] : []))
  const own = parts.flatMap((part) => ('word' in part && isKept(part.word) ? [part.word] : []))
  const strong = own.filter(({ folded }) => !WEAK_WORDS.has(folded))
  // A weak word alone names no subject.
  if (names.length + strong.length === 0) return undefined
  return { phrase: describe(parts, words), names, words: strong }
}

/** What a request asks for, in its order. */
export function findSubjects(words: readonly Word[], index: NameIndex): Subject[] {
  const stretches = cut(words, index.find(words)).filter(({ opener }) => !ASIDES.has(opener.folded))
  const sentences = splitSentences(stretches).map(dropPreamble)
  return sentences.flat().flatMap((stretch) => toSubject(stretch, words) ?? [])
}
