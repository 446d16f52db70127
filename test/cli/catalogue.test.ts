import { reindexRenamed, REINDEX_BATCH } from '@pauta/core/steps/reindex-renamed'
import { upsertAgencies } from '@pauta/core/agencies/writes'
import { THEMES } from '@pauta/core/themes/catalogue'
import { seedThemes } from '@pauta/core/themes/writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { themed } from '../kit/rows/themes.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let pipeline: Pipeline

beforeAll(async () => {
  stack = await shareTestStack()
  pipeline = openPipeline(stack)
  const publishedAt = ago({ hours: 1 })
  await stack.publish([
    anArticle({ uniqueId: 'nova_000001', themeL1Code: '26', themeL1Label: 'Espaço\u001b[2J', publishedAt }),
    anArticle({ uniqueId: 'nova_000002', themeL1Code: '03', themeL2Code: '03.77', publishedAt }),
    anArticle({ uniqueId: 'orgao_000001', agencyKey: 'orgao-novo', publishedAt }),
    anArticle({ uniqueId: 'energia_000001', ...themed('17'), publishedAt }),
  ])
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call('catalogue', args)
const labels = async () => {
  const { themes } = await stack.query('{ themes { code label } }')
  return Object.fromEntries(themes.map(({ code, label }: Record<string, string>) => [code, label])) as unknown
}

describe('npm run catalogue', () => {
  it('lists unnamed themes and agencies without control characters', async () => {
    const { code, stdout } = await run('list')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^unknown theme +label in the news +articles\n03\.77 +03\.77 +1\n26 +Espaço·\[2J +1\n/,
    )
    expect(stdout).toMatch(/\nunknown agency +articles\norgao-novo +1\n$/)
    expect(JSON.parse((await run('list', '--json')).stdout)).toEqual({
      themes: [
        { code: '03.77', suggestedLabel: '03.77', articles: 1 },
        { code: '26', suggestedLabel: 'Espaço\u001b[2J', articles: 1 },
      ],
      agencies: [{ key: 'orgao-novo', articles: 1 }],
    })
  })

  it('publishes an added theme with its articles', async () => {
    expect(await labels()).toEqual({ '03': 'Saúde', '17': 'Energia e Recursos Minerais' })
    expect(await run('add', 'theme', '26', 'Espaço')).toMatchObject({
      code: 0,
      stdout: 'The theme 26 has its name; 1 articles are being indexed again.\n',
    })
    await pipeline.settled()
    expect(await labels()).toMatchObject({ '26': 'Espaço' })
    const { articles } = await stack.query(
      '{ articles(filter: { themes: ["26"] }) { articles { uniqueId theme1Level1Label } } }',
    )
    expect(articles).toEqual({ articles: [{ uniqueId: 'nova_000001', theme1Level1Label: 'Espaço' }] })
  })

  it('names an agency that only news has named', async () => {
    const name = ['add', 'agency', 'orgao-novo', 'Órgão Novo', '--parent']
    expect(await run(...name, 'orgao-novo')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('não há órgão com a chave orgao-novo') as string,
    })
    const named = [...name, 'mec', '--type', 'Autarquia', '--json']
    expect(JSON.parse((await run(...named)).stdout)).toEqual({
      key: 'orgao-novo',
      changed: true,
      articles: 1,
    })
    await pipeline.settled()
    const { article } = await stack.query('{ article(uniqueId: "orgao_000001") { agency agencyName } }')
    expect(article).toEqual({ agency: 'orgao-novo', agencyName: 'Órgão Novo' })
    expect(
      await stack.db`select parent_key, type, active, source from agencies where key = 'orgao-novo'`,
    ).toEqual([{ parentKey: 'mec', type: 'Autarquia', active: false, source: 'operator' }])
  })

  it('renames themes and agencies, and a later version of the catalogue keeps the new names', async () => {
    const before = { updatedAt: new Date(0) }
    await tables.themes.set(stack.db, {}, before)
    await tables.agencies.set(stack.db, {}, before)
    expect(await run('rename', 'theme', '17', 'Energia')).toMatchObject({ code: 0 })
    expect(await run('rename', 'agency', 'mec', 'MEC')).toMatchObject({ code: 0 })
    expect(await stack.db`select code, source from themes where updated_at > ${before.updatedAt}`).toEqual([
      { code: '17', source: 'operator' },
    ])
    expect(await stack.db`select key, source from agencies where updated_at > ${before.updatedAt}`).toEqual([
      { key: 'mec', source: 'operator' },
    ])
    await pipeline.settled()
    expect(await labels()).toMatchObject({ '17': 'Energia' })
    await seedThemes(stack.db, THEMES)
    const shape = { parentKey: null, type: null, newsUrl: null, isRepublisher: false, active: true }
    await upsertAgencies(stack.db, [{ key: 'mec', name: 'Ministério da Educação', ...shape }])
    expect(await stack.db`select label from themes where code = '17'`).toEqual([{ label: 'Energia' }])
    expect(await stack.db`select name from agencies where key = 'mec'`).toEqual([{ name: 'MEC' }])
    expect((await run('rename', 'theme', '17', 'Energia')).stdout).toBe(
      'The theme 17 has that name already.\n',
    )
  })

  it.each([
    [['add', 'theme', '17', 'Outra'], 'já está no catálogo'],
    [['rename', 'theme', '03.77', 'X'], 'não está no catálogo'],
    [['add', 'theme', '88.01', 'X'], 'o tema 88, acima dele, não está no catálogo'],
    [['add', 'theme', 'x', 'X'], 'code: deve ter a forma'],
    [['add', 'theme', '27', ' '], 'label: '],
    [['add', 'theme', '27', 'x'.repeat(201)], 'label: '],
    [['add', 'theme', '27', 'Espaço\u200b'], 'label: '],
    [['add', 'theme', '27.1', 'X'], 'code: deve ter a forma'],
    [['add', 'agency', 'MEC', 'X'], 'key: '],
    [['add', 'agency', 'mec', 'X'], 'já está no catálogo'],
    [['add', 'agency', 'x1', 'X', '--parent', 'nenhum'], 'não há órgão com a chave nenhum'],
    [['add', 'agency', 'x1', 'X', '--url', 'javascript:1'], 'url: '],
    [['add', 'agency', 'x1', 'X', '--url', 'ftp://www.gov.br/mec'], 'url: '],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await run(...args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string })
  })

  it('takes a label of 200 characters', async () => {
    expect(await run('rename', 'theme', '26', 'x'.repeat(200))).toMatchObject({ code: 0 })
  })

  it.each([[[]], [['add', 'theme', '27']], [['add', 'theme', '27', 'X', '--parent', 'mec']], [['drop']]])(
    'refuses %j with 2 and prints the usage',
    async (args) => {
      const { code, stdout, stderr } = await run(...args)
      expect(code).toBe(2)
      expect(stdout + stderr).toContain('npm run catalogue -- add theme CODE LABEL')
    },
  )
})

