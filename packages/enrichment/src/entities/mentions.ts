import { BARRIER, foldText } from '@pauta/platform/text/fold-text'
import type { EntityRegistry } from '../registry/entity-registry.ts'
import { findGivenNames, withoutOverlapping, type GivenName } from './given-names.ts'
import { formatLaw, listLawReferences } from '../registry/law-references.ts'
import {
  isDoubtful,
  isMeant,
  recordDefinition,
  type ArticleContext,
  type Candidate,
} from './mention-rules.ts'
import type { Mention } from './mention.ts'
import { isWrittenLike } from '../registry/name-forms.ts'
import { findForeignTowns } from './foreign-towns.ts'
import { findNames } from './found-names.ts'
import { findMinistryLists } from './ministry-lists.ts'
import { meanStates } from './cities-or-states.ts'
import { STATE_BY_NAME, STATE_OF_CAPITAL, statesIn } from '../registry/states.ts'

const isGap = (unit: string | undefined): boolean => unit === undefined || unit === ' ' || unit === BARRIER
const isLower = (unit: string | undefined): boolean => /\p{Ll}/u.test(unit ?? '')
const isUpper = (unit: string | undefined): boolean => /\p{Lu}/u.test(unit ?? '')

/** Returns everything in the text that is spelled like a registry name, as whole words. */
function listCandidates(text: string, registry: EntityRegistry): Candidate[] {
  const folded = foldText(text)
  const candidates: Candidate[] = []
  registry.automaton.scan(folded.text, (pattern, foldedEnd) => {
    if (!isGap(folded.text[foldedEnd])) return
    const names = registry.names[pattern] ?? []
    const foldedStart = foldedEnd - (names[0]?.folded.length ?? 0)
    const start = folded.starts[foldedStart] ?? 0
    const foldedNameEnd = folded.ends[foldedEnd - 1] ?? 0
    // Links that lost their blanks leave "daEmpresa Brasil de Comunicação": a capital inside a word starts another
    // word.
    const opens = isGap(folded.text[foldedStart - 1])
    if (!opens && !(isLower(text[start - 1]) && isUpper(text[start]))) return
    const surface = text.slice(start, foldedNameEnd)
    for (const name of names) {
      if (!opens && name.form !== 'name') continue
      if (!isWrittenLike(name.name, name.form, surface)) continue
      // Folding drops closing marks, so the end of "Manaus (AM)" must be extended.
      const closed = name.name.endsWith(')') && text[foldedNameEnd] === ')'
      candidates.push({ ...name, start, end: closed ? foldedNameEnd + 1 : foldedNameEnd })
    }
  })
  return candidates
}

function listLawMentions(text: string, registry: EntityRegistry): Mention[] {
  return listLawReferences(text).map((reference) => {
    const known = registry.findLaw(reference)
    return {
      start: reference.start,
      end: reference.end,
      type: 'LAW',
      name: known?.name ?? formatLaw(reference),
      entityId: known?.entity.id ?? null,
    }
  })
}

/** Of overlapping mentions, keeps the first; of those with the same start, the longest. */
function withoutOverlaps(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = []
  let end = 0
  for (const mention of mentions.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (mention.start < end) continue
    kept.push(mention)
    end = mention.end
  }
  return kept
}

/** The state that a place of the registry is, or of which it is the capital. */
const stateOf = (name: string) => STATE_BY_NAME.get(name) ?? STATE_OF_CAPITAL.get(name)

/** A place has one name, since `Manaus (AM)` is the same city. Organisations and policies keep the text's name. */
const toMention = ({ entity, name, start, end }: Candidate): Mention => ({
  start,
  end,
  type: entity.type,
  name: entity.type === 'LOC' ? entity.canonicalName : name,
  entityId: entity.id,
  ...(entity.type === 'LOC' && { state: stateOf(entity.canonicalName) }),
})

/** Between the title and the text. */
const SEPARATOR = '\n\n'
/** Blanks that do not break, or of another width, stand between the words of names as plain ones do. */
const OTHER_BLANK = /[\u00A0\u2000-\u200A\u202F]/g

