import { foldName } from '@pauta/platform/text/fold-text'
import { continuesExclusion, findExclusionMarks } from './exclusion-marks.ts'
import { findPlaces, statesAlone, type PlaceMatch } from '../names/places.ts'
import { spreadStates } from './spread-states.ts'
import type { Subject, Term } from './subject.ts'
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

const NUMBER_OR_HOUR = /^\d{1,3}(?:h|hs|min)?$/
const MEANINGLESS = [REQUEST_WORDS, TOPIC_MARKERS, CONJUNCTIONS]

/** Returns true if the word may be part of a subject. */
export function isKept(word: Word): boolean {
  const { folded } = word
  if (isStopWord(word) || MEANINGLESS.some((words) => words.has(folded))) return false
  return !NUMBER_OR_HOUR.test(folded) && folded.length > 1
}

/** A name of the catalogue, or a place. */
type NamedPart = { match: NameMatch } | { place: PlaceMatch }
type Part = NamedPart | { word: Word }

/** The words between two separators. */
interface Stretch {
  parts: Part[]
  /** The first word. */
  opener: Word
  /** Names and places before the subject in the sentence. */
  before: NamedPart[]
}

/** What the words of a request name. */
interface Found {
  matches: readonly NameMatch[]
  marks: ReadonlySet<Word>
  places: readonly PlaceMatch[]
}

