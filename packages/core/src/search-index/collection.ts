import type { CollectionCreateSchema } from 'typesense/lib/Typesense/Collections.js'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'

/**
 * Returns the schema of the `news` collection: the documented fields, then the fields that the service adds. Required
 * text is '' when a row lacks it. `metadata.model` is the model of the vectors: another model needs another collection.
 */
export function newsCollection(name: string, model: string): CollectionCreateSchema {
  const optional = { optional: true } as const
  const facet = { facet: true, optional: true } as const
  return {
    name,
    default_sorting_field: 'published_at',
    metadata: { model },
    fields: [
      { name: 'unique_id', type: 'string' },
      { name: 'agency', type: 'string', facet: true },
      { name: 'agency_name', type: 'string', facet: true },
      { name: 'title', type: 'string' },
      { name: 'url', type: 'string' },
      { name: 'image', type: 'string', ...optional },
      { name: 'content', type: 'string' },
      { name: 'summary', type: 'string', ...optional },
      { name: 'published_at', type: 'int64', sort: true },
      { name: 'category', type: 'string', ...facet },
      { name: 'tags', type: 'string[]', ...facet },
      { name: 'theme_l1_code', type: 'string', ...facet },
      { name: 'theme_l1_label', type: 'string', ...facet },
      { name: 'theme_l2_code', type: 'string', ...facet },
      { name: 'theme_l2_label', type: 'string', ...optional },
      { name: 'theme_l3_code', type: 'string', ...facet },
      { name: 'theme_l3_label', type: 'string', ...optional },
      { name: 'most_specific_theme_code', type: 'string', ...facet },
      { name: 'most_specific_theme_label', type: 'string', ...optional },
      { name: 'content_embedding', type: 'float[]', num_dim: EMBEDDING_DIMENSIONS, ...optional },
      { name: 'video_url', type: 'string', ...optional },
      { name: 'subtitle', type: 'string', ...optional },
      { name: 'editorial_lead', type: 'string', ...optional },
      { name: 'extracted_at', type: 'int64', ...optional },
      { name: 'available_at', type: 'int64', sort: true, ...optional },
      { name: 'changed_at', type: 'int64', index: false, ...optional },
      { name: 'content_hash', type: 'string', ...facet },
      { name: 'sentiment_label', type: 'string', ...facet },
      { name: 'sentiment_score', type: 'float', ...optional },
      { name: 'readability_flesch', type: 'float', ...optional },
      { name: 'trending_score', type: 'float', sort: true, ...optional },
      { name: 'view_count', type: 'int32', sort: true, ...optional },
      { name: 'word_count', type: 'int32', sort: true, ...optional },
      { name: 'has_image', type: 'bool', ...facet },
      { name: 'has_video', type: 'bool', ...facet },
      { name: 'image_broken', type: 'bool', ...facet },
      { name: 'entities', type: 'string[]', ...facet },
      { name: 'entity_org', type: 'string[]', ...facet },
      { name: 'entity_per', type: 'string[]', ...facet },
      { name: 'entity_loc', type: 'string[]', ...facet },
      { name: 'entity_event', type: 'string[]', ...facet },
      { name: 'entity_policy', type: 'string[]', ...facet },
      { name: 'entity_law', type: 'string[]', ...facet },
      { name: 'entity_canonical', type: 'string[]', ...facet },
      // The engine has no Portuguese stemmer, so documents contain stems.
      { name: 'title_stems', type: 'string', ...optional },
      { name: 'summary_stems', type: 'string', ...optional },
      { name: 'content_stems', type: 'string', ...optional },
    ],
  }
}
