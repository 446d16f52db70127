import { findLatestTraining, findThemeModel, THEME_MODELS_FOLDER } from '@pauta/core/themes/theme-models'
import { connectStorage } from '@pauta/platform/storage/storage'
import { loadConfig } from '@pauta/platform/config/config'
import { cacheThemes } from '@pauta/functions/workers/enrich/themes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { startRun } from '../kit/workers/runs.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'themeModels'])
})

const learn = async () => {
  const run = await startRun(stack, 'learn-themes')
  const { result } = await run.until('succeeded')
  return result
}
const themesOf = async (id: string) => {
  const { article } = await stack.query<{ article: Record<string, unknown> }>(
    `query ($id: String!) { article(uniqueId: $id) {
      theme1Level1Code mostSpecificThemeCode themeSource themeConfidence } }`,
    { id },
  )
  return article
}
/** Labelled articles whose themes follow from words that no reference data has. */
const lessons = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const [word, code] = n % 2 === 0 ? ['zebras', '08'] : ['girafas', '12']
    return anArticle({
      uniqueId: `aula-${n}_${n.toString(16).padStart(6, '0')}`,
      title: `As ${word} ${n}`,
      content: `Muitas ${word} ${word}.`,
      agencyKey: 'abc',
      themeL1Code: code,
    })
  })
const ZEBRA = anArticle({ uniqueId: 'zebra_aaaaaa', title: 'Zebras', content: 'Zebras.', agencyKey: 'secom' })
const VACCINE = anArticle({
  uniqueId: 'vacina_bbbbbb',
  title: 'Vacinação contra a gripe começa nos postos de saúde do SUS',
  content: 'A vacina protege pacientes.',
  agencyKey: 'secom',
})

describe('an article without a label', () => {
  it('gets its theme by rules, and by what was learned after a training', async () => {
    await stack.publish([VACCINE, ZEBRA])
    expect(await learn()).toMatchObject({ labelled: 0, classified: 2, changed: 1 })
    await expect
      .poll(() => themesOf('vacina_bbbbbb'))
      .toMatchObject({ theme1Level1Code: '03', themeSource: 'rules' })
    expect(await themesOf('zebra_aaaaaa')).toMatchObject({ theme1Level1Code: null, themeSource: null })
    // More than a page, of which the training reads every one.
    await stack.publish(lessons(201))
    expect(await learn()).toMatchObject({ labelled: 201, classified: 2, inUse: true })
    await expect
      .poll(() => themesOf('zebra_aaaaaa'))
      .toMatchObject({ theme1Level1Code: '08', themeSource: 'learned', themeConfidence: expect.any(Number) })
    expect(await themesOf('vacina_bbbbbb')).toMatchObject({ theme1Level1Code: '03', themeSource: 'learned' })
    const { articles } = await stack.query<{ articles: { found: number } }>(
      '{ articles(filter: { themeSource: ["learned"] }) { found } }',
    )
    expect(articles.found).toBe(2)
    const model = await findThemeModel(stack.db)
    expect(model).toMatchObject({ inUse: true })
    expect((model?.learnedArticles ?? 0) + (model?.measuredArticles ?? 0)).toBe(201)
    const storage = connectStorage(loadConfig('storage').storage)
    const findTheme = await cacheThemes().get(stack.db, storage, new Date())
    expect(findTheme({ title: 'Zebras', text: 'Zebras.', agencyKey: 'secom' })).toMatchObject({
      themeL1Code: '08',
      source: 'learned',
      model: model?.version,
    })
  })

  it('stays without a theme of what was learned when fewer than 50 articles have labels', async () => {
    await stack.publish([ZEBRA, ...lessons(49)])
    expect(await learn()).toMatchObject({
      labelled: 49,
      learned: 0,
      version: null,
      classified: 1,
      changed: 0,
    })
    expect(await findThemeModel(stack.db)).toBeUndefined()
  })
})

describe('a label', () => {
  it.each([
    ['site', null, null],
    ['site', null, 'site'],
    ['operator', null, 'operator'],
    ['model', 'um-modelo', 'model'],
    ['model', 'um-modelo', null],
  ] as const)('of the source %s stays and is learned from', async (_, themeModel, themeSource) => {
    await stack.publish(lessons(60))
    const id = 'aula-0_000000'
    const as = { themeL1Code: '05', mostSpecificThemeCode: '05', themeModel, themeSource }
    await tables.articles.set(stack.db, { uniqueId: id }, as)
    expect(await learn()).toMatchObject({ labelled: 60, classified: 0 })
    expect(await tables.articles.count(stack.db, { uniqueId: id, ...as })).toBe(1)
  })

  it('that an operator corrects is learned from, and no site takes it back', async () => {
    await stack.publish([...lessons(59), VACCINE])
    expect(await learn()).toMatchObject({ labelled: 59, classified: 1 })
    const service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    await service.query(
      `mutation { updateTypesenseField(uniqueId: "vacina_bbbbbb", field: "theme_l1_code", value: "09") }`,
    )
    expect(await themesOf('vacina_bbbbbb')).toMatchObject({ theme1Level1Code: '09', themeSource: 'operator' })
    expect(await learn()).toMatchObject({ labelled: 60, classified: 0 })
    await stack.publish([{ ...VACCINE, themeL1Code: '03' }])
    expect(await themesOf('vacina_bbbbbb')).toMatchObject({ theme1Level1Code: '09', themeSource: 'operator' })
  })
})

describe('a model', () => {
  it('that measures clearly worse is stored, and the one before stays in use', async () => {
    await stack.publish([ZEBRA, ...lessons(300)])
    expect(await learn()).toMatchObject({ inUse: true, accuracyLevel1: 1 })
    const before = await findThemeModel(stack.db)
    // From now on the labels contradict the words.
    const codes = ['01', '02', '03', '05', '07', '09', '10']
    const ids = lessons(300).map(({ uniqueId }) => String(uniqueId))
    for (const [place, code] of codes.entries())
      await tables.articles.set(
        stack.db,
        { uniqueId: ids.filter((_, n) => n % codes.length === place) },
        { themeL1Code: code, mostSpecificThemeCode: code },
      )
    expect(await learn()).toMatchObject({ inUse: false })
    expect(await findThemeModel(stack.db)).toEqual(before)
    expect(await findLatestTraining(stack.db)).toMatchObject({ inUse: false })
    expect(await themesOf('zebra_aaaaaa')).toMatchObject({ theme1Level1Code: '08' })
  })

  it('of which the bucket has lost the weights is replaced by the rules', async () => {
    await stack.publish([VACCINE, ...lessons(60)])
    await learn()
    const storage = connectStorage(loadConfig('storage').storage)
    await storage.remove(await storage.list(`${THEME_MODELS_FOLDER}/`, { limit: 100 }))
    const nothing = { themeL1Code: null, mostSpecificThemeCode: null, themeSource: null }
    await tables.articles.set(stack.db, { themeSource: 'site' }, nothing)
    expect(await learn()).toMatchObject({ labelled: 0, version: null })
    await expect
      .poll(() => themesOf('vacina_bbbbbb'))
      .toMatchObject({ theme1Level1Code: '03', themeSource: 'rules' })
  })
})
