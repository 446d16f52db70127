// Replaces the reads of articles and answers the features of every article from memory.
import type { Features } from '@pauta/core/articles/article'
// The module that this one replaces.
import type { listFeatures as listRealFeatures } from '../../../packages/core/src/articles/queries.ts'

export * from '../../../packages/core/src/articles/queries.ts'

const ENTITIES = 10
/** About the size of the features of a real article. */
const FEATURES: Features = {
  sentiment: { label: 'positive', score: 0.42 },
  entities: Array.from({ length: ENTITIES }, (_, position) => ({
    text: `Ministério número ${position}`,
    type: 'ORG',
    count: position + 1,
    canonical_id: `Q${1000 + position}`,
    salience: 1 / (position + 1),
  })),
  word_count: 412,
  readability_flesch: 38.5,
  view_count: 1250,
  trending_score: 1.7,
}

export const listFeatures: typeof listRealFeatures = async (_, uniqueIds) =>
  new Map(uniqueIds.map((id) => [id, FEATURES]))
