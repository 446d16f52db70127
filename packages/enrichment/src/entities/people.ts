import { foldWord } from '../words/fold-word.ts'
import { rememberByWord } from '../words/remember-by-word.ts'
import { STATE_NAMES } from '../registry/states.ts'
import { wordBefore } from '../words/surroundings.ts'
import { isFirstName } from './first-names.ts'
import { isMunicipality } from './municipalities.ts'
import { listNameRuns, partOf, type NameRun } from './name-runs.ts'
import { isKind, isOffice, isPost, officeAfter, officeBefore } from './office-beside.ts'
import {
  ADDRESSES,
  NAMED_AFTER,
  NEVER_FIRST,
  NEVER_IN_NAMES,
  OPENERS,
  SPEECH,
  SURNAMES,
} from './person-words.ts'
import { isCredit, isNamedAfter } from './person-context.ts'
import { isPartOf, tokensOf } from './person-names.ts'

/** A person as a text names them. Offsets are half-open UTF-16. */
export interface FoundPerson {
  start: number
  end: number
  /** The longest form of the name in the text. */
  name: string
  /** The office beside the name, such as "presidente do FNDE"; null when the text states none. */
  office: string | null
}

/** Names of one word that need no further evidence. */
const FULL_NAMES: ReadonlyMap<string, string> = new Map([['lula', 'Luiz Inácio Lula da Silva']])

const OFFICE_DIRECT = /(?<![\p{L}-])(\p{L}[\p{L}-]*|(?:Dr|Dra|Prof|Profa|Sr|Sra)\.)\s$/iu
const SPEECH_BEFORE = /(?<!\p{L})(\p{L}+)(\s[oa])?\s$/u
const SPEECH_AFTER = /^,?\s(?:também\s|ainda\s)?(\p{L}+)/u
/** Shorter words are rarely the part of a name that stands alone. */
const PART_MIN_CHARACTERS = 4
const BEFORE_CHARACTERS = 200
/** No word of an office or of speech is longer. */
const NEAREST_CHARACTERS = 40
const AFTER_CHARACTERS = 140
/** "Satélite Catarina A" is no person. */
const isLetter = (word: string) => word.length === 1

/** Endings of words that are no surnames: "Internacionais", "Programas Estratégicos". */
const COMMON_ENDING =
  /(?:ção|ções|são|sões|mentos?|dades?|ais|icos|icas|ismo|istas?|ncias?|ivas?|ivos?|ores|[ai]das?|[ai]dos?)$/iu
/** "SpaceBR", "MundoGeo": capitals inside a word, but for "McLaren" and "DiCaprio". */
const INNER_CAPITAL = /\p{Ll}(?<!^(?:Mc|Mac|De|Di|Da|La|Le|Van))\p{Lu}/u

/** A part of a run that may be a name, and the office in front of it in the same run. */
interface Part extends NameRun {
  office?: string
}

/** Takes the words that only begin a sentence off a run: "Para Fernando Haddad". */
function withoutOpeners(run: NameRun): NameRun {
  const from = run.words.findIndex(({ text }) => !OPENERS.has(foldWord(text)))
  return partOf(run, Math.max(0, from))
}

/** Splits "Elza Soares e Dona Ivone Lara": behind "e" stands another first name or office. */
function splitPeople(text: string, run: NameRun): NameRun[] {
  const parts: NameRun[] = []
  let from = 0
  for (const [at, word] of run.words.entries()) {
    const before = run.words[at - 1]
    if (before === undefined) continue
    const gap = text.slice(before.start + before.text.length, word.start)
    if (!/^[\s]e[\s]$/u.test(gap)) continue
    const left = text.slice(run.words[from]?.start, before.start + before.text.length)
    const isAnother =
      isFirstName(word.text) || isOffice(word.text) || run.words.length - at >= 2 || isMunicipality(left)
    // "Wellington César Lima e Silva" is one person.
    if (
      !isAnother ||
      (run.words.length - at === 1 && SURNAMES.has(foldWord(word.text)) && !isMunicipality(left))
    )
      continue
    parts.push(partOf(run, from, at))
    from = at
  }
  return [...parts, from === 0 ? run : partOf(run, from)]
}

const isImpossibleWord = rememberByWord<boolean>(
  (word) => NEVER_IN_NAMES.has(foldWord(word)) || /^\p{Lu}{2,}$/u.test(word) || INNER_CAPITAL.test(word),
)
/** Whether a word has an ending that surnames do not have. */
const isCommonWord = rememberByWord<boolean>(
  (word) => COMMON_ENDING.test(word) && !SURNAMES.has(foldWord(word)),
)

