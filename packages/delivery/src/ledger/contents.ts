import type { Db } from '@pauta/platform/database/database'

/** An article as messages show it. */
export interface ReleasedArticle {
  uniqueId: string
  title: string
  url: string | null
  agency: string
  agencyName: string
  publishedAt: Date
  summary: string | null
}

/** A release as messages need it. */
export interface ReleaseContent {
  id: string
  clippingId: string
  clippingName: string
  digestHtml: string
  /** Null for an imported release. */
  digestSubject: string | null
  digestText: string | null
  digestPreview: string | null
  articlesCount: number
  refTime: Date
  sinceHours: number | null
  releaseUrl: string | null
  /** In the release's order, without articles that were taken down. */
  articles: ReleasedArticle[]
}

/**
 * Returns releases by id, each with its first `articlesMax` articles. Runs two statements for any number of releases.
 */
export async function listReleaseContents(
  db: Db,
  releaseIds: readonly string[],
  articlesMax: number,
): Promise<Map<string, ReleaseContent>> {
  const ids = [...releaseIds]
  if (ids.length === 0) return new Map()
  const releases = await db<Omit<ReleaseContent, 'articles'>[]>`
    select id, clipping_id, clipping_name, digest_html, digest_subject, digest_text, digest_preview, articles_count,
      ref_time, since_hours, release_url
    from releases where id = any(${ids})`
  const contents = new Map(
    releases.map((release) => [release.id, { ...release, articles: [] as ReleasedArticle[] }]),
  )
  if (articlesMax === 0) return contents
  const articles = await db<(ReleasedArticle & { releaseId: string })[]>`
    select r.id as release_id, a.unique_id, a.title, a.url, a.agency_key as agency, g.name as agency_name,
      a.published_at, a.summary
    from releases r
    cross join lateral unnest(r.article_ids[1:${articlesMax}]) with ordinality as named (unique_id, place)
    join articles a on a.unique_id = named.unique_id and a.deleted_at is null
    join agencies g on g.key = a.agency_key
    where r.id = any(${ids})
    order by r.id, named.place`
  for (const { releaseId, ...article } of articles) contents.get(releaseId)?.articles.push(article)
  return contents
}
