import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({ tags: ['vacinação', 'SUS'] }),
    anArticle({ tags: ['ensino superior', 'SUS'] }),
    anArticle({ tags: ['Árvores'] }),
    anArticle(),
  ])
})
afterAll(() => stack.stop())

describe('popularTags', () => {
  it('are the tags of all news by articles, ties by tag', async () => {
    expect(await stack.query('{ popularTags { label count } }')).toEqual({
      popularTags: [
        { label: 'SUS', count: 2 },
        { label: 'Árvores', count: 1 },
        { label: 'ensino superior', count: 1 },
        { label: 'vacinação', count: 1 },
      ],
    })
  })

  it('are as many as requested, by default 20 and at most 100', async () => {
    await stack.publish([
      anArticle({ tags: Array.from({ length: 150 }, (_, i) => `z-${String(i).padStart(3, '0')}`) }),
    ])
    const count = async (args: string) =>
      (await stack.query(`{ popularTags${args} { label } }`)).popularTags.length
    expect(await count('(limit: 2)')).toBe(2)
    expect(await count('')).toBe(20)
    expect(await count('(limit: null)')).toBe(20)
    expect(await count('(limit: 1000)')).toBe(100)
    expect(await stack.codes('{ popularTags(limit: 0) { label } }')).toEqual(['BAD_USER_INPUT'])
  })
})