/**
 * Takes the words that only open the sentence, and an office with what it is of, off a run: "O Ministro da Saúde Alexandre
 * Padilha", and "Fazenda Fernando Haddad" behind "ministro da".
 */
function trim(text: string, run: NameRun): Part | null {
  const from = run.words.findIndex(({ text: word }) => !OPENERS.has(foldWord(word)))
  const first = run.words[from]
  if (first === undefined) return null
  const lastImpossible = run.words.findLastIndex(({ text: word }) => isImpossibleWord(word))
  const isTitle = isOffice(first.text)
  if (!isTitle && lastImpossible < from) return partOf(run, from)
  const named = run.words.findIndex(
    ({ text: word }, at) => at > Math.max(from, lastImpossible) && isFirstName(word),
  )
  const next = Math.max(named, from + 1)
  const part = partOf(run, next)
  if (part.words.length === 0) return null
  if (!isTitle) {
    const taken = run.words.slice(from, next)
    if (
      named === -1 ||
      part.words.length < 2 ||
      taken.some(({ text: word }) => NAMED_AFTER.has(foldWord(word)))
    )
      return null
    const office = officeBefore(text.slice(Math.max(0, part.start - BEFORE_CHARACTERS), part.start))
    return office === null ? null : part
  }
  const gap = text.slice(first.start + first.text.length, part.start)
  // "Morador do Gama" names no person; "Ministro da Saúde Alexandre Padilha" does.
  if (named === -1 && !(isDirectTitle(gap) && fitsTitle(first.text, part))) return null
  return { ...part, office: text.slice(first.start, part.start).trim() }
}

/** Whether words without a first name may be the name of the bearer of a title. */
function fitsTitle(title: string, { words }: NameRun): boolean {
  if (words.length === 1)
    return ADDRESSES.has(foldWord(title)) && !words.some(({ text }) => isOffice(text) || isKind(text))
  return !isPost(title) || SURNAMES.has(foldWord(words.at(-1)?.text ?? ''))
}

/** "Dona Marineze", "Dr. Andreotti": only a blank or a dot stands between. */
const isDirectTitle = (gap: string) => /^\.?\s$/.test(gap)

/** The office beside a name, '' for a verb of speech, or null without evidence that the words name a person. */
function evidenceOf(text: string, run: NameRun, isNamed: boolean): string | null {
  const before = text.slice(Math.max(0, run.start - BEFORE_CHARACTERS), run.start)
  const after = text.slice(run.end, run.end + AFTER_CHARACTERS)
  const nearest = before.slice(-NEAREST_CHARACTERS)
  const direct = OFFICE_DIRECT.exec(nearest)?.[1]
  if (run.words.length < 2) {
    if (!isOffice(direct) || isKind(run.words[0]?.text ?? '')) return null
    return isNamed || ADDRESSES.has(foldWord(direct ?? '')) ? (direct ?? null) : null
  }
  const office = officeBefore(before) ?? officeAfter(after, isNamed)
  if (office !== null) return office
  const [, says, article] = SPEECH_BEFORE.exec(nearest) ?? []
  if (says !== undefined && SPEECH.has(foldWord(says)) && (article === undefined || isNamed)) return ''
  const said = SPEECH_AFTER.exec(after)?.[1]
  return said !== undefined && SPEECH.has(foldWord(said)) ? '' : null
}

const STATES: readonly string[] = [...STATE_NAMES.values()]
/** "Cidadão do Amazonas", "Edital Mato Grosso do Sul": a state ends no name of a person. */
const endsWithState = (name: string): boolean =>
  STATES.some((state) => name === state || name.endsWith(` ${state}`))

const WITH_ARTICLE = /^(?:[oa]s?|d[oa]s?|n[oa]s?|aos?|pel[oa]s?)$/

interface Reading {
  person: FoundPerson
  isCredit?: boolean
}

/** What a text has in lower case too is a word: "Engenharia Ambiental" beside "engenharia". */
const hasLower = (lower: ReadonlySet<string>, word: string) => lower.has(word.toLowerCase())

