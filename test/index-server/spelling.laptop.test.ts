import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestIndex, type TestIndex } from './index-harness.ts'

let index: TestIndex
beforeEach(async () => {
  index = await startTestIndex()
})
afterEach(() => index.stop())

const load = (titles: readonly string[]) =>
  index.load(
    { name: 'titles', fields: ['title', 'text'].map((name) => ({ name, type: 'string' })) },
    'titles',
    titles.map((title) => ({ id: title, title, text: 'Texto' })),
  )
const find = (q: string, more: Record<string, string | number> = {}) =>
  index.ids('titles', { q, query_by: 'title', ...more })

describe('a misspelt word', () => {
  it('ranks a whole word before the beginning of a longer one with as many typos', async () => {
    await load(['areas', 'baseadas'])
    expect(await find('asea')).toEqual(['areas', 'baseadas'])
  })

  it('may be misspelt beside a word with which no document has its correction', async () => {
    await load(['Povo indígena', 'Poço seco', 'Território indígena'])
    expect(await find('poço indígea')).toEqual(['Povo indígena'])
  })

  it('tries all corrections of the first word before the second one of the next', async () => {
    const words = (stem: string, ends: string) =>
      [...ends].flatMap((end, i) =>
        Array.from({ length: 9 - 2 * i }, (_, n) => `${stem}${end} ${stem}${i}${n}x`),
      )
    await load([...words('cas', 'aoei'), ...words('dad', 'aoei'), 'casi dada'])
    const options = { prefix: 'false', max_candidates: 4, drop_tokens_threshold: 0 }
    expect(await find('casz dadz', options)).toEqual(['casi dada'])
  })
})

describe('highlights', () => {
  it('are left out for fields that the answer leaves out', async () => {
    await load(['Povo indígena'])
    const marked = async (include: string) => {
      const { json } = await index.search('titles', { q: 'povo', query_by: 'title', include_fields: include })
      return (json.hits as unknown as { highlights: { field: string }[] }[])[0]?.highlights.map(
        ({ field }) => field,
      )
    }
    expect(await marked('title')).toEqual(['title'])
    expect(await marked('text')).toEqual([])
  })
})
