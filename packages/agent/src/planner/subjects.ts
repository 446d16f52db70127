import { foldName } from '@pauta/platform/text/fold-text'
import { continuesExclusion, findExclusionMarks } from './exclusion-marks.ts'
import type { NamedThing, NameIndex, NameMatch } from '../names/name-index.ts'
import { otherNumber } from '../words/number-forms.ts'
import type { Word } from '../words/read-words.ts'
import {
  CONJUNCTIONS,
  INTRODUCTIONS,
  isStopWord,
  REQUEST_WORDS,
  TOPIC_MARKERS,
  WEAK_WORDS,
} from '../words/request-words.ts'

/** One or more words that form a unit, such as "Belo Horizonte", and their alternatives. */
export interface Term {
  text: string
  /** Other names, or the plural or singular. */
  forms: readonly string[]
  /**
   * True if the registry of entities contains the term. Such a term is no misspelling, even if no article contains
   * it.
   */
  isKnown: boolean
}

/** One subject of a request. */
export interface Subject {
  /** The words in order, including names and the words between them. */
  phrase: string
  /** Themes and agencies that the subject names. */
  names: NamedThing[]
  /** The other words. */
  terms: Term[]
  /** The terms including the names of themes as words, for a theme without news. */
  allTerms: Term[]
}

const NUMBER_OR_HOUR = /^\d{1,3}(?:h|hs|min)?$/
const MEANINGLESS = [REQUEST_WORDS, TOPIC_MARKERS, CONJUNCTIONS]

/** Returns true if the word may be part of a subject. */
export function isKept(word: Word): boolean {
  const { text, folded } = word
  if (isStopWord(word) || MEANINGLESS.some((words) => words.has(folded))) return false
  return !NUMBER_OR_HOUR.test(folded) && (folded.length > 1 || /\d/.test(text))
}

type Part = { match: NameMatch } | { word: Word }

/** The words between two separators. */
interface Stretch {
  parts: Part[]
  /** The first word. */
  opener: Word
  /** Names before the subject in the sentence. */
  before: { match: NameMatch }[]
}

/** Splits the words at punctuation, conjunctions and marks of exclusions, but never inside a name. */
function cut(words: readonly Word[], matches: readonly NameMatch[], marks: ReadonlySet<Word>): Stretch[] {
  const isAside = (word: Word) => marks.has(word) || INTRODUCTIONS.has(word.folded)
  const stretches: Stretch[] = []
  let current: Stretch | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const separates = word.afterBreak || CONJUNCTIONS.has(word.folded) || isAside(word)
    if (!current || separates) {
      current = { parts: [], opener: word, before: [] }
      stretches.push(current)
    }
    const match = matches.find(({ start }) => start === at)
    current.parts.push(match ? { match } : { word })
    if (match) at = match.end - 1
  }
  return stretches
}

/** Removes the words before the subject of a sentence, except names. */
function dropPreamble(sentence: readonly Stretch[]): readonly Stretch[] {
  const isMarker = (part: Part) => 'word' in part && TOPIC_MARKERS.has(part.word.folded)
  const position = sentence.findIndex(({ parts }) => parts.some(isMarker))
  const stretch = sentence[position]
  if (!stretch) return sentence
  const marker = stretch.parts.findIndex(isMarker)
  const said = [
    ...sentence.slice(0, position).flatMap(({ parts }) => parts),
    ...stretch.parts.slice(0, marker),
  ]
  // "Campanhas sobre dengue" asks for campaigns; "quero notícias sobre dengue" has only words of requests before the
  // subject.
  if (!said.some((part) => 'word' in part && REQUEST_WORDS.has(part.word.folded))) return sentence
  const before = said.filter((part) => 'match' in part)
  return [{ ...stretch, parts: stretch.parts.slice(marker + 1), before }, ...sentence.slice(position + 1)]
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

/** Returns the words of a part. A name that was typed without accents gets its accents. */
function wordsOf(part: Part, words: readonly Word[]): { text: string; afterBreak: boolean }[] {
  if ('word' in part) return [part.word]
  const { start, end, thing } = part.match
  if (thing.kind === 'entity') return [{ text: thing.alias, afterBreak: false }]
  const typed = words.slice(start, end)
  const isAlias = foldName(thing.alias) === typed.map(({ folded }) => folded).join(' ')
  return isAlias ? [{ text: thing.alias, afterBreak: false }] : typed
}

function describe({ parts, before }: Stretch, words: readonly Word[]): string {
  const isWanted = (part: Part) => 'match' in part || isKept(part.word)
  const first = parts.findIndex(isWanted)
  const last = parts.findLastIndex(isWanted)
  const own = parts
    .slice(Math.max(0, first), last + 1)
    .flatMap((part) => wordsOf(part, words))
    .map(({ text, afterBreak }, position) => (afterBreak && position > 0 ? `, ${text}` : ` ${text}`))
    .join('')
    .trim()
  const names = before.map(({ match }) => match.thing.alias).join(', ')
  return names === '' || own === '' ? own || names : `${own} (${names})`
}

const startsWithCapital = ({ text }: Word) => /^\p{Lu}/u.test(text)
const termOf = (words: readonly Word[]): Term => {
  const text = words.map((word) => word.text).join(' ')
  return { text, forms: words.length === 1 ? otherNumber(text.toLowerCase()) : [], isKnown: false }
}

/** Groups words into terms. Adjacent words with capital letters form one name. */
function groupWords(words: readonly Word[]): Term[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const goesOn =
      last && startsWithCapital(last) && startsWithCapital(word) && last.position + 1 === word.position
    if (goesOn) group?.push(word)
    else groups.push([word])
  }
  return groups.map(termOf)
}