/** Ends a found organisation before another one of the registry: "Polícia Federal e Ibama" are two. */
function cutBefore(text: string, mention: Mention, starts: ReadonlySet<number>): Mention {
  if (mention.type !== 'ORG') return mention
  for (const match of text.slice(mention.start, mention.end).matchAll(/,?\s(?:e|com)\s(?:[oa]s?\s)?/gu)) {
    if (!starts.has(mention.start + match.index + match[0].length)) continue
    const end = mention.start + match.index
    const name =
      mention.name === text.slice(mention.start, mention.end) ? text.slice(mention.start, end) : mention.name
    return { ...mention, end, name }
  }
  return mention
}

/**
 * Joins the given names and those that rules find. A given name goes before what rules find by its form, and behind what has
 * an id at the same place.
 */
function preferGiven(
  text: string,
  {
    known,
    given,
    found,
  }: { known: readonly Mention[]; given: readonly GivenName[]; found: readonly Mention[] },
): Mention[] {
  if (given.length === 0) return [...found]
  const identified = found.filter(({ entityId }) => entityId !== null)
  const placeOf = ({ start, end }: Mention) => `${start} ${end}`
  const taken = new Set([...known, ...identified].map(placeOf))
  const said = findGivenNames(text, given).filter((mention) => !taken.has(placeOf(mention)))
  const guessed = found.filter(({ entityId }) => entityId === null)
  return [...identified, ...said, ...withoutOverlapping(guessed, said)]
}

/** Returns the mentions of the whole article, sorted and without overlaps. */
function listAll(
  text: string,
  registry: EntityRegistry,
  { context, given }: { context: ArticleContext; given: readonly GivenName[] },
): Mention[] {
  const candidates = listCandidates(text, registry)
  for (const candidate of candidates) recordDefinition(text, candidate, context)
  for (const candidate of candidates)
    if (!isDoubtful(candidate) && isMeant(text, candidate, context)) context.certain.add(candidate.entity.id)
  const named = candidates.filter((candidate) => isMeant(text, candidate, context))
  const known = [
    ...named.map(toMention),
    ...findMinistryLists(text, registry),
    ...listLawMentions(text, registry),
  ]
  const idOf = new Map(known.map(({ type, name, entityId }) => [`${type} ${name}`, entityId]))
  const starts = new Set(known.flatMap(({ type, start }) => (type === 'ORG' ? [start] : [])))
  // The acronym that a text defines for a name of the registry means the same.
  const identify = (mention: Mention): Mention => ({
    ...cutBefore(text, mention, starts),
    entityId: mention.entityId ?? idOf.get(`${mention.type} ${mention.name}`) ?? null,
  })
  const names = [...findForeignTowns(text, known), ...findNames(text, context.states)]
  const found = preferGiven(text, { known, given, found: names }).map(identify)
  return meanStates(text, withoutOverlaps([...known, ...found]), registry)
}

/**
 * Returns the mentions in each of an article's texts, sorted and without overlaps. Texts are read together, because the
 * title may contain an acronym that the body defines, or a surname alone. Takes time linear in their length.
 */
export function listMentions(
  texts: readonly string[],
  registry: EntityRegistry,
  { agencyKey, given }: { agencyKey: string | null; given: readonly GivenName[] },
): Mention[][] {
  const text = texts.join(SEPARATOR).replaceAll(OTHER_BLANK, ' ')
  const context: ArticleContext = {
    agencyKey,
    states: statesIn(text),
    certain: new Set(),
    redefined: new Set(),
    definitionsRead: new Map(),
  }
  const all = listAll(text, registry, { context, given })
  let from = 0
  return texts.map((each) => {
    const [start, end] = [from, from + each.length]
    from = end + SEPARATOR.length
    return all
      .filter((mention) => mention.start >= start && mention.end <= end)
      .map((mention) => ({ ...mention, start: mention.start - start, end: mention.end - start }))
  })
}
