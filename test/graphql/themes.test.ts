import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      agencyKey: 'saude',
      themeL1Code: '03',
      themeL1Label: 'Saúde',
      themeL2Code: '03.01',
      themeL3Code: '03.01.02',
      publishedAt: ago({ hours: 1 }),
    }),
    anArticle({
      agencyKey: 'mec',
      themeL1Code: '02',
      themeL1Label: 'Educação',
      publishedAt: ago({ days: 3 }),
    }),
    anArticle({
      agencyKey: 'mec',
      themeL1Code: '02',
      themeL1Label: 'Educação',
      publishedAt: ago({ days: 29 }),
    }),
    anArticle({ publishedAt: ago({ days: 90 }) }),
  ])
})
afterAll(() => stack.stop())

describe('themes', () => {
  it('are the level-1 themes of the news by code', async () => {
    expect(await stack.query('{ themes { code label } }')).toEqual({
      themes: [
        { code: '02', label: 'Educação' },
        { code: '03', label: 'Saúde' },
      ],
    })
  })
})

describe('themeTree', () => {
  it('returns all levels of the catalogue by code, also themes without news', async () => {
    const { themeTree } = await stack.query<{ themeTree: { code: string; label: string }[] }>(
      '{ themeTree { code label } }',
    )
    expect(themeTree).toContainEqual({ code: '01.01.01', label: 'Política Fiscal' })
    const codes = themeTree.map(({ code }) => code)
    expect(codes).toEqual(codes.toSorted())
  })
})

describe('themeArticleCounts', () => {
  it.each([
    [
      '',
      [
        ['02', 2],
        ['03', 1],
      ],
    ],
    ['(days: 1)', [['03', 1]]],
    [
      '(days: 7)',
      [
        ['02', 1],
        ['03', 1],
      ],
    ],
    ['(level: 2)', [['03.01', 1]]],
    ['(level: 3)', [['03.01.02', 1]]],
  ])('%s', async (args, expected) => {
    expect(await stack.query(`{ themeArticleCounts${args} { code label count } }`)).toEqual({
      themeArticleCounts: expected.map(([code, count]) => ({ code, label: null, count })),
    })
  })

  it.each(['(level: 0)', '(level: 4)', '(days: 0)'])('refuse %s', async (args) => {
    expect(await stack.codes(`{ themeArticleCounts${args} { code } }`)).toEqual(['BAD_USER_INPUT'])
  })
})
