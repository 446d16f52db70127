import { updateField } from '@pauta/core/field-updates/field-update'
import { parseFieldUpdate } from '@pauta/core/field-updates/updatable-fields'
import { storeClassifications } from '@pauta/core/features/classification'
import { listDue } from '@pauta/core/steps/steps'
import { handler } from '@pauta/functions/workers/classify/handler'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  articleIn,
  MODEL,
  NOTHING,
  says,
  SUMMARY,
  THEMES,
  useClassification,
  type Classification,
} from '../kit/workers/classification.ts'
import { deliver, stepMessage } from '../kit/workers/delivery.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'

const open = useClassification()
let stack: Classification['stack']
let pipeline: Classification['pipeline']
let service: Classification['service']
let classified: Classification['classified']
beforeAll(() => {
  ;({ stack, pipeline, service, classified } = open())
})

describe('a new article without theme and summary', () => {
  it('gets both from the model: in PostgreSQL, in the index and for readers', async () => {
    const id = 'dengue_000001'
    await pipeline.ingest(
      anArticle({ uniqueId: id, title: 'Vacina da dengue', content: 'A campanha de vacinação começa.' }),
    )
    expect(await classified(id)).toEqual({
      summary: SUMMARY,
      summaryModel: MODEL,
      themeModel: MODEL,
      ...THEMES,
    })
    expect(await pipeline.document(id)).toMatchObject({ summary: SUMMARY, mostSpecificThemeCode: '03.02.01' })
    const { articles } = await stack.query(
      '{ articles(filter: { themes: ["03.02.01"] }) { articles { uniqueId theme1Level1Label theme1Level3Label summary } } }',
    )
    expect(articles.articles).toEqual([
      { uniqueId: id, theme1Level1Label: 'Saúde', theme1Level3Label: 'Combate à Dengue', summary: SUMMARY },
    ])
    // The summary is part of the embedded text.
    expect(await pipeline.steps(id)).toMatchObject({ enrich: 'done 1', classify: 'done 1', embed: 'done 2' })
    expect(service.questions).toHaveLength(1)
  })

  it('is the only article in the request, as data, beside the catalogue, in a bounded request', async () => {
    const id = 'pergunta_000001'
    await pipeline.ingest(anArticle({ uniqueId: id, title: 'Título "citado"', content: 'Um **texto** só.' }))
    const [question] = service.questions
    expect(question).toMatchObject({ model: MODEL, maxTokens: 2000 })
    expect(question?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(question?.messages[1]?.content).toMatch(
      /^Catálogo de temas:\n[^]*\n03\.02\.01 Combate à Dengue\n[^]*\n\nNotícia:\n\{/,
    )
    expect(articleIn(question)).toEqual({ title: 'Título "citado"', text: 'Um texto só.' })
    expect(question?.messages[0]?.content).not.toContain('citado')
  })

  it('leaves an event with theme and summary', async () => {
    const id = 'evento_000001'
    await pipeline.ingest(anArticle({ uniqueId: id }))
    const keys = await pipeline.cloud.listKeys('bronze/news.enriched/')
    const events = await Promise.all(keys.map(async (key) => await pipeline.cloud.read(key)))
    const own = events.filter((text) => text.includes(`"${id}"`)).map((text) => JSON.parse(text) as unknown)
    expect(own).toMatchObject([{ data: { most_specific_theme_code: '03.02.01', has_summary: true } }])
  })

  it('is sent to the model once, for any number of messages', async () => {
    const id = 'uma-vez_000001'
    const article = anArticle({ uniqueId: id })
    await pipeline.ingest(article)
    expect(
      await deliver(handler, [{ body: stepMessage(id) }, { body: stepMessage(id), receiveCount: 2 }]),
    ).toEqual([])
    await pipeline.ingest({ ...article, title: 'Outro título' })
    await pipeline.settled()
    await pipeline.ingest({ ...article, title: 'Outro título', subtitle: 'Nova linha' })
    // Another title causes another request; changes outside of the text do not.
    expect(service.questions).toHaveLength(2)
  })
})

describe("the agency's own theme and summary", () => {
  it('stay, both or one of the two', async () => {
    const [both, summary, theme] = ['ambos_000001', 'resumo_000001', 'tema_000001']
    const own = { summary: 'O resumo do órgão.', themeL1Code: '09', themeL1Label: 'Esportes e Lazer' }
    await pipeline.ingest(
      anArticle({ uniqueId: both, ...own }),
      anArticle({ uniqueId: summary, summary: own.summary }),
      anArticle({ uniqueId: theme, themeL1Code: '09', themeL1Label: 'Esportes e Lazer' }),
    )
    expect(service.questions).toHaveLength(2)
    expect(await pipeline.steps(both)).not.toHaveProperty('classify')
    expect(await classified(both)).toMatchObject({
      ...NOTHING,
      summary: own.summary,
      themeL1Code: '09',
      mostSpecificThemeCode: '09',
    })
    expect(await classified(summary)).toMatchObject({
      summary: own.summary,
      summaryModel: null,
      themeModel: MODEL,
      ...THEMES,
    })
    expect(await classified(theme)).toMatchObject({
      summary: SUMMARY,
      summaryModel: MODEL,
      themeModel: null,
      themeL1Code: '09',
      mostSpecificThemeCode: '09',
    })
  })

  it('replace the model’s values, and then stay too', async () => {
    const id = 'depois_000001'
    const article = anArticle({ uniqueId: id, content: 'O texto.' })
    await pipeline.ingest(article)
    await pipeline.ingest({ ...article, summary: 'O resumo do órgão.', themeL1Code: '09' })
    await pipeline.ingest({ ...article, content: 'Outro texto, bem diferente.' })
    expect(await classified(id)).toMatchObject({
      summary: 'O resumo do órgão.',
      summaryModel: null,
      themeModel: null,
      mostSpecificThemeCode: '09',
      themeL3Code: null,
    })
    expect(service.questions).toHaveLength(1)
  })
})

it('a summary that an operator set stays', async () => {
  const id = 'a-mao_000001'
  const article = anArticle({ uniqueId: id, content: 'O texto.' })
  await pipeline.ingest(article)
  const update = parseFieldUpdate('summary', 'Escrito à mão.', new Date())
  expect(await updateField(stack.db, { uniqueId: id, model: stack.model.name }, update)).toBeDefined()
  await pipeline.ingest({ ...article, content: 'Outro texto, bem diferente.' })
  expect(await classified(id)).toMatchObject({
    summary: 'Escrito à mão.',
    summaryModel: null,
    themeModel: MODEL,
  })
})

describe('a changed article', () => {
  it('keeps the model’s values until its text changes', async () => {
    const id = 'raspagem_000001'
    const article = anArticle({ uniqueId: id, content: 'O texto de antes.' })
    await pipeline.ingest(article)
    service.script(says({ themeCode: '09', summary: 'Agora é esporte.' }))
    await pipeline.ingest({ ...article, subtitle: 'Só o subtítulo mudou' })
    expect(await classified(id)).toMatchObject({ summary: SUMMARY, ...THEMES })
    await pipeline.ingest({ ...article, content: 'O time venceu o jogo.' })
    expect(await classified(id)).toMatchObject({
      summary: 'Agora é esporte.',
      themeL1Code: '09',
      themeL2Code: null,
      themeL3Code: null,
      mostSpecificThemeCode: '09',
    })
    expect(service.questions).toHaveLength(2)
  })

  it.each([
    ['of its present text gets values', 'atual_000001', {}, {}, THEMES],
    ['gets no values of its older text', 'corrida_000001', { contentHash: 'de outro texto' }, {}, NOTHING],
    ['gets no values after it was taken down', 'tarde_000001', {}, { deletedAt: new Date() }, NOTHING],
  ])('%s when the model answers late', async (_, id, answer, columns, expected) => {
    await stack.write([anArticle({ uniqueId: id, content: 'Antes.' })])
    await tables.pipelineSteps.add(stack.db, { uniqueId: id, step: 'classify' })
    const [article] = await stack.db<{ contentHash: string }[]>`
      select content_hash from articles where unique_id = ${id}`
    const late = (await listDue(stack.db, 'classify', [id])).map((step) => ({
      ...step,
      contentHash: article?.contentHash ?? '',
      theme: THEMES,
      summary: SUMMARY,
      ...answer,
    }))
    if (Object.keys(columns).length > 0) await tables.articles.set(stack.db, { uniqueId: id }, columns)
    expect(await storeClassifications(stack.db, MODEL, late)).toMatchObject({ settled: [id] })
    expect(await classified(id)).toMatchObject(expected)
  })

  it('is not sent to the model after it was taken down', async () => {
    const id = 'retirada_000001'
    await stack.write([anArticle({ uniqueId: id })])
    await tables.articles.set(stack.db, { uniqueId: id }, { deletedAt: new Date() })
    await tables.pipelineSteps.add(stack.db, { uniqueId: id, step: 'classify' })
    expect(await deliver(handler, [{ body: stepMessage(id) }])).toEqual([])
    expect(service.questions).toEqual([])
    expect(await classified(id)).toMatchObject(NOTHING)
  })
})
