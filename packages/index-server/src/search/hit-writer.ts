import type { ChosenTerm } from '../keyword/across-fields.ts'
import type { Collection } from '../storage/collection.ts'
import type { Group } from './grouping.ts'
import { createMarkLength, highlightDocument } from '../highlight/highlight.ts'
import type { Ranking } from '../ordering/hit-order.ts'
import { rawNumber } from '../requests/json-value.ts'
import type { Document } from '../requests/json-value.ts'
import { createProjection } from '../requests/projection.ts'
import type { QueryWords } from '../keyword/query-words.ts'
import type { Field } from '../schema/field.ts'
import type { SearchRequest } from './search-request.ts'
import type { TextMatches } from '../keyword/text-matches.ts'

export interface HitWriter {
  write(slot: number): Record<string, unknown>
  writeGroup(group: Group, fields: readonly Field[]): Record<string, unknown>
}

/** Converts slots to hits in the form of the API. */
export function createHitWriter(
  collection: Collection,
  request: SearchRequest,
  found: { ranking: Ranking; terms: ChosenTerm[]; query: QueryWords },
): HitWriter {
  const { index } = collection
  const { ranking } = found
  const projection = createProjection(request.include, request.exclude)
  const withVectors = [...index.vectors.keys()].some((field) => projection.keeps(field))
  const markLength = createMarkLength(found.terms, found.query.phrases)
  const highlighted = (
    request.highlight.fields.length > 0
      ? request.highlight.fields
      : request.keyword.fields.map((field) => field.name)
  ).filter((field) => projection.keeps(field))

  const writeDocument = (slot: number, document: Document): Record<string, unknown> => {
    const marks = request.isWildcard
      ? { highlight: {}, highlights: [] }
      : highlightDocument(index, document, highlighted, markLength, request.highlight)
    const hit: Record<string, unknown> = { document: projection.apply(document), highlight: marks.highlight }
    if (request.highlight.hasList) hit.highlights = marks.highlights
    if (ranking.fusion !== undefined) hit.hybrid_search_info = { rank_fusion_score: ranking.fusion.get(slot) }
    if (ranking.text !== undefined)
      Object.assign(hit, describeScore(ranking.text, slot, found.query.words.length))
    const distance = ranking.distances?.get(slot)
    if (distance !== undefined && !Number.isNaN(distance)) hit.vector_distance = distance
    return hit
  }
  const write = (slot: number): Record<string, unknown> =>
    writeDocument(slot, collection.read(slot, withVectors))

  return {
    write,
    writeGroup(group, fields) {
      const first = collection.read(group.slots[0]!, false)
      return {
        found: group.found,
        group_key: fields.flatMap(({ name }) => (first[name] === undefined ? [] : [first[name]])),
        hits: group.slots.map(write),
      }
    },
  }
}

function describeScore(text: TextMatches, slot: number, words: number): Record<string, unknown> {
  const score = text.scoreOf(slot)
  const matched = Number((score >> 59n) & 15n)
  const best = (score >> 11n) & ((1n << 48n) - 1n)
  return {
    // The score has 63 bits. A JavaScript number would round it, so it is written digit by digit.
    text_match: rawNumber(score.toString()),
    text_match_info: {
      best_field_score: best.toString(),
      best_field_weight: Number((score >> 3n) & 255n),
      fields_matched: Number(score & 7n),
      num_tokens_dropped: Math.max(0, words - matched),
      score: score.toString(),
      tokens_matched: matched,
      typo_prefix_score: Math.max(0, 255 - Number((best >> 24n) & 255n)),
    },
  }
}
