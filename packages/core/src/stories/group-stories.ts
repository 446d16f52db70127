import { isSameStory, type ComparedArticle } from './same-story.ts'

/** An article with its present story. */
export interface StoryMember extends ComparedArticle {
  uniqueId: string
  /** Null: no other article is of its story. */
  storyId: string | null
}

export interface Grouping {
  /** Articles whose story must be found, the earliest publication first. */
  fresh: readonly StoryMember[]
  /** Articles that may be of their stories. */
  candidates: readonly StoryMember[]
  /** All articles of the candidates' stories. */
  members: readonly { uniqueId: string; storyId: string }[]
  /** Returns the id of a new story. */
  mint: () => string
  /** Most articles of a story. */
  articlesMax: number
}

/** A group of articles of one story. */
interface Group {
  storyId: string | null
  uniqueIds: Set<string>
}

/** Returns the groups that exist: the stories of the candidates, and candidates alone. */
function presentGroups({ candidates, members }: Grouping): Map<string, Group> {
  const byStory = new Map<string, Group>()
  const byArticle = new Map<string, Group>()
  for (const { uniqueId, storyId } of members) {
    const group = byStory.get(storyId) ?? { storyId, uniqueIds: new Set<string>() }
    group.uniqueIds.add(uniqueId)
    byStory.set(storyId, group)
    byArticle.set(uniqueId, group)
  }
  for (const { uniqueId } of candidates)
    if (!byArticle.has(uniqueId)) byArticle.set(uniqueId, { storyId: null, uniqueIds: new Set([uniqueId]) })
  return byArticle
}

/** Moves the articles of one group to another. Stories keep the smaller id, which is the older one. */
function join(byArticle: Map<string, Group>, a: Group, b: Group): void {
  const ids = [a.storyId, b.storyId].filter((id) => id !== null).sort()
  a.storyId = ids[0] ?? null
  for (const uniqueId of b.uniqueIds) {
    a.uniqueIds.add(uniqueId)
    byArticle.set(uniqueId, a)
  }
}

/**
 * Returns the stories of the fresh articles and of the articles whose story changes with them, by article. An article
 * joins the stories of all articles that are one story with it; two stories that it connects become one. Groups above
 * the limit are not joined. Articles without another one of their story are left out.
 */
export function groupStories(grouping: Grouping): Map<string, string> {
  const { fresh, candidates, mint, articlesMax } = grouping
  const byArticle = presentGroups(grouping)
  const compared = [...candidates]
  for (const article of fresh) {
    let own: Group = { storyId: null, uniqueIds: new Set([article.uniqueId]) }
    byArticle.set(article.uniqueId, own)
    for (const other of compared) {
      if (own.uniqueIds.has(other.uniqueId)) continue
      const group = byArticle.get(other.uniqueId)
      if (!group || own.uniqueIds.size + group.uniqueIds.size > articlesMax) continue
      if (!isSameStory(article, other)) continue
      join(byArticle, group, own)
      own = group
    }
    compared.push(article)
  }
  const stories = new Map<string, string>()
  for (const group of new Set(byArticle.values())) {
    if (group.uniqueIds.size < 2) continue
    group.storyId ??= mint()
    for (const uniqueId of group.uniqueIds) stories.set(uniqueId, group.storyId)
  }
  return stories
}
