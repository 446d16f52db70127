import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { makeClient, type Client } from '../kit/client/client.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const STATES = { uf_000001: ['SP', 'CE'], uf_000002: ['CE'], uf_000003: ['AM'], uf_000004: ['AC'] }

let stack: TestStack
let anybody: Client
beforeAll(async () => {
  stack = await shareTestStack()
  anybody = makeClient(stack.stack.graphqlUrl)
  await stack.publish(
    Object.keys(STATES).map((uniqueId, at) => anArticle({ uniqueId, publishedAt: ago({ hours: at * 10 }) })),
    Object.entries(STATES).map(([uniqueId, states]) => ({ uniqueId, features: { states } })),
  )
})
afterAll(() => stack.stop())

describe('topStates', () => {
  it('counts the articles of the period in each of their states, most first, ties by code', async () => {
    const { topStates } = await stack.query('{ topStates(range: { days: 1 }) { code name count } }')
    expect(topStates).toEqual([
      { code: 'CE', name: 'Ceará', count: 2 },
      { code: 'AM', name: 'Amazonas', count: 1 },
      { code: 'SP', name: 'São Paulo', count: 1 },
    ])
    const limited = await stack.query('{ topStates(range: { days: 2 }, limit: 2) { code } }')
    expect(limited).toEqual({ topStates: [{ code: 'CE' }, { code: 'AC' }] })
  })
})

describe('ArticleFilter.states', () => {
  const list = async (states: string[]) => {
    const { data, extensions } = await anybody.ask(
      'query ($states: [String!]) { articles(filter: { states: $states }) { found articles { features { states } } } }',
      { states },
    )
    return { ...data.articles, warnings: extensions['warnings'] }
  }

  it('returns the articles of any of the states, whatever the case of the codes', async () => {
    expect(await list(['sp', 'AM'])).toMatchObject({
      found: 2,
      articles: [{ features: { states: ['SP', 'CE'] } }, { features: { states: ['AM'] } }],
      warnings: undefined,
    })
  })

  it('warns of a code that no state has', async () => {
    expect(await list(['XX'])).toMatchObject({
      found: 0,
      warnings: ['states: não existe estado com a sigla “XX”.'],
    })
  })
})
