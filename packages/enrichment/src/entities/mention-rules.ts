import { foldName } from '@pauta/platform/text/fold-text'
import {
  ARTICLES,
  CONTEXT_RULES,
  FEATURE_WORDS,
  JOINING_WORDS,
  STATE_CODES,
  type ContextRule,
} from '../registry/ambiguous-names.ts'
import type { RegistryName } from '../registry/entity-registry.ts'
import { STATE_OF_CAPITAL } from '../registry/states.ts'
import { startsSentence, wordAfter, wordBefore, type Neighbour } from '../words/surroundings.ts'

/** A possible mention of a registry name in a text. */
export interface Candidate extends RegistryName {
  start: number
  end: number
}

const CAPITAL = /^\p{Lu}/u
const CAPITALISED_WORD = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}]*/gu
const LETTER = /\p{L}/u
/** "Vale do Paraíba" is in another state. */
const FEATURE_PHRASE = /(?<!\p{L})(?:vale|bacia|foz|estuário)\s+d[aeo]s?\s+$/iu
/** "Acordo de Paris" and "Jogos de Tóquio" are events, not places. */
const NAMED_AFTER_PHRASE =
  /(?<!\p{L})(?:jogos|olimpíadas|paralimpíadas|acordo|protocolo|tratado|copa|olímpic[oa]s|paralímpic[oa]s)\s+d[aeo]s?\s+$/iu
const BEFORE_CHARACTERS = 30
const SHORT_ACRONYM_CHARACTERS = 3
const DEFINED_ACRONYM_CHARACTERS = 4
const DEFINITION_CHARACTERS = 120
const DEFINITION_SHARE = 0.5
const CONTENT_WORD_CHARACTERS = 4
/** Parentheses to read for the definition of an acronym; articles define an acronym at its first use. */
const DEFINITIONS_READ_MAX = 20

/** Whether a name is part of an address or file name, and so no mention: `inss.gov.br`, `@funai`. */
function isInsideAddress(text: string, { start, end }: Candidate): boolean {
  const before = text[start - 1] ?? ''
  if (before !== '' && '@_\\'.includes(before)) return true
  if (before === '.' && LETTER.test(text[start - 2] ?? '')) return true
  const after = text[end] ?? ''
  return after === '@' || after === '_' || (after === '.' && LETTER.test(text[end + 1] ?? ''))
}

/** Whether a state follows a place, which makes it certain: `Natal (RN)`, `Natal/RN`, `Natal - RN`. */
function hasStateBehind(text: string, end: number): boolean {
  const next = wordAfter(text, end)
  return next !== undefined && STATE_CODES.has(next.word) && /^\s?[(/,–-]\s?$/u.test(next.gap)
}

const isAdjacent = (neighbour: Neighbour | undefined): neighbour is Neighbour =>
  neighbour !== undefined && (neighbour.gap === ' ' || neighbour.gap === '-')

const isUpperCase = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** Whether a capitalised word follows a name. Always false in a text that is all in capitals. */
function isFollowedByName(text: string, end: number, shouting = false): boolean {
  const after = wordAfter(text, end)
  if (after?.gap !== ' ') return false
  const named = CAPITAL.test(after.word) && !(shouting && isUpperCase(after.word))
  return named && !JOINING_WORDS.has(foldName(after.word))
}

/**
 * Whether a place's name is part of a longer name of something else: "Marcos Brasil", "rio Paraná", "Brasil Digital".
 */
function isInsideName(text: string, { start, end }: Candidate): boolean {
  const shouting = isUpperCase(text.slice(start, end))
  const before = wordBefore(text, start)
  if (isAdjacent(before)) {
    const folded = foldName(before.word)
    if (FEATURE_WORDS.has(folded)) return true
    const named = CAPITAL.test(before.word) && !(shouting && isUpperCase(before.word))
    if (named && !JOINING_WORDS.has(folded) && !/\d/.test(before.word)) return true
  }
  return isFollowedByName(text, end, shouting)
}

function fitsContext(text: string, { start, end }: Candidate, rule: ContextRule): boolean {
  const before = wordBefore(text, start)
  const after = wordAfter(text, end)
  if (after && after.gap.trim() === '' && rule.notBefore?.has(foldName(after.word))) return false
  return rule.after === undefined || (before?.gap === ' ' && rule.after.has(foldName(before.word)))
}

const isInParentheses = (text: string, { start, end }: Candidate): boolean =>
  text[start - 1] === '(' && text[end] === ')'

const contentWordsOfEntities = new WeakMap<object, readonly (readonly string[])[]>()

/**
 * The content words of each name of an entity. Cached, because an article may contain an acronym thousands of times.
 */
function listContentWords(entity: Candidate['entity']): readonly (readonly string[])[] {
  const known = contentWordsOfEntities.get(entity)
  if (known) return known
  const words = [entity.canonicalName, ...entity.aliases].map((name) =>
    foldName(name)
      .split(' ')
      .filter((word) => word.length >= CONTENT_WORD_CHARACTERS),
  )
  contentWordsOfEntities.set(entity, words)
  return words
}

/** Whether the words before an acronym in parentheses are a name of the entity. */
function isDefined(text: string, { entity, start }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - DEFINITION_CHARACTERS), start)
  const said = new Set(foldName(before).split(' '))
  return listContentWords(entity).some(
    (words) =>
      words.length > 1 && words.filter((word) => said.has(word)).length >= words.length * DEFINITION_SHARE,
  )
}

