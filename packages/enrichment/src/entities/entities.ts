import type { FoundAnnotation, FoundEntity } from './feature-shapes.ts'
import type { EntityRegistry } from '../registry/entity-registry.ts'
import type { GivenName } from './given-names.ts'
import type { Mention } from './mention.ts'
import { listMentions } from './mentions.ts'
import { isTitleAlone, officeOfOne } from './office-form.ts'

/**
 * Maximum number of entities and of annotations in an article: the most salient entities, and the first annotations.
 */
export const ENTITIES_MAX = 200
export const ANNOTATIONS_MAX = 2000

/** A mention in the title weighs as much as three at the beginning of the text. */
const TITLE_WEIGHT = 3
/** How much less a mention at the end of the text weighs than one at its beginning. */
const LATENESS_LOSS = 0.5
/** Added to the sum of all weights, so that the only mention in an article does not look central. */
const DAMPING = 2

/** The entities of an article, as stored in `features`. */
export interface EntityFeatures {
  /** Most salient first. */
  entities: FoundEntity[]
  /** Sorted, without overlaps. */
  content_annotations: FoundAnnotation[]
  /** Codes of the states in which the places of the text are, sorted. */
  states: string[]
}

interface Tally {
  type: string
  entityId: string | null
  weight: number
  names: Map<string, number>
  /** The first office beside the name that says of what it is, else the first. */
  office: string | null
}

/** "Dr." says less than "ministra", and that less than "ministra da Saúde". */
const tellsOf = (office: string | null): number =>
  office === null ? 0 : isTitleAlone(office) ? 1 : office.includes(' ') ? 3 : 2

function addMention(tallies: Map<string, Tally>, mention: Mention, weight: number): void {
  const key = mention.entityId ?? `${mention.type}\n${mention.name}`
  const tally = tallies.get(key) ?? {
    type: mention.type,
    entityId: mention.entityId,
    weight: 0,
    names: new Map<string, number>(),
    office: null,
  }
  tally.weight += weight
  tally.names.set(mention.name, (tally.names.get(mention.name) ?? 0) + 1)
  const office = mention.office ? officeOfOne(mention.office, mention.name) : null
  if (tellsOf(office) > tellsOf(tally.office)) tally.office = office
  tallies.set(key, tally)
}

/** Returns the name that the article uses most; of equally frequent names the longer one, which is more specific. */
function preferredName(names: ReadonlyMap<string, number>): string {
  const ranked = [...names].toSorted(
    ([a, countA], [b, countB]) => countB - countA || b.length - a.length || (a < b ? -1 : 1),
  )
  return ranked[0]?.[0] ?? ''
}

function toEntities(tallies: Iterable<Tally>): FoundEntity[] {
  const all = [...tallies]
  const total = all.reduce((sum, tally) => sum + tally.weight, DAMPING)
  return all
    .map(({ type, entityId, weight, names, office }) => ({
      text: preferredName(names),
      type,
      count: [...names.values()].reduce((sum, count) => sum + count, 0),
      canonical_id: entityId,
      salience: Math.round((weight / total) * 10_000) / 10_000,
      ...(office !== null && { office }),
    }))
    .toSorted((a, b) => b.salience - a.salience || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .slice(0, ENTITIES_MAX)
}

/**
 * Finds the entities, the numbered laws and the states in an article. `text` is the readable text of `content`, with the
 * same length. A mention weighs 3 in the title, and from 1 down to 0.5 along the text. The salience of an entity is its
 * weight divided by the weight of all mentions plus 2, so it is above 0 and below 1.
 */
export function findEntities(
  article: {
    title: string
    content: string | null
    text: string | null
    agencyKey: string | null
    modelNames?: readonly GivenName[] | undefined
  },
  registry: EntityRegistry,
): EntityFeatures {
  const { title, content, text, agencyKey, modelNames: given = [] } = article
  const [inTitle = [], inText = []] = listMentions([title, text ?? ''], registry, { agencyKey, given })
  const tallies = new Map<string, Tally>()
  for (const mention of inTitle) addMention(tallies, mention, TITLE_WEIGHT)
  const length = Math.max(1, text?.length ?? 0)
  for (const mention of inText) addMention(tallies, mention, 1 - LATENESS_LOSS * (mention.start / length))
  return {
    entities: toEntities(tallies.values()),
    states: [...new Set([...inTitle, ...inText].flatMap(({ state }) => state ?? []))].toSorted(),
    content_annotations: inText.slice(0, ANNOTATIONS_MAX).map(({ start, end, type, entityId }) => ({
      start,
      end,
      type,
      text: (content ?? '').slice(start, end),
      canonical_id: entityId,
    })),
  }
}