describe('articles of a renamed theme', () => {
  const COUNT = REINDEX_BATCH + 7

  it('become due in batches, which the sweep job continues after an interruption', async () => {
    await tables.articles.add(
      stack.db,
      Array.from({ length: COUNT }, (_, n) => ({
        uniqueId: `muitas_${String(n + 1).padStart(6, '0')}`,
        agencyKey: 'mec',
        title: 'Muitas',
        url: `https://www.gov.br/mec/${n + 1}`,
        publishedAt: new Date(),
        themeL1Code: '09',
        mostSpecificThemeCode: '09',
      })),
    )
    await tables.themes.set(
      stack.db,
      { code: '09' },
      { label: 'Esporte', source: 'operator', reindexAfter: '' },
    )
    const due = async () => {
      const [row] = await stack.db<{ count: number }[]>`
        select count(*)::int as count from pipeline_steps where step = 'index' and unique_id like 'muitas_%'`
      return row?.count
    }
    const stop = new AbortController()
    const first = await reindexRenamed(stack.db, {
      signal: stop.signal,
      onBatch: async () => stop.abort(),
    })
    expect([first, await due()]).toEqual([REINDEX_BATCH, REINDEX_BATCH])
    const swept = await (await startRun(stack, 'sweep')).until('succeeded')
    expect(swept.result).toMatchObject({ reindexed: 7 })
    expect(await due()).toBe(COUNT)
    expect(await stack.db`select code from themes where reindex_after is not null`).toEqual([])
  })
})