/** Judges a run alone: the person it names, or null. */
function readPerson(text: string, run: NameRun, lower: ReadonlySet<string>): Reading | null {
  // Most runs are one word at the beginning of a sentence, with no office in front.
  if (run.words.length < 2 && !/\p{L}\.?\s$/u.test(text.slice(Math.max(0, run.start - 3), run.start)))
    return null
  const name = trim(text, run)
  if (name === null) return null
  const first = name.words[0]?.text ?? ''
  const last = name.words.at(-1)?.text ?? ''
  if (name.words.some(({ text: word }) => isImpossibleWord(word))) return null
  const isNamed = isFirstName(first)
  const previous = wordBefore(text, name.start)
  // The text has blanks in place of the marks of bold words.
  const gap = previous !== undefined && /^ +$/.test(previous.gap) ? foldWord(previous.word) : ''
  const spelled = text.slice(name.start, name.end).replace(/\s+/g, ' ')
  const count = name.words.length
  const isCommon = name.words.some(({ text: word }) => isCommonWord(word))
  const hasSurname =
    SURNAMES.has(foldWord(last)) && !isCommon && !hasLower(lower, first) && !NEVER_FIRST.has(foldWord(first))
  const isWhole = count >= 2 && !isLetter(last) && !isMunicipality(spelled)
  const evidence = name.office ?? evidenceOf(text, name, isNamed)
  // News puts no article before a person's name: "para a Áurea da Luta" names a club.
  const isThing = evidence === null && WITH_ARTICLE.test(gap)
  const isFull = isWhole && (isNamed || hasSurname) && !isThing
  const isOdd =
    / e /.test(spelled) ||
    isCommon ||
    NEVER_FIRST.has(foldWord(first)) ||
    hasLower(lower, first) ||
    // "no Genoma Raros": a preposition in front, so no subject of a verb or bearer of an office.
    /^(?:d[ao]s?|n[ao]s?|em|pelos?|pelas?|aos?)$/.test(gap) ||
    isMunicipality(spelled)
  if (!isFull && (evidence === null || (isOdd && !isNamed) || isLetter(last))) return null
  if ((count >= 2 && NAMED_AFTER.has(gap)) || isNamedAfter(text, name.start)) return null
  // "Medalha Ruy Araújo", "Cidadão do Amazonas"
  if (evidence === null && !isNamed && (NAMED_AFTER.has(foldWord(first)) || endsWithState(spelled)))
    return null
  const office = evidence === '' ? null : evidence
  return {
    person: { start: name.start, end: name.end, name: spelled, office },
    isCredit: isCredit(text, name.start, name.end),
  }
}

