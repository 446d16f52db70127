import { BARRIER, foldText } from '@pauta/platform/text/fold-text'
import type { EntityRegistry } from './entity-registry.ts'
import { formatLaw, listLawReferences } from './law-references.ts'
import {
  isDoubtful,
  isMeant,
  recordDefinition,
  type ArticleContext,
  type Candidate,
} from './mention-rules.ts'
import type { Mention } from './mention.ts'
import { isWrittenLike } from './name-forms.ts'
import { findNames } from './names/found-names.ts'

const isGap = (unit: string | undefined): boolean => unit === undefined || unit === ' ' || unit === BARRIER
const isLower = (unit: string | undefined): boolean => unit !== undefined && /\p{Ll}/u.test(unit)
const isUpper = (unit: string | undefined): boolean => unit !== undefined && /\p{Lu}/u.test(unit)

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

/** A place has one name, since `Manaus (AM)` is the same city. Organisations and policies keep the text's name. */
const toMention = ({ entity, name, start, end }: Candidate): Mention => ({
  start,
  end,
  type: entity.type,
  name: entity.type === 'LOC' ? entity.canonicalName : name,
  entityId: entity.id,
})

/**
 * Returns the mentions in each of an article's texts, sorted and without overlaps. Texts are read together, because the
 * title may contain an acronym that the body defines. Takes time linear in their length.
 */
export function listMentions(
  texts: readonly string[],
  registry: EntityRegistry,
  agencyKey: string | null,
): Mention[][] {
  const context: ArticleContext = {
    agencyKey,
    certain: new Set(),
    redefined: new Set(),
    definitionsRead: new Map(),
  }
  const candidates = texts.map((text) => listCandidates(text, registry))
  texts.forEach((text, place) => {
    for (const candidate of candidates[place] ?? []) recordDefinition(text, candidate, context)
  })
  texts.forEach((text, place) => {
    for (const candidate of candidates[place] ?? [])
      if (!isDoubtful(candidate) && isMeant(text, candidate, context))
        context.certain.add(candidate.entity.id)
  })
  return texts.map((text, place) => {
    const named = (candidates[place] ?? []).filter((candidate) => isMeant(text, candidate, context))
    const known = [...named.map(toMention), ...listLawMentions(text, registry)]
    const idOf = new Map(known.map(({ type, name, entityId }) => [`${type} ${name}`, entityId]))
    // The acronym that a text defines for a name of the registry means the same.
    const found = findNames(text).map((mention) => ({
      ...mention,
      entityId: mention.entityId ?? idOf.get(`${mention.type} ${mention.name}`) ?? null,
    }))
    return withoutOverlaps([...known, ...found])
  })
}
