import { removePerson } from '@pauta/core/removals/removed-people'
import { countCall, correctCall, readSpending } from '@pauta/core/features/model-spending'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { says, SUMMARY, useClassification, type Classification } from '../kit/workers/classification.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'

/** Tokens of a call, as the service reports them. */
const CALL = 15
const BUDGET = 100

const open = useClassification({}, { monthlyTokens: BUDGET })
let stack: Classification['stack']
let pipeline: Classification['pipeline']
let service: Classification['service']
let classified: Classification['classified']
let findStep: Classification['findStep']
beforeAll(() => {
  ;({ stack, pipeline, service, classified, findStep } = open())
})
beforeEach(async () => {
  await tables.modelSpending.remove(stack.db)
})

const NAMES = [
  { type: 'PER', name: 'Zenóbia Quartzo', office: 'guardiã do acervo' },
  { type: 'PER', name: 'Fulano Inexistente' },
  { type: 'LOC', name: 'Lagoa dos Sete Ventos' },
  { type: 'ORG', name: 'Ateliê Ventania' },
  { type: 'ANIMAL', name: 'Ventania' },
]
const CONTENT =
  'A exposição foi montada por Zenóbia Quartzo, guardiã do acervo, na Lagoa dos Sete Ventos. O Ateliê Ventania ajudou. ' +
  'Ao Ministério da Saúde coube o transporte.'
const withNames = (names: unknown = NAMES) => says({ themeCode: '03.02.01', summary: SUMMARY, names })

const entitiesOf = async (uniqueId: string) => {
  const [row] = await stack.db<{ entities: { type: string; text: string; office?: string }[] }[]>`
    select features -> 'entities' as entities from article_features where unique_id = ${uniqueId}`
  return (row?.entities ?? []).map(({ type, text, office }) => [type, text, ...(office ? [office] : [])])
}
const spend = async (tokens: number) => {
  await countCall(stack.db, { monthlyTokens: 0 }, { tokens, now: new Date() })
}
const spent = async () => (await readSpending(stack.db, new Date())).tokens

describe('the names of a language model', () => {
  it('become entities of the article when its text has them, beside those of the registry', async () => {
    const id = 'nomes_000001'
    service.script(withNames())
    await pipeline.ingest(anArticle({ uniqueId: id, title: 'Exposição abre', content: CONTENT }))
    const found = await entitiesOf(id)
    expect(found).toEqual(
      expect.arrayContaining([
        ['PER', 'Zenóbia Quartzo', 'guardiã do acervo'],
        ['LOC', 'Lagoa dos Sete Ventos'],
        ['ORG', 'Ateliê Ventania'],
        ['ORG', 'Ministério da Saúde'],
      ]),
    )
    expect(found.flat()).not.toContain('Fulano Inexistente')
    expect(found.flat()).not.toContain('ANIMAL')
    expect(service.questions).toHaveLength(1)
    expect(await pipeline.steps(id)).toMatchObject({ enrich: 'done 2', classify: 'done 1' })
  })

  it('stay when the article is enriched again, and go with its text', async () => {
    const id = 'fica_000001'
    service.script(withNames())
    const article = anArticle({ uniqueId: id, title: 'Exposição fica', content: CONTENT })
    await pipeline.ingest(article)
    service.script(withNames([]))
    await pipeline.ingest({ ...article, content: 'O Ateliê Ventania ajudou muito desta vez.' })
    expect((await entitiesOf(id)).flat()).not.toContain('Ateliê Ventania')
  })

  it('are forgotten of a person who is removed', async () => {
    const id = 'remove_000001'
    const names = [
      { type: 'PER', name: 'Quirina Topázio' },
      { type: 'ORG', name: 'Ateliê Quirina' },
    ]
    service.script(withNames(names))
    await pipeline.ingest(anArticle({ uniqueId: id, content: 'Quirina Topázio fundou o Ateliê Quirina.' }))
    expect((await entitiesOf(id)).flat()).toContain('Quirina Topázio')
    await removePerson(stack.db, 'Quirina Topázio')
    const rows = await stack.db<{ text: string }[]>`
      select each ->> 'text' as text from article_model_names n, jsonb_array_elements(n.names) each
      where n.unique_id = ${id}`
    expect(rows).toEqual([{ text: 'Ateliê Quirina' }])
  })
})

describe('the budget of a month', () => {
  it('counts what a call has cost', async () => {
    await pipeline.ingest(anArticle({ uniqueId: 'conta_000001' }))
    expect(await spent()).toBe(CALL)
  })

  it.each([
    ['one token below it, an article is asked about', BUDGET - 1, 1],
    ['exactly at it, none is', BUDGET, 0],
    ['above it, none is', BUDGET + 1, 0],
  ])('%s', async (_, before, questions) => {
    const id = `borda_00000${before}`
    await spend(before)
    await pipeline.ingest(
      anArticle({ uniqueId: id, content: 'O Ministério da Saúde enviou vacinas a Campinas.' }),
    )
    expect(service.questions).toHaveLength(questions)
    expect(await spent()).toBe(before + questions * CALL)
    // The built-in answer is there in any case.
    expect((await entitiesOf(id)).flat()).toContain('Ministério da Saúde')
    const { summary } = (await classified(id)) ?? {}
    expect(summary).toBe(questions === 1 ? SUMMARY : null)
    // Nothing waits, fails or is a dead letter: the next enrichment asks.
    const step = await findStep(id)
    expect(step?.['status']).toBe(questions === 1 ? 'done' : undefined)
  })

  it('asks about an article with its next enrichment, when there is a budget again', async () => {
    const id = 'depois_000001'
    const article = anArticle({ uniqueId: id })
    await spend(BUDGET)
    await pipeline.ingest(article)
    expect(service.questions).toEqual([])
    await tables.modelSpending.remove(stack.db)
    await pipeline.ingest({ ...article, title: 'Outro título da mesma notícia' })
    expect(await classified(id)).toMatchObject({ summary: SUMMARY })
  })

  it('is exceeded by the last call alone, however many workers ask at once', async () => {
    const calls = await Promise.all(
      Array.from({ length: 8 }, () =>
        countCall(stack.db, { monthlyTokens: BUDGET }, { tokens: BUDGET - 1, now: new Date() }),
      ),
    )
    expect(calls.filter((call) => call !== null)).toHaveLength(2)
    expect(await spent()).toBe(2 * (BUDGET - 1))
  })

  it('begins anew at midnight of the first day in Brasília, and a call counts in the month that it began in', async () => {
    const budget = { monthlyTokens: 10 }
    const [last, first] = [new Date('2026-06-01T02:59:59Z'), new Date('2026-06-01T03:00:00Z')]
    const call = await countCall(stack.db, budget, { tokens: 10, now: last })
    expect(await countCall(stack.db, budget, { tokens: 1, now: last })).toBeNull()
    expect(await countCall(stack.db, budget, { tokens: 4, now: first })).not.toBeNull()
    if (call) await correctCall(stack.db, call, 3)
    expect(await readSpending(stack.db, last)).toEqual({ tokens: 3, calls: 1 })
    expect(await readSpending(stack.db, first)).toEqual({ tokens: 4, calls: 1 })
  })

  it('of 0 is no limit', async () => {
    await spend(1e9)
    expect(await countCall(stack.db, { monthlyTokens: 0 }, { tokens: 1, now: new Date() })).not.toBeNull()
  })
})
