import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

const NEWS = [
  {
    uniqueId: 'creches_000001',
    title: 'Municípios recebem recursos para construir creches',
    content: 'As professoras serão contratadas por seleção pública.Estados também participam da iniciativa.',
  },
  {
    uniqueId: 'porto_000002',
    title: 'Leilão do Porto de Santos atrai investidores',
    content: 'O governo federal anunciou o calendário de concessões para o próximo semestre.',
  },
  {
    uniqueId: 'governo_000003',
    title: 'Governo anuncia novas medidas',
    content: 'O ministério divulgou hoje as medidas. Governo e estados assinam acordo.',
  },
  {
    uniqueId: 'gripe_000004',
    title: 'Vacinação contra a gripe começa nas capitais',
    content: 'Idosos e gestantes são os primeiros.',
  },
  {
    uniqueId: 'gripes_000005',
    title: 'Campanha contra gripe aviária mobiliza técnicos',
    content: 'As inspeções alcançam 1.200 granjas da região.',
  },
]

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(NEWS.map((article) => anArticle(article)))
})
afterAll(() => stack.stop())

const search = async (query: string, args = '') => {
  const document = `query ($query: String!) { search(query: $query${args}) { found articles { uniqueId } } }`
  const { search: found } = await stack.query(document, { query })
  return found.articles.map(({ uniqueId }: { uniqueId: string }) => uniqueId) as string[]
}

describe('the words of a search', () => {
  it.each([
    ['o que o governo anunciou sobre creches?', 'creches_000001'],
    ['quais são as novidades do leilão de Santos', 'porto_000002'],
    ['como funciona a contratação de professoras', 'creches_000001'],
    ['quem são os primeiros na vacinação', 'gripe_000004'],
  ])('find an article by the question %j', async (question, uniqueId) => {
    expect((await search(question))[0]).toBe(uniqueId)
    expect((await search(question, ', semantic: true, alpha: 0.8'))[0]).toBe(uniqueId)
  })

  it.each([
    ['creche', 'creches', 'creches_000001'],
    ['professor contratado', 'professoras contratadas', 'creches_000001'],
    ['leilões', 'leilão', 'porto_000002'],
    ['inspeção', 'inspeções', 'gripes_000005'],
    ['campanhas técnica', 'campanha técnicos', 'gripes_000005'],
  ])('find equal articles by %j and by %j', async (one, other, uniqueId) => {
    expect(await search(one)).toEqual([uniqueId])
    expect(await search(other)).toEqual([uniqueId])
  })

  it('find words of the body, also joined by punctuation, and numbers in either form', async () => {
    expect(await search('próximo semestre concessões')).toEqual(['porto_000002'])
    expect(await search('pública estados')).toEqual(['creches_000001'])
    expect(await search('1200 granjas')).toEqual(['gripes_000005'])
    expect(await search('1.200 granjas')).toEqual(['gripes_000005'])
  })

  it('find a word by its beginning and with a typo', async () => {
    expect(await search('vacinaç')).toEqual(['gripe_000004'])
    expect(await search('crehces')).toEqual(['creches_000001'])
  })

  it('must match exactly inside of quotes', async () => {
    expect(await search('"contra a gripe"')).toEqual(['gripe_000004'])
    expect(await search('"contra gripe"')).toEqual(['gripes_000005'])
    expect(await search('"contra a gripe" capital')).toEqual(['gripe_000004'])
    expect(await search('"contra as gripes"')).toEqual([])
  })

  it('are used up to the thirtieth', async () => {
    const unknown = Array.from({ length: 30 }, (_, i) => `zzq${i}w${i}`).join(' ')
    expect(await search(`${unknown} creches`)).toEqual([])
    expect(await search(`creches ${unknown}`)).toEqual(['creches_000001'])
  })

  it.each(['!!!', '😀', '"', '\u200B', '-', '**'])(
    'find nothing when there are none in %j, whatever the order and in counts, too',
    async (query) => {
      for (const args of [
        '',
        ', semantic: true',
        ', semantic: true, alpha: 1',
        ', sort: DATE',
        ', dedup: true',
      ])
        expect(await search(query, args)).toEqual([])
      const counts = await stack.query(
        'query ($query: String!) { articleCounts(query: $query, by: AGENCY) { found items { key } } }',
        { query },
      )
      expect(counts.articleCounts).toEqual({ found: 0, items: [] })
      const count = await stack.query('{ search(query: "*") { found } }')
      expect(count.search.found).toBeGreaterThan(0)
    },
  )

  it('are function words when there are no others', async () => {
    expect(await search('sobre o que')).toEqual([])
    expect((await search('para')).sort()).toEqual(['creches_000001', 'porto_000002'])
  })
})
