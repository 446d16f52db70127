import type { Db } from '@pauta/platform/database/database'

/** Writes the analytics rows of articles. Removes the row of a taken-down article. */
export async function writeMetrics(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`
    with gone as (
      delete from article_metrics m using articles a
      where m.unique_id = any(${[...uniqueIds]}) and a.unique_id = m.unique_id and a.deleted_at is not null
    )
    insert into article_metrics as m (unique_id, agency_key, day, theme_l1_code, sentiment_score, sentiment_label,
      readability_flesch, word_count)
    select a.unique_id, a.agency_key, local_day(a.published_at), a.theme_l1_code,
      feature_number(f.features #> '{sentiment,score}'),
      case when jsonb_typeof(f.features #> '{sentiment,label}') = 'string'
        then nullif(f.features #>> '{sentiment,label}', '') end,
      feature_number(f.features -> 'readability_flesch'), feature_integer(f.features -> 'word_count')
    from articles a left join article_features f on f.unique_id = a.unique_id
    where a.unique_id = any(${[...uniqueIds]}) and a.deleted_at is null
    on conflict (unique_id) do update set
      agency_key = excluded.agency_key, day = excluded.day, theme_l1_code = excluded.theme_l1_code,
      sentiment_score = excluded.sentiment_score, sentiment_label = excluded.sentiment_label,
      readability_flesch = excluded.readability_flesch, word_count = excluded.word_count
    where (m.agency_key, m.day, m.theme_l1_code, m.sentiment_score, m.sentiment_label, m.readability_flesch, m.word_count)
      is distinct from (excluded.agency_key, excluded.day, excluded.theme_l1_code, excluded.sentiment_score,
        excluded.sentiment_label, excluded.readability_flesch, excluded.word_count)`
}
