import { unavailable } from '@pauta/platform/errors'
import { describe, expect, it } from 'vitest'
import type { LanguageModel, ModelTurn } from '../language-model/language-model.ts'
import { classifyArticle } from './classify-article.ts'

const catalogue = new Map([['03', { code: '03', label: 'Saúde' }]])
const article = { title: 'Marina Silva visita Belém', content: 'A ministra Marina Silva esteve em Belém.' }
const answer = (fields: object) => JSON.stringify({ themeCode: '03', summary: 'Uma visita.', ...fields })

/** Asks about the article, and returns the counted tokens: undefined while the estimate stands. */
async function ask(reply: () => Promise<ModelTurn>, { isSpent = false } = {}) {
  const counted: { estimate?: number; cost?: number; questions: number } = { questions: 0 }
  const model: LanguageModel = {
    name: 'modelo',
    answer: () => {
      counted.questions++
      return reply()
    },
  }
  const counter = {
    begin: async (tokens: number) => {
      counted.estimate = tokens
      if (isSpent) return null
      return async (cost: number) => void (counted.cost = cost)
    },
  }
  const asking = classifyArticle(article, { model, catalogue, counter, signal: new AbortController().signal })
  const [outcome] = await Promise.allSettled([asking])
  return { outcome, counted }
}

const says = (text: string, tokens = 900) => ask(async () => ({ text, calls: [], tokens }))
const fails = (cause: Error) => ask(() => Promise.reject(unavailable('language-model', cause)))
const clientError = (name: string, fields: object = {}) => Object.assign(new Error('no'), { name }, fields)

describe('classifyArticle', () => {
  it('returns theme, summary and the names that the article has', async () => {
    const names = [
      { type: 'PER', name: 'Marina Silva', office: 'ministra' },
      { type: 'PER', name: 'Fernando Haddad' },
      { type: 'SHIP', name: 'Belém' },
    ]
    const { outcome, counted } = await says(answer({ names }))
    expect(outcome).toMatchObject({
      value: {
        themeCode: '03',
        summary: 'Uma visita.',
        names: [{ type: 'PER', text: 'Marina Silva', office: 'ministra' }],
      },
    })
    expect(counted).toMatchObject({ questions: 1, cost: 900 })
    // About 2,000 characters of question and the longest answer.
    expect(counted.estimate).toBeGreaterThan(2500)
    expect(counted.estimate).toBeLessThan(4000)
  })

  it('asks nothing and returns null when the budget is spent', async () => {
    const { outcome, counted } = await ask(() => Promise.reject(new Error('asked')), { isSpent: true })
    expect(outcome).toEqual({ status: 'fulfilled', value: null })
    expect(counted.questions).toBe(0)
  })

  it.each([
    ['broken JSON', '{"themeCode": "03", "summ'],
    ['an unknown theme', answer({ themeCode: '99' })],
  ])('throws for %s, which has cost its tokens', async (_, text) => {
    const { outcome, counted } = await says(text)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'UnusableAnswer' } })
    expect(counted.cost).toBe(900)
  })

  it('leaves the estimate when the service reports no tokens', async () => {
    expect((await says(answer({}), 0)).counted.cost).toBeUndefined()
    expect((await says(answer({}), 1)).counted.cost).toBe(1)
  })

  it.each([
    ['500', clientError('AI_APICallError', { statusCode: 500 }), 0],
    ['400', clientError('AI_APICallError', { statusCode: 400 }), 0],
    ['410', clientError('AI_APICallError', { statusCode: 410 }), 0],
    ['a service that was asked again in vain', clientError('AI_RetryError'), 0],
    [
      'an answer that is no JSON of the protocol',
      clientError('AI_APICallError', { statusCode: 200 }),
      undefined,
    ],
    ['a slow answer', clientError('TimeoutError'), undefined],
    ['half an answer', new Error('terminated'), undefined],
  ])('counts %s as what it may have cost', async (_, cause, cost) => {
    const { outcome, counted } = await fails(cause)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
    expect(counted.cost).toBe(cost)
  })
})
