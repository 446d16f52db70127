import { hashingModel } from '@pauta/core/embeddings/hashing'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { startEmbeddingService, type EmbeddingService } from '../kit/services/embedding-service.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let service: EmbeddingService
let stack: TestStack

const educacao = { content: 'Inscrições abertas.', themeL1Code: '02', themeL1Label: 'Educação' }

beforeAll(async () => {
  service = await startEmbeddingService()
  stack = await startTestStack({ embedding: { kind: 'http', url: service.url, model: 'modelo-novo' } })
  await stack.publish([
    anArticle({ uniqueId: 'palavras_000001', title: 'Bolsas para estudantes', ...educacao }),
    anArticle({ uniqueId: 'vizinha_000002', title: 'Bolsas para estudantes indígenas', ...educacao }),
    anArticle({ uniqueId: 'outra_000003', title: 'Balança comercial de maio', content: 'Exportações.' }),
  ])
})
afterAll(async () => {
  await stack.stop()
  await service.stop()
})

const search = async (query: string, args = '') => {
  const { data, errors, extensions } = await stack.ask(
    `{ search(query: "${query}", semantic: true${args}) { found articles { uniqueId } } }`,
  )
  expect(errors).toEqual([])
  return { found: data.search.found, warnings: extensions['warnings'] }
}
const related = async () => {
  const { data, extensions } = await stack.ask(
    '{ relatedArticles(uniqueId: "palavras_000001") { uniqueId } }',
  )
  return {
    ids: data.relatedArticles.map((article: { uniqueId: string }) => article.uniqueId),
    warnings: extensions['warnings'],
  }
}
/** Builds the index again with vectors of the given model, as a change of model does. */
const rebuildWith = async (model: typeof hashingModel) => {
  const { db, index } = stack
  await syncIndex({ db, index, model, now: () => new Date() }, {})
}
const OTHER_MODEL = [expect.stringContaining('índice ser refeito')]

// The tests follow an operator's day: running functions notice a change of model without a restart.
describe('semantic search with a service', () => {
  it('gets the vector of the query from the service and finds by meaning', async () => {
    const before = service.requests.length
    expect(await search('bolsas estudantes')).toEqual({ found: 3, warnings: undefined })
    expect(service.requests.slice(before)).toEqual([['bolsas estudantes']])
  })

  it('calls the service for no search by words, for * or without weight', async () => {
    const before = service.requests.length
    await search('*')
    await search('bolsas', ', alpha: 0')
    await stack.query('{ search(query: "bolsas") { found } }')
    expect(service.requests).toHaveLength(before)
  })

  it('compares no vectors while the index has another model, and warns', async () => {
    await rebuildWith(hashingModel)
    const before = service.requests.length
    expect(await search('bolsas')).toEqual({ found: 2, warnings: OTHER_MODEL })
    expect(await search('bolsas')).toEqual({ found: 2, warnings: OTHER_MODEL })
    expect(await search('bolsas', ', alpha: 1, sort: DATE')).toEqual({ found: 2, warnings: OTHER_MODEL })
    // Only the first search requested a vector. Its answer came from the new collection, which has another model.
    expect(service.requests).toHaveLength(before + 1)
  })

  it('changes another field than the vector in an index of another model, without a warning', async () => {
    const operator = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    const { data, extensions } = await operator.ask(
      'mutation { updateTypesenseField(uniqueId: "palavras_000001", field: "agency", value: "saude") }',
    )
    expect({ data, warnings: extensions['warnings'] }).toEqual({
      data: { updateTypesenseField: true },
      warnings: undefined,
    })
  })

  it('relates articles by theme meanwhile', async () => {
    expect(await related()).toEqual({
      ids: ['vizinha_000002'],
      warnings: [expect.stringContaining('pelo tema')],
    })
  })

  it('compares vectors again when the index has its model', async () => {
    await rebuildWith(stack.model)
    await search('bolsas')
    expect(await search('bolsas')).toEqual({ found: 3, warnings: undefined })
    expect(await related()).toEqual({ ids: ['vizinha_000002'], warnings: undefined })
  })

  it('finds by words, with a warning, when the service is down', async () => {
    await service.stop()
    expect(await search('bolsas')).toEqual({
      found: 2,
      warnings: [expect.stringContaining('Busca semântica indisponível no momento')],
    })
    expect(await search('bolsas', ', alpha: 1')).toMatchObject({ found: 2 })
    // Fields that need no vector of a query continue.
    expect(await related()).toEqual({ ids: ['vizinha_000002'], warnings: undefined })
  })
})