const LIST_GAP = /^(?:,\s|\s?e\s|,\se\s|\s&\s)$/u
/** What may stand before the first name of a list. */
const LIST_START = /(?:[,:;.(–\n]\s*|(?<!\p{L})(?:e|com|de|por|são|foram|entre|como|para)\s|^)$/iu

const LISTED_WORDS_MAX = 5

/** Whether a run of words that no evidence speaks of may be a name in a list of people. */
function fitsList(run: NameRun, lower: ReadonlySet<string>): boolean {
  if (run.words.length > LISTED_WORDS_MAX) return false
  if (run.words.length === 1 && !isFirstName(run.words[0]?.text ?? '')) return false
  return run.words.every(
    ({ text: word }) =>
      !isImpossibleWord(word) &&
      !OPENERS.has(foldWord(word)) &&
      !NEVER_FIRST.has(foldWord(word)) &&
      !hasLower(lower, word) &&
      !isOffice(word) &&
      !isMunicipality(word) &&
      !isCommonWord(word) &&
      !isLetter(word),
  )
}

/** Reads lists: "Aisha Bowe, Rodrigo Leonardi e Jennifer Lopez" names three people when one of them certainly is one. */
function readLists(
  text: string,
  runs: readonly NameRun[],
  byRun: Map<NameRun, Reading>,
  lower: ReadonlySet<string>,
): void {
  const pass = (ordered: readonly NameRun[]) => {
    for (const [at, run] of ordered.entries()) {
      const known = ordered[at - 1]
      if (known === undefined) continue
      if (byRun.has(run)) continue
      const reading = byRun.get(known)
      if (reading === undefined || reading.isCredit || known.words.length < 2 || !fitsList(run, lower))
        continue
      const [left, right] = known.start < run.start ? [known, run] : [run, known]
      if (!LIST_GAP.test(text.slice(left.end, right.start))) continue
      const spelled = text.slice(run.start, run.end).replace(/\s+/g, ' ')
      // "coordenadora de Avaliação e Estudo da Autarquia, Ludmilla": the words belong to the office of the next name.
      if (isMunicipality(spelled) || / e /.test(spelled) || reading.person.office?.includes(spelled)) continue
      if (left === run && !LIST_START.test(text.slice(Math.max(0, run.start - 10), run.start))) continue
      byRun.set(run, { person: { start: run.start, end: run.end, name: spelled, office: null } })
    }
  }
  pass(runs)
  pass(runs.toReversed())
}

/** The people of a text by their longest names, the most words first. */
function listPeople(found: readonly FoundPerson[]): { name: string; tokens: string[] }[] {
  const names = new Set(found.map(({ name }) => FULL_NAMES.get(foldWord(name)) ?? name))
  const ordered = [...names]
    .map((name) => ({ name, tokens: tokensOf(name) }))
    .toSorted((a, b) => b.tokens.length - a.tokens.length || b.name.length - a.name.length)
  const people: { name: string; tokens: string[] }[] = []
  for (const { name, tokens } of ordered)
    if (!people.some((person) => isPartOf(tokens, person.tokens))) people.push({ name, tokens })
  return people
}

/** Lower-case words of a text that are no particles of names. */
const lowerWordsOf = (text: string): Set<string> =>
  new Set(text.match(/(?<![\p{L}\p{N}@./_-])\p{Ll}{3,}(?!\p{L})/gu))

/**
 * Finds the people that a text names: first names with a surname, capitalised words beside an office or a verb of speech,
 * and the others of a list of people. After a full name, parts of it name the same person. Leaves out photographers and
 * authors of the page. Takes time linear in the length of the text.
 */
export function findPeople(text: string): FoundPerson[] {
  const lower = lowerWordsOf(text)
  const runs = listNameRuns(text).flatMap((run) => splitPeople(text, withoutOpeners(run)))
  const byRun = new Map<NameRun, Reading>()
  for (const run of runs) {
    const reading = readPerson(text, run, lower) ?? readByItself(run) ?? readCapitals(text, run)
    if (reading !== null) byRun.set(run, reading)
  }
  readLists(text, runs, byRun, lower)
  const found = [...byRun.values()].flatMap(({ person, isCredit }) => (isCredit ? [] : [person]))
  const people = listPeople(found)
  const names = new Map<string, string | undefined>()
  const nameOf = (name: string) => {
    if (names.has(name)) return names.get(name)
    const tokens = tokensOf(FULL_NAMES.get(foldWord(name)) ?? name)
    const whole =
      tokens.length === 0 ? undefined : people.find((person) => isPartOf(tokens, person.tokens))?.name
    names.set(name, whole)
    return whole
  }
  const mentions = found.flatMap((person) => {
    const name = nameOf(person.name)
    return name === undefined ? [] : [{ ...person, name }]
  })
  return [...mentions, ...listParts(runs, byRun, nameOf)].toSorted((a, b) => a.start - b.start)
}

/** A name that needs no evidence at all: "Lula". */
function readByItself(run: NameRun): Reading | null {
  const only = run.words.filter(({ text: word }) => !OPENERS.has(foldWord(word)))
  const [word] = only
  if (word === undefined || only.length > 1 || !FULL_NAMES.has(foldWord(word.text))) return null
  const person = { start: word.start, end: word.start + word.text.length, name: word.text, office: null }
  return { person }
}

const PARTICLE = /^(?:D[AEO]S?|E)$/
const IN_CAPITALS = /^\p{Lu}{2,}$/u
const CAPITALS_MIN = 3
const CAPITALS_MAX = 7

/** A name in capitals behind an office: "o atleta BRUNO OUTEIRO DE LIMA". Other words in capitals are headings or acronyms. */
function readCapitals(text: string, { start, end, words }: NameRun): Reading | null {
  if (words.length < CAPITALS_MIN || words.length > CAPITALS_MAX) return null
  if (!words.every(({ text: word }) => IN_CAPITALS.test(word) || PARTICLE.test(word))) return null
  if (words.some(({ text: word }) => NEVER_IN_NAMES.has(foldWord(word)) || isOffice(word))) return null
  const [first, last] = [words[0]?.text ?? '', words.at(-1)?.text ?? '']
  if (!isFirstName(first) && !SURNAMES.has(foldWord(last))) return null
  const office = officeBefore(text.slice(Math.max(0, start - BEFORE_CHARACTERS), start))
  if (office === null) return null
  const name = words
    .map(({ text: word }) =>
      PARTICLE.test(word) ? word.toLowerCase() : word.charAt(0) + word.slice(1).toLowerCase(),
    )
    .join(' ')
  return { person: { start, end, name, office } }
}

/** The parts of known names that stand alone: "Haddad" behind "Fernando Haddad". */
function listParts(
  runs: readonly NameRun[],
  byRun: ReadonlyMap<NameRun, Reading>,
  nameOf: (name: string) => string | undefined,
): FoundPerson[] {
  return runs.flatMap((run) => {
    if (byRun.has(run)) return []
    const [only, ...others] = run.words.filter(({ text: word }) => !OPENERS.has(foldWord(word)))
    if (only === undefined || others.length > 0 || only.text.length < PART_MIN_CHARACTERS) return []
    if (NEVER_FIRST.has(foldWord(only.text))) return []
    const name = nameOf(only.text)
    return name === undefined
      ? []
      : [{ start: only.start, end: only.start + only.text.length, name, office: null }]
  })
}
