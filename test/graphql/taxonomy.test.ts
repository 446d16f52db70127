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
      tags: ['vacinação', 'SUS'],
    }),
    anArticle({
      agencyKey: 'mec',
      themeL1Code: '02',
      themeL1Label: 'Educação',
      publishedAt: ago({ days: 3 }),
      tags: ['ensino superior', 'SUS'],
    }),
    anArticle({
      agencyKey: 'mec',
      themeL1Code: '02',
      themeL1Label: 'Educação',
      publishedAt: ago({ days: 29 }),
    }),
    anArticle({ agencyKey: 'agencia_brasil', tags: ['Árvores'], publishedAt: ago({ days: 90 }) }),
    anArticle({ agencyKey: 'orgao_desconhecido' }),
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

describe('agencies', () => {
  it('are those of the news by official name; an unknown key is its own name', async () => {
    expect(await stack.query('{ agencies { code label isRepublisher } }')).toEqual({
      agencies: [
        { code: 'agencia_brasil', label: 'Agência Brasil', isRepublisher: true },
        { code: 'mec', label: 'Ministério da Educação', isRepublisher: false },
        { code: 'saude', label: 'Ministério da Saúde', isRepublisher: false },
        { code: 'orgao_desconhecido', label: 'orgao_desconhecido', isRepublisher: false },
      ],
    })
  })
})

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