/** Returns the terms of the parts in order. `asTerm` selects which names become terms. */
function listTerms(
  parts: readonly Part[],
  words: readonly Word[],
  asTerm: (thing: NamedThing) => boolean,
): Term[] {
  const terms: Term[] = []
  let run: Word[] = []
  const settle = () => {
    terms.push(...groupWords(run))
    run = []
  }
  for (const part of parts) {
    if ('word' in part) {
      if (isKept(part.word) && !WEAK_WORDS.has(part.word.folded)) run.push(part.word)
    } else if (asTerm(part.match.thing)) {
      settle()
      const { thing, start, end } = part.match
      if (thing.kind === 'entity') terms.push({ text: thing.alias, forms: [thing.label], isKnown: true })
      else
        terms.push(
          ...words
            .slice(start, end)
            .filter(isKept)
            .map((word) => termOf([word])),
        )
    }
  }
  settle()
  return terms
}

function toSubject(stretch: Stretch, words: readonly Word[]): Subject | undefined {
  const parts = [...stretch.before, ...stretch.parts]
  const things = parts.flatMap((part) => ('match' in part ? [part.match.thing] : []))
  // "Saúde da mulher" is one theme with a qualifier. Two themes would capture every article of either.
  const theme = things.find(({ kind }) => kind === 'theme')
  const isName = (thing: NamedThing) => thing.kind === 'agency' || thing === theme
  const names = things.filter(isName)
  const terms = listTerms(parts, words, (thing) => !isName(thing))
  // A weak word alone is no subject.
  if (names.length + terms.length === 0) return undefined
  const allTerms = listTerms(parts, words, ({ kind }) => kind !== 'agency')
  return { phrase: describe(stretch, words), names, terms, allTerms }
}

/** Separates what the reader wants from what the reader excludes: "dengue, exceto vacinas e mosquitos". */
function sortStretches(words: readonly Word[], index: NameIndex): { wanted: Stretch[]; excluded: Part[][] } {
  const matches = index.find(words)
  const marks = findExclusionMarks(words, matches)
  const wanted: Stretch[] = []
  const excluded: Part[][] = []
  let isExcluding = false
  for (const stretch of cut(words, matches, marks)) {
    const { opener, parts } = stretch
    isExcluding = marks.has(opener) || (isExcluding && continuesExclusion(opener))
    if (isExcluding) excluded.push(parts.filter((part) => !('word' in part && marks.has(part.word))))
    else if (!INTRODUCTIONS.has(opener.folded)) wanted.push(stretch)
  }
  return { wanted, excluded }
}

/** Returns the subjects of a request, in order. */
export function findSubjects(words: readonly Word[], index: NameIndex): Subject[] {
  const { wanted } = sortStretches(words, index)
  const sentences = splitSentences(wanted).map(dropPreamble)
  return sentences.flat().flatMap((stretch) => toSubject(stretch, words) ?? [])
}

/** A phrase that a request excludes. */
export interface Exclusion {
  /** As the person wrote it. */
  phrase: string
  /** The plural or singular of a single word. Not every form is a word: only forms in the news are excluded, too. */
  forms: string[]
}

/** Returns what a request excludes, in order. */
export function findExclusions(words: readonly Word[], index: NameIndex): Exclusion[] {
  const { excluded } = sortStretches(words, index)
  const found = new Map<string, Exclusion>()
  for (const parts of excluded) {
    const phrase = listTerms(parts, words, () => true)
      .map(({ text }) => text)
      .join(' ')
    const forms = phrase.includes(' ') ? [] : otherNumber(phrase.toLowerCase())
    if (phrase !== '') found.set(phrase, { phrase, forms })
  }
  return [...found.values()]
}
