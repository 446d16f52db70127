import { expect, it } from 'vitest'
import { groupStories, type StoryMember } from './group-stories.ts'
import { readStoryText } from './story-text.ts'

/** Articles are of one story when they have the same letter: their texts are equal letter by letter. */
const member = (name: string, storyId: string | null = null): StoryMember => ({
  uniqueId: name,
  storyId,
  agencyKey: name,
  publishedAt: new Date('2026-06-01T12:00:00Z'),
  contentHash: name.charAt(0),
  text: readStoryText({ title: name, content: null }),
})

/** Articles with a story are written as `a1:s1`. */
const read = (texts: string) =>
  texts.split(' ').flatMap((text) => {
    const [name = '', storyId] = text.split(':')
    return name === '' ? [] : [member(name, storyId ?? null)]
  })

it.each<[string, { fresh: string; candidates: string; members?: string; articlesMax?: number }, string]>([
  ['alone has none', { fresh: 'a1', candidates: 'b1' }, ''],
  ['with a lonely article begins one', { fresh: 'a1', candidates: 'a2 b1' }, 'a2:new1 a1:new1'],
  ['of two fresh articles begins one', { fresh: 'a1 a2', candidates: '' }, 'a1:new1 a2:new1'],
  ['joins one', { fresh: 'a1', candidates: 'a2:s1', members: 'a2:s1 a3:s1' }, 'a2:s1 a3:s1 a1:s1'],
  [
    'connects two, of which the older id stays',
    { fresh: 'a1', candidates: 'a2:s2 a3:s1', members: 'a2:s2 a3:s1' },
    'a3:s1 a1:s1 a2:s1',
  ],
  [
    'leaves other stories as they are',
    { fresh: 'a1', candidates: 'b1:s1', members: 'b1:s1 b2:s1' },
    'b1:s1 b2:s1',
  ],
  [
    'fills one up to the most',
    { fresh: 'a1', candidates: 'a2:s1', members: 'a2:s1 a3:s1', articlesMax: 3 },
    'a2:s1 a3:s1 a1:s1',
  ],
  [
    'does not overfill one',
    { fresh: 'a1', candidates: 'a2:s1', members: 'a2:s1 a3:s1', articlesMax: 2 },
    'a2:s1 a3:s1',
  ],
  [
    'two stories begin with two ids',
    { fresh: 'a1 b1', candidates: 'a2 b2' },
    'a2:new1 a1:new1 b2:new2 b1:new2',
  ],
])('a fresh article %s', (_, { fresh, candidates, members = '', articlesMax = 50 }, stories) => {
  let minted = 0
  const found = groupStories({
    fresh: read(fresh),
    candidates: read(candidates),
    members: read(members).map(({ uniqueId, storyId }) => ({ uniqueId, storyId: storyId ?? '' })),
    mint: () => `new${++minted}`,
    articlesMax,
  })
  expect([...found].map((entry) => entry.join(':')).toSorted()).toEqual(
    stories.split(' ').filter(Boolean).toSorted(),
  )
})
