import type { IndexDocument } from './collection.ts'
import type { IndexSearch, SearchIndex } from './client.ts'
import type { IndexAnswer } from './index-answer.ts'
import type { Filter } from './filter.ts'
import { NO_EXTRAS, SORT, type ArticleOrder, type DocumentField } from './search.ts'

export interface GroupRequest {
  filter?: Filter
  /** A facet field. Documents without a value belong to no group. */
  groupBy: DocumentField
  /** Most groups, at most 250. */
  groups: number
  /** Most documents per group, at most 99. */
  perGroup: number
  order: ArticleOrder
  fields: readonly DocumentField[]
}

function grouping({ filter, groupBy, groups, perGroup, order, fields }: GroupRequest): IndexSearch {
  return {
    q: '*',
    ...(filter === undefined ? {} : { filter_by: filter }),
    group_by: groupBy,
    group_limit: perGroup,
    per_page: groups,
    sort_by: SORT[order] ?? 'published_at:desc',
    include_fields: ['unique_id', ...fields].join(','),
    ...NO_EXTRAS,
  }
}

function toGroups(answer: IndexAnswer): Map<string, IndexDocument[]> {
  return new Map(
    (answer.grouped_hits ?? []).flatMap(({ group_key: [key], hits }) =>
      key === undefined ? [] : [[key, hits.map((hit) => hit.document)] as const],
    ),
  )
}

/** Returns the best documents per value of a field, one map per request. Sends one request to the index. */
export async function listGroupsEach(
  index: SearchIndex,
  requests: readonly GroupRequest[],
): Promise<Map<string, IndexDocument[]>[]> {
  return (await index.searchAll(requests.map(grouping))).map(toGroups)
}
