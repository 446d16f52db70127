import { mergeEntities } from '@pauta/core/entities/merge-entities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'

const ibama = anEntity({ id: 'Q910', canonicalName: 'Ibama' })
const funai = anEntity({ id: 'Q911', canonicalName: 'Funai' })
const RECORTE = { title: 'Ibama', entityCanonical: ['Q910'] }

let stack: TestStack
let author: Person
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email'] })
  await registerOnly(stack, [ibama, funai])
  author = await newPerson(stack)
  const about = (uniqueId: string, title: string) =>
    anArticle({ uniqueId, agencyKey: 'mma', title, publishedAt: ago({ hours: 2 }) })
  await stack.publish(
    [
      // No title and no summary has the name of the entity.
      about('multa_000001', 'Multa por desmatamento'),
      about('terra_000002', 'Terra demarcada'),
      about('ambas_000003', 'Operação conjunta contra o desmatamento'),
      about('nome_000004', 'Ibama em uma sigla alheia'),
    ],
    [
      mentioning('multa_000001', ibama),
      mentioning('terra_000002', funai),
      mentioning('ambas_000003', ibama, funai),
      { uniqueId: 'nome_000004', features: { states: ['CE', 'PA'] } },
    ],
  )
})
afterAll(() => stack.stop())

const estimate = async (recorte: Record<string, unknown>) =>
  (
    await stack.query(
      'query ($recorte: RecorteFiltersInput!) { recorteEstimate(recorte: $recorte) { totalEstimate articlesPerDay } }',
      { recorte },
    )
  ).recorteEstimate as { totalEstimate: number; articlesPerDay: number }

describe('the states of a recorte', () => {
  it.each([
    [{ states: ['CE'] }, 1],
    [{ states: ['pa'] }, 1],
    [{ states: ['AM'] }, 0],
    [{ states: ['AM', 'PA'] }, 1],
    [{ states: ['PA'], agencies: ['saude'] }, 0],
    [{ states: ['PA'], excludeKeywords: ['sigla'] }, 0],
    [{ states: ['PA'], entityCanonical: ['Q910'] }, 0],
  ])('select the articles that speak of one of them: %j', async (recorte, count) => {
    expect(await estimate(recorte)).toEqual({
      totalEstimate: count,
      articlesPerDay: Math.round((count / 7) * 10) / 10,
    })
  })

  it('are saved in capitals, and bring their articles', async () => {
    const id = await createClipping(author, { recortes: [{ title: 'Pará', states: ['pa', 'PA'] }] })
    const { clipping } = await author.query(
      'query ($id: String!) { clipping(id: $id) { recortes { title states } } }',
      { id },
    )
    expect(clipping.recortes).toEqual([{ title: 'Pará', states: ['PA'] }])
    const { clippingMailPreview } = await author.query(
      `query ($input: ClippingInput!) { clippingMailPreview(input: $input) { text } }`,
      {
        input: { name: 'Pará', schedule: '0 7 * * *', recortes: [{ title: 'Pará', states: ['PA'] }] },
      },
    )
    expect(clippingMailPreview.text).toContain('Ibama em uma sigla alheia')
    expect(clippingMailPreview.text).not.toContain('Terra demarcada')
  })
})

describe('the entities of a recorte', () => {
  it.each([
    [{ entityCanonical: ['Q910'] }, 2],
    [{ entityCanonical: ['Q910', 'Q911'] }, 3],
    [{ entityCanonical: ['Q910'], keywords: ['operação'] }, 1],
    [{ entityCanonical: ['Q910'], excludeKeywords: ['operação'] }, 1],
    [{ entityCanonical: ['Q910'], agencies: ['saude'] }, 0],
    [{ entityCanonical: ['Q999'] }, 0],
  ])('select the articles that mention one of them: %j', async (recorte, count) => {
    expect(await estimate(recorte)).toEqual({
      totalEstimate: count,
      articlesPerDay: Math.round((count / 7) * 10) / 10,
    })
  })

  it('stay with the clipping that is saved, changed and copied', async () => {
    const id = await createClipping(author, { recortes: [RECORTE] })
    const read = async () =>
      (
        await author.query(
          'query ($id: String!) { clipping(id: $id) { recortes { title entityCanonical } } }',
          {
            id,
          },
        )
      ).clipping.recortes as unknown
    expect(await read()).toEqual([RECORTE])
    await author.query(
      `mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { id } }`,
      {
        id,
        input: {
          name: 'Dois',
          schedule: '0 7 * * *',
          recortes: [RECORTE, { title: 'Temas', themes: ['03'] }],
        },
      },
    )
    expect(await read()).toEqual([RECORTE, { title: 'Temas', entityCanonical: [] }])
  })

  it('are enough for an alert of an address', async () => {
    const email = `${uniqueName('leitora')}@exemplo.org`
    const request = 'mutation ($input: AlertInput!) { requestAlert(input: $input) { confirmWithinDays } }'
    await stack.query(request, { input: { email, recorte: RECORTE, frequency: 'DAILY' } })
    const rows = await stack.db`
      select r.keywords, r.entity_canonical from recortes r join subscriptions s on s.clipping_id = r.clipping_id
      where ${email} = any(s.extra_emails)`
    expect(rows).toEqual([{ keywords: [], entityCanonical: ['Q910'] }])
  })

  it('are those into which an operator merged them, each once, in their order', async () => {
    const merged = ['Q912', 'Q913'].map((id) => anEntity({ id, canonicalName: `Nome ${id}` }))
    await registerOnly(stack, [ibama, funai, ...merged])
    const entityCanonical = ['Q912', 'Q911', 'Q913', 'Q910']
    const id = await createClipping(author, { recortes: [{ title: 'Juntas', entityCanonical }] })
    for (const fromId of ['Q913', 'Q912']) await mergeEntities(stack.db, { fromId, intoId: 'Q910' })
    const { clipping } = await author.query(
      'query ($id: String!) { clipping(id: $id) { recortes { entityCanonical } } }',
      { id },
    )
    expect(clipping.recortes).toEqual([{ entityCanonical: ['Q910', 'Q911'] }])
  })

  it('are at most 200', async () => {
    const many = (count: number) => ({ entityCanonical: Array.from({ length: count }, (_, n) => `Q${n}`) })
    const document =
      'query ($recorte: RecorteFiltersInput!) { recorteEstimate(recorte: $recorte) { totalEstimate } }'
    expect(await stack.codes(document, { recorte: many(200) })).toEqual([])
    expect(await stack.codes(document, { recorte: many(201) })).toEqual(['LIMIT_EXCEEDED'])
  })
})
