import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askBoth } from '../kit/client/head.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const KEPT = 'public, max-age=30, s-maxage=60, stale-while-revalidate=60'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      uniqueId: 'a_000001',
      agencyKey: 'saude',
      title: 'Dengue',
      publishedAt: '2026-06-01T23:59:59-03:00',
    }),
    anArticle({
      uniqueId: 'b_000002',
      agencyKey: 'saude',
      title: 'Dengue',
      publishedAt: '2026-06-02T00:00:00-03:00',
    }),
    anArticle({
      uniqueId: 'c_000003',
      agencyKey: 'mec',
      title: 'Dengue',
      publishedAt: '2026-06-02T12:00:00-03:00',
    }),
    anArticle({
      uniqueId: 'd_000004',
      agencyKey: 'mec',
      title: 'Vagas',
      publishedAt: '2026-06-02T12:00:00-03:00',
    }),
  ])
})
afterAll(() => stack.stop())

const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await stack.fetch(path, { headers })
  // `text()` would drop the mark of UTF-8.
  const body = Buffer.from(await response.arrayBuffer()).toString()
  return { status: response.status, headers: response.headers, body }
}

describe('counts of a question', () => {
  it('are a table of CSV for spreadsheets', async () => {
    const { headers, body } = await open('/export/counts.csv?q=dengue&by=agency')
    expect(body).toBe(
      '\ufeffkey,label,count,share\r\nsaude,Ministério da Saúde,2,1\r\nmec,Ministério da Educação,1,0.5\r\n',
    )
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="contagens-agency-dengue-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const brazilian = await open('/export/counts.csv?q=dengue&by=agency&limit=1&agencies=mec&locale=pt-BR')
    expect(brazilian.body).toBe('\ufeffkey;label;count;share\r\nmec;Ministério da Educação;1;0,5\r\n')
  })

  it('are one JSON object with totals, by day as default and the last days of a limit', async () => {
    const item = { key: '2026-06-02', label: '02/06/2026', count: 2, share: 2 / 3 }
    const { body } = await open('/export/counts.json?q=dengue&limit=1')
    expect(JSON.parse(body)).toEqual({ by: 'day', found: 3, total: 4, items: [item] })
    const { articleCounts } = await stack.query(
      '{ articleCounts(query: "dengue", limit: 1) { found total items { key label count share } } }',
    )
    expect(articleCounts).toEqual({ found: 3, total: 4, items: [item] })
  })

  it('are stored by caches as feeds are, with a tag, and warn of unknown agencies', async () => {
    const first = await open('/export/counts.json?agencies=saudee')
    expect(first.headers.get('cache-control')).toBe(KEPT)
    expect(first.headers.get('x-warnings')).toContain('saudee')
    const tag = first.headers.get('etag') ?? ''
    const again = await open('/export/counts.json?agencies=saudee', { 'if-none-match': tag })
    expect([again.status, again.body]).toEqual([304, ''])
    const { get, head } = await askBoth(stack, '/export/counts.csv')
    expect(head).toEqual({ ...get, body: '' })
  })

  it.each([
    ['by=city', 'by: use um destes valores: day, week, month, agency, theme, state, entity, sentiment'],
    ['limit=0', 'limit: deve ser um número inteiro'],
    ['dedup=true', 'dedup: não vale em contagens'],
    ['oneStoryPer=day', 'oneStoryPer: '],
    ['sort=views', 'sort: não vale em contagens'],
    ['q=a&semantic=true', 'semantic: não vale em contagens'],
    ['page=2', 'page: parâmetro desconhecido'],
    ['startDate=2026-06-02&endDate=2026-06-01', 'endDate'],
  ])('refuse %s', async (query, message) => {
    const { status, body } = await open(`/export/counts.csv?${query}`)
    expect([status, body]).toEqual([400, expect.stringContaining(message)])
  })

  it('in JSON take no locale', async () => {
    expect((await open('/export/counts.json?locale=pt-BR')).body).toContain('locale: só vale para .csv')
  })
})