/** Splits the words at punctuation, conjunctions and marks of exclusions, but never inside a name or a list of places. */
function cut(words: readonly Word[], { matches, marks, places }: Found): Stretch[] {
  const isOutside = (word: Word) => marks.has(word) || INTRODUCTIONS.has(word.folded)
  const stretches: Stretch[] = []
  let current: Stretch | undefined
  let at = 0
  for (let word = words[at]; word; word = words[at]) {
    const separates = word.afterBreak || CONJUNCTIONS.has(word.folded) || isOutside(word)
    if (!current || separates) {
      current = { parts: [], opener: word, before: [] }
      stretches.push(current)
    }
    const place = places.find(({ start }) => start === at)
    const match = matches.find(({ start }) => start === at)
    current.parts.push(place ? { place } : match ? { match } : { word })
    at = (place ?? match)?.end ?? at + 1
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
  const before = said.filter((part): part is NamedPart => !('word' in part))
  return [{ ...stretch, parts: stretch.parts.slice(marker), before }, ...sentence.slice(position + 1)]
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
  if ('place' in part) return words.slice(part.place.start, part.place.end)
  const { start, end, thing } = part.match
  if (thing.kind === 'entity') return [{ text: thing.alias, afterBreak: false }]
  const typed = words.slice(start, end)
  const isAlias = foldName(thing.alias) === typed.map(({ folded }) => folded).join(' ')
  return isAlias ? [{ text: thing.alias, afterBreak: false }] : typed
}

const joinWords = (parts: readonly { text: string; afterBreak: boolean }[]) =>
  parts
    .map(({ text, afterBreak }, position) => (afterBreak && position > 0 ? `, ${text}` : ` ${text}`))
    .join('')
    .trim()

/** Returns a name or a place without its preposition. */
const nameOf = (part: NamedPart, words: readonly Word[]): string =>
  'match' in part ? part.match.thing.alias : joinWords(words.slice(part.place.nameStart, part.place.end))

function describe({ parts, before }: Stretch, words: readonly Word[]): string {
  const isWanted = (part: Part) => !('word' in part) || isKept(part.word)
  const first = parts.findIndex(isWanted)
  const last = parts.findLastIndex(isWanted)
  const shown = parts.slice(Math.max(0, first), last + 1)
  const [opener, ...others] = shown
  const own =
    opener && others.length === 0 && 'place' in opener
      ? nameOf(opener, words)
      : joinWords(shown.flatMap((part) => wordsOf(part, words)))
  const names = before.map((part) => nameOf(part, words)).join(', ')
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
      const last = run.at(-1)
      // "Polícia Federal" is one name, although "federal" alone says nothing.
      const goesOn =
        last && last.position + 1 === part.word.position && [last, part.word].every(startsWithCapital)
      if ((goesOn && !isStopWord(part.word)) || (isKept(part.word) && !WEAK_WORDS.has(part.word.folded)))
        run.push(part.word)
    } else if ('match' in part && asTerm(part.match.thing)) {
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

const statesOf = (parts: readonly Part[]) => [
  ...new Set(parts.flatMap((part) => ('place' in part ? part.place.states : []))),
]

function toSubject(stretch: Stretch, words: readonly Word[]): Subject | undefined {
  const parts = [...stretch.before, ...stretch.parts]
  const things = parts.flatMap((part) => ('match' in part ? [part.match.thing] : []))
  // "Saúde da mulher" is one theme with a qualifier. Two themes would capture every article of either.
  const theme = things.find(({ kind }) => kind === 'theme')
  const isName = (thing: NamedThing) => thing.kind === 'agency' || thing === theme
  const names = things.filter(isName)
  const terms = listTerms(parts, words, (thing) => !isName(thing))
  const states = statesOf(parts)
  // A weak word alone is no subject.
  if (names.length + terms.length + states.length === 0) return undefined
  const allTerms = listTerms(parts, words, ({ kind }) => kind !== 'agency')
  return { phrase: describe(stretch, words), names, terms, allTerms, states }
}

/** Separates what the reader wants from what the reader excludes: "dengue, exceto vacinas e mosquitos". */
function sortStretches(words: readonly Word[], found: Found): { wanted: Stretch[]; excluded: Part[][] } {
  const wanted: Stretch[] = []
  const excluded: Part[][] = []
  let isExcluding = false
  for (const stretch of cut(words, found)) {
    const { opener, parts } = stretch
    isExcluding = found.marks.has(opener) || (isExcluding && continuesExclusion(opener))
    if (isExcluding) excluded.push(parts.filter((part) => !('word' in part && found.marks.has(part.word))))
    else if (!INTRODUCTIONS.has(opener.folded)) wanted.push(stretch)
  }
  return { wanted, excluded }
}

/** Returns the places of the first and after the last word of parts that have a meaning. */
function rangeOf(parts: readonly Part[]): { start: number; end: number } {
  const ranges = parts.flatMap((part) => {
    if ('match' in part) return [part.match]
    return 'word' in part && isKept(part.word)
      ? [{ start: part.word.position, end: part.word.position + 1 }]
      : []
  })
  return { start: ranges[0]?.start ?? 0, end: ranges.at(-1)?.end ?? 0 }
}

/** Returns the agencies that the parts name; nothing if a word or another name beside them has a meaning. */
function listAgenciesAlone(parts: readonly Part[], words: readonly Word[]): NamedThing[] {
  const isAgency = (part: Part) => 'match' in part && part.match.thing.kind === 'agency'
  const others = parts.filter((part) => !isAgency(part))
  if (listTerms(others, words, () => true).length > 0) return []
  return parts.flatMap((part) => ('match' in part && isAgency(part) ? [part.match.thing] : []))
}

/** A phrase that a request excludes. */
interface Exclusion {
  /** As the person wrote it. */
  phrase: string
  /** The plural or singular of a single word. Not every form is a word: only forms in the news are excluded, too. */
  forms: string[]
}

function describeExclusions(excluded: readonly Part[][], words: readonly Word[]): Exclusion[] {
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

/**
 * Takes excluded states from the states of subjects: "no Nordeste, menos o Ceará". A recorte cannot exclude states, so a
 * state that no subject has stays an excluded word. Returns the parts that stay.
 */
function takeStates(
  excluded: readonly Part[][],
  subjects: Subject[],
  namedBy: (parts: readonly Part[]) => readonly string[],
): Part[][] {
  return excluded.filter((parts) => {
    const states = namedBy(parts)
    let isTaken = false
    for (const subject of subjects) {
      const rest = subject.states.filter((state) => !states.includes(state))
      if (rest.length === 0 || rest.length === subject.states.length) continue
      subject.states = rest
      isTaken = true
    }
    return !isTaken
  })
}

/** What a request wants and what it excludes, each in order. */
interface ReadSubjects {
  subjects: Subject[]
  /** Phrases that name no agency. */
  exclusions: Exclusion[]
  /** Each agency once. */
  excludedAgencies: NamedThing[]
}

/** Returns the subjects of a request and what it excludes. */
export function readSubjects(words: readonly Word[], index: NameIndex): ReadSubjects {
  const matches = index.find(words)
  const marks = findExclusionMarks(words, matches)
  const { excluded } = sortStretches(words, { matches, marks, places: [] })
  const ranges = excluded.map(rangeOf)
  const isOutside = (place: PlaceMatch) =>
    ranges.every(({ start, end }) => place.end <= start || place.start >= end)
  const places = findPlaces(words, matches).filter(isOutside)
  const others = matches.filter((match) =>
    places.every(({ start, end }) => match.end <= start || match.start >= end),
  )
  const { wanted } = sortStretches(words, { matches: others, marks, places })
  const subjects = splitSentences(wanted)
    .map(dropPreamble)
    .flatMap((sentence) => {
      const inSentence = sentence.flatMap((stretch) => toSubject(stretch, words) ?? [])
      return spreadStates(inSentence, statesOf(sentence[0]?.before ?? []))
    })
  const left = takeStates(excluded, subjects, (parts) => statesAlone(words, matches, rangeOf(parts)))
  const agencies = left.flatMap((parts) => listAgenciesAlone(parts, words))
  const phrases = left.filter((parts) => listAgenciesAlone(parts, words).length === 0)
  return {
    subjects,
    exclusions: describeExclusions(phrases, words),
    excludedAgencies: [...new Map(agencies.map((agency) => [agency.code, agency])).values()],
  }
}
