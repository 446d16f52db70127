import type { Db } from '@pauta/platform/database/database'
import { foldName } from '@pauta/platform/text/fold-text'

/** A name that a language model gave and the text of the article has. */
export interface ModelName {
  type: 'PER' | 'LOC' | 'ORG'
  text: string
  /** The office of a person; null when none is stated. */
  office: string | null
}

/** Names of an article that a model gave for a text. */
export interface NamedArticle {
  uniqueId: string
  contentHash: string | null
  names: readonly ModelName[]
}

/** Stores the names of articles. Returns the articles with other names than before. Call it with the articles locked. */
export async function saveModelNames(
  db: Db,
  model: string,
  articles: readonly NamedArticle[],
): Promise<string[]> {
  if (articles.length === 0) return []
  const rows = await db<{ uniqueId: string }[]>`
    with given as (
      select * from jsonb_to_recordset(${db.json(articles as never)})
        as r ("uniqueId" text, "contentHash" text, names jsonb)
    )
    insert into article_model_names as n (unique_id, content_hash, model, names)
    select "uniqueId", "contentHash", ${model}, names from given g
    where jsonb_array_length(names) > 0
      or exists (select from article_model_names k where k.unique_id = g."uniqueId")
    on conflict (unique_id) do update set
      content_hash = excluded.content_hash, model = excluded.model, names = excluded.names
    where n.names <> excluded.names or n.content_hash is distinct from excluded.content_hash
    returning unique_id`
  return rows.map(({ uniqueId }) => uniqueId)
}

/** Removes people of some folded names from what models said of articles. */
export async function forgetModelNames(
  db: Db,
  uniqueIds: readonly string[],
  removed: ReadonlySet<string>,
): Promise<void> {
  const rows = await db<{ uniqueId: string; names: ModelName[] }[]>`
    select unique_id, names from article_model_names where unique_id = any(${[...uniqueIds]})`
  const kept = rows.map(({ uniqueId, names }) => ({
    uniqueId,
    names: names.filter(({ type, text }) => type !== 'PER' || !removed.has(foldName(text))),
  }))
  await db`
    update article_model_names n set names = r.names
    from jsonb_to_recordset(${db.json(kept as never)}) as r ("uniqueId" text, names jsonb)
    where n.unique_id = r."uniqueId"`
}
