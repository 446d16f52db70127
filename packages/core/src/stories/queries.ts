import type { Db } from '@pauta/platform/database/database'

/** Most articles of a story. A larger group is a series that the comparison does not recognise. */
export const STORY_ARTICLES_MAX = 50

/** An article of a story, as lists of them show it. */
interface StoryArticle {
  uniqueId: string
  agencyKey: string
  agencyName: string
}

/** A story with several articles. */
export interface ArticleStory {
  id: string
  /** All articles that are not taken down, the earliest publication first. */
  articles: StoryArticle[]
}

/** Returns the stories of articles by article. Articles that are alone, or unknown, are absent. */
export async function listStories(db: Db, uniqueIds: readonly string[]): Promise<Map<string, ArticleStory>> {
  if (uniqueIds.length === 0) return new Map()
  const rows = await db<(StoryArticle & { storyId: string })[]>`
    select y.story_id, a.unique_id, a.agency_key, g.name as agency_name
    from (select distinct story_id from article_stories where unique_id = any(${[...uniqueIds]})) asked
    cross join lateral (
      select s.unique_id, s.story_id from article_stories s join articles c on c.unique_id = s.unique_id
      where s.story_id = asked.story_id and c.deleted_at is null
      order by c.published_at, c.unique_id limit ${STORY_ARTICLES_MAX}
    ) y
    join articles a on a.unique_id = y.unique_id
    join agencies g on g.key = a.agency_key
    order by a.published_at, a.unique_id`
  const stories = new Map<string, ArticleStory>()
  for (const { storyId, ...article } of rows) {
    const story = stories.get(storyId) ?? { id: storyId, articles: [] }
    story.articles.push(article)
    stories.set(storyId, story)
  }
  const byArticle = new Map<string, ArticleStory>()
  for (const story of stories.values())
    if (story.articles.length > 1) for (const { uniqueId } of story.articles) byArticle.set(uniqueId, story)
  const asked = new Set(uniqueIds)
  return new Map([...byArticle].filter(([uniqueId]) => asked.has(uniqueId)))
}

/** Returns the names of the other agencies of a story, in order of publication, each once. */
export function otherAgencyNames(story: ArticleStory | undefined, agencyKey: string | null): string[] {
  const names = new Map(
    (story?.articles ?? []).map((article) => [article.agencyKey, article.agencyName] as const),
  )
  if (agencyKey !== null) names.delete(agencyKey)
  return [...names.values()]
}