/** Data about the article that judging doubtful acronyms needs. */
export interface ArticleContext {
  /** The publishing agency, which its acronym alone may name. */
  agencyKey: string | null
  /** Codes of the states that the article names. */
  states: ReadonlySet<string>
  /** Ids of entities that the article names with certainty. */
  certain: Set<string>
  /** Folded acronyms that the article defines as something else. */
  redefined: Set<string>
  /** By entity and folded acronym: number of parentheses read for a definition. */
  definitionsRead: Map<string, number>
}

/** Whether judging the candidate needs the whole article: acronyms of up to three letters have many meanings. */
export function isDoubtful({ name, form }: Candidate): boolean {
  return form === 'acronym' && name.replace(/\P{L}/gu, '').length <= SHORT_ACRONYM_CHARACTERS
}

/** Whether the capitalised words before a parenthesis start with the letters of the acronym in it. */
function spellsOut(text: string, { name, start }: Candidate): boolean {
  const letters = foldName(name).replace(/[^a-z]/g, '')
  const said = text.slice(Math.max(0, start - DEFINITION_CHARACTERS), start).match(CAPITALISED_WORD) ?? []
  const initials = said.slice(-letters.length).map((word) => foldName(word).charAt(0))
  return initials.join('') === letters
}

/**
 * Records the article's definition of an acronym: the entity, or something else, as in "Confederação Nacional de
 * Serviços (CNS)". Reads at most 20 parentheses for each acronym and entity.
 */
export function recordDefinition(text: string, candidate: Candidate, context: ArticleContext): void {
  if (candidate.form !== 'acronym' || candidate.name.length > DEFINED_ACRONYM_CHARACTERS) return
  if (!isInParentheses(text, candidate)) return
  const key = `${candidate.entity.id} ${candidate.folded}`
  const read = context.definitionsRead.get(key) ?? 0
  if (read === DEFINITIONS_READ_MAX) return
  context.definitionsRead.set(key, read + 1)
  if (isDefined(text, candidate)) context.certain.add(candidate.entity.id)
  else if (spellsOut(text, candidate)) context.redefined.add(candidate.folded)
}

/** Whether the entity is the agency that published the article. */
const isOwn = ({ entity }: Candidate, { agencyKey }: ArticleContext): boolean =>
  entity.agencyKey === agencyKey

function isAcceptedAcronym(text: string, candidate: Candidate, context: ArticleContext): boolean {
  const { entity, start, end } = candidate
  if (context.certain.has(entity.id) || isOwn(candidate, context)) return true
  const before = wordBefore(text, start)
  const after = wordAfter(text, end)
  const shouted = [before, after].some((word) => word && /^\p{Lu}{4,}$/u.test(word.word) && word.gap === ' ')
  if (shouted) return false
  return before?.gap === ' ' && ARTICLES.has(foldName(before.word))
}

const OF_PLACE =
  /(?<!\p{L})(?:e|em|para|entre|(?:km|quilômetros|cidades?|municípios?|moradores|prefeituras?|região) de)\s$|,\s$/u

/** Whether a capital with an ambiguous name stands like a place in an article that names its state: "km de Palmas". */
function isNearItsState(text: string, { entity, start }: Candidate, { states }: ArticleContext): boolean {
  const state = entity.type === 'LOC' ? STATE_OF_CAPITAL.get(entity.canonicalName) : undefined
  return states.has(state ?? '') && OF_PLACE.test(text.slice(Math.max(0, start - BEFORE_CHARACTERS), start))
}

/** Whether a candidate, spelled like a registry name, means the entity, judged by its context. */
export function isMeant(text: string, candidate: Candidate, context: ArticleContext): boolean {
  if (isInsideAddress(text, candidate)) return false
  if (context.redefined.has(candidate.folded)) return false
  const { entity, form, start, end } = candidate
  if (entity.type === 'LOC') {
    if (hasStateBehind(text, end)) return true
    const before = text.slice(Math.max(0, start - BEFORE_CHARACTERS), start)
    if (isInsideName(text, candidate) || FEATURE_PHRASE.test(before) || NAMED_AFTER_PHRASE.test(before))
      return false
  }
  // "Conferência Nacional de Saúde Mental" is another conference.
  if (entity.type === 'EVENT' && form === 'name' && isFollowedByName(text, end)) return false
  const rule = isInParentheses(text, candidate) ? undefined : CONTEXT_RULES.get(candidate.folded)
  const own = isOwn(candidate, context)
  if (rule && !own && !fitsContext(text, candidate, rule)) return isNearItsState(text, candidate, context)
  // "Suas ações…": at the start of a sentence a capital is no evidence.
  if (rule && !own && form === 'word' && startsSentence(text, start) && !isUpperCase(text.slice(start, end)))
    return false
  return !isDoubtful(candidate) || isAcceptedAcronym(text, candidate, context)
}
