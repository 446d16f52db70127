import type { Release } from '@pauta/clippings/releases/release'
import { listStories, otherAgencyNames } from '@pauta/core/stories/queries'
import { listReleaseChanges, type ShownChange } from '@pauta/clippings/releases/release-change'
import type { ReleaseSection } from '@pauta/clippings/releases/sections'
import { maySeeRelease } from '@pauta/clippings/subscriptions/visibility'
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
  /** Null for an article that is alone in its story. */
  storyId: string | null
  /** Names of the other agencies of its story. */
  otherAgencies: string[]
}

/** A release as messages need it. */
export interface ReleaseContent extends Omit<
  Release,
  'createdAt' | 'digestBytes' | 'recortes' | 'marketplaceListingId'
> {
  digestHtml: string
  /** Null for an imported release. */
  digestSubject: string | null
  digestText: string | null
  /** The first articles of each recorte; null for a clipping of one recorte. */
  sections: ReleaseSection[] | null
  /** In the order that was asked for, without articles that were taken down. */
  articles: ReleasedArticle[]
  /** Edits and removals, newest first. */
  changes: ShownChange[]
}

/** How many articles and changes of each release a message needs. */
export interface ContentLimits {
  articlesMax: number
  /**
   * Which articles come first. `newest`, the default: newest first. `by-section`: the first of each recorte, then the
   * second of each, and so on.
   */
  articleOrder?: 'newest' | 'by-section' | undefined
  changesMax: number
}

/** SQL: ids of the release `r`, the first of each recorte, then the second of each, and so on. */
const idsBySection = (db: Db, articlesMax: number) => db`
  array(
    select item.id
    from jsonb_array_elements(r.sections) with ordinality as section (value, place),
      jsonb_array_elements_text(section.value -> 'articleIds') with ordinality as item (id, place)
    order by item.place, section.place limit ${articlesMax})`

/** Returns releases by id, each with its first articles and changes. At most four statements for any number of releases. */
export async function listReleaseContents(
  db: Db,
  releaseIds: readonly string[],
  { articlesMax, changesMax, articleOrder = 'newest' }: ContentLimits,
): Promise<Map<string, ReleaseContent>> {
  const ids = [...releaseIds]
  if (ids.length === 0) return new Map()
  const releases = await db<Omit<ReleaseContent, 'articles' | 'changes'>[]>`
    select r.id, r.clipping_id, r.clipping_name, r.digest_html, r.digest_subject, r.digest_text, r.digest_preview,
      r.articles_count, r.ref_time, r.since_hours, r.page_key, r.sections, ${maySeeRelease(db, null)} as is_public
    from releases r join clippings c on c.id = r.clipping_id
    where r.id = any(${ids})`
  const changes = changesMax > 0 ? await listReleaseChanges(db, ids, changesMax) : undefined
  const contents = new Map(
    releases.map((release) => [
      release.id,
      { ...release, articles: [] as ReleasedArticle[], changes: changes?.get(release.id) ?? [] },
    ]),
  )
  if (articlesMax === 0) return contents
  for (const { releaseId, ...article } of await listReleasedArticles(db, ids, {
    articlesMax,
    articleOrder,
  }))
    contents.get(releaseId)?.articles.push(article)
  return contents
}

/**
 * Lists the first `articlesMax` articles of releases in their order, without those that were taken down. Runs two
 * statements for any number of releases.
 */
export async function listReleasedArticles(
  db: Db,
  releaseIds: readonly string[],
  { articlesMax, articleOrder = 'newest' }: Omit<ContentLimits, 'changesMax'>,
): Promise<(ReleasedArticle & { releaseId: string })[]> {
  const articles = await db<(Omit<ReleasedArticle, 'storyId' | 'otherAgencies'> & { releaseId: string })[]>`
    select r.id as release_id, a.unique_id, a.title, a.url, a.agency_key as agency, g.name as agency_name,
      a.published_at, coalesce(a.summary, a.extracted_summary) as summary
    from releases r
    cross join lateral unnest(case when ${articleOrder === 'by-section'} and r.sections is not null
      then ${idsBySection(db, articlesMax)} else r.article_ids[1:${articlesMax}] end)
      with ordinality as named (unique_id, place)
    join articles a on a.unique_id = named.unique_id and a.deleted_at is null
    join agencies g on g.key = a.agency_key
    where r.id = any(${[...releaseIds]})
    order by r.id, named.place`
  const stories = await listStories(db, [...new Set(articles.map(({ uniqueId }) => uniqueId))])
  return articles.map((article) => {
    const story = stories.get(article.uniqueId)
    return {
      ...article,
      storyId: story?.id ?? null,
      otherAgencies: otherAgencyNames(story, article.agency),
    }
  })
}
