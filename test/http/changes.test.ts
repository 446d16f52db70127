import { removeArticles } from '@pauta/core/removals/removals'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool, connectMcp, quotedText, resultOf } from '../kit/client/mcp.ts'
import { FEED_READERS } from '../kit/oracles/feed-rules.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()
const FILLING = 'O ministério apresentou o balanço do programa, que alcançou os municípios. '.repeat(10)
const text = (cases: string) => `${FILLING}Foram ${cases} casos & <b>mortes</b> em Belém. ${FILLING}`
const EDITED = anArticle({
  uniqueId: 'editada_000001',
  agencyKey: 'saude',
  title: 'Casos de dengue',
  content: text('1.200'),
  extractedAt: at(0),
})
const REMOVED = anArticle({
  uniqueId: 'removida_000002',
  agencyKey: 'mec',
  title: 'Vagas em creches',
  extractedAt: at(0),
})
const HIDDEN = anArticle({
  uniqueId: 'oculta_000003',
  agencyKey: 'mec',
  title: 'Segredo',
  extractedAt: at(0),
})

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  const { db } = stack
  await upsertArticles(db, [EDITED, REMOVED, HIDDEN].map(received))
  await upsertArticles(db, [received({ ...EDITED, content: text('1.500'), extractedAt: at(1) })])
  const { url } = received(REMOVED)
  await removeArticles(db, [
    { uniqueId: 'removida_000002', agencyKey: 'mec', url, removedAt: new Date(at(2)) },
  ])
  await setTakenDown(db, ['oculta_000003'], new Date())
})
afterAll(() => stack.stop())

const TITLES = {
  hidden: 'Retirada por um operador',
  removed: 'Retirada do site: Vagas em creches',
  edited: 'Edição, números alterados: Casos de dengue',
}

describe('/feeds/changes', () => {
  async function read(path: string) {
    const response = await stack.fetch(path)
    const body = await response.text()
    expect({ path, status: response.status, body: response.ok ? '' : body }).toMatchObject({ status: 200 })
    const format = (['rss', 'atom', 'json'] as const).find((one) => path.includes(`.${one}`)) ?? 'rss'
    const feed = FEED_READERS[format](body)
    expect(feed.faults).toEqual([])
    return { ...feed, body, headers: response.headers, titles: feed.items.map(({ title }) => title) }
  }

  it.each(['rss', 'atom', 'json'])(
    'has edits and removals with the words that changed, as %s',
    async (format) => {
      const { titles, items, body, headers } = await read(`/feeds/changes.${format}`)
      expect(titles).toEqual([TITLES.hidden, TITLES.removed, TITLES.edited])
      expect(items.map(({ id }) => id)).toEqual(
        Array.from({ length: 3 }, () => expect.stringMatching(/^urn:pauta:event:\d+$/) as string),
      )
      expect(body).toContain('números alterados: “1.200” → “1.500”')
      expect(body).not.toContain('Segredo')
      expect(headers.get('cache-control')).toContain('s-maxage=60')
    },
  )

  it.each([
    ['agencies=saude', [TITLES.edited]],
    ['keywords=creches', [TITLES.removed]],
    ['kinds=removed', [TITLES.removed]],
    ['kinds=REMOVED,edited&agencies=mec,saude', [TITLES.removed, TITLES.edited]],
    ['grades=figures', [TITLES.edited]],
    ['grades=names', []],
    ['kinds=appeared&agencies=saude', ['Publicação: Casos de dengue']],
  ])('takes %s', async (query, titles) => {
    expect((await read(`/feeds/changes.json?${query}`)).titles).toEqual(titles)
  })

  it('leads to the source on a stage without an observatory', async () => {
    const { body } = await read('/feeds/changes.json?kinds=edited')
    const { items } = JSON.parse(body) as { items: { url: string }[] }
    expect(items[0]?.url).toBe(EDITED.url)
  })

  it('continues after its last event, to the end', async () => {
    const titles: string[] = []
    for (let path: string | undefined = '/feeds/changes.json?limit=1'; path !== undefined;) {
      const { body, ...page } = await read(path)
      titles.push(...page.titles)
      const { next_url: next } = JSON.parse(body) as { next_url?: string }
      path = next && `${new URL(next).pathname}${new URL(next).search}`
    }
    expect(titles).toEqual([TITLES.hidden, TITLES.removed, TITLES.edited])
  })

  it.each([
    ['kinds=apagada', 'kinds: '],
    ['grades=enorme', 'grades: '],
    ['after=abc', 'after: '],
    ['q=dengue', 'q: '],
    ['sort=trending', 'sort: '],
    ['limit=0', 'limit: '],
    ['page=2', 'page: '],
  ])('refuses %s', async (query, message) => {
    const response = await stack.fetch(`/feeds/changes.rss?${query}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(`"message":"${message}`)
  })
})

describe('MCP', () => {
  it('lists what was edited and removed, and shows a difference', async () => {
    const client = await connectMcp(stack)
    const { changes, nextAfter } = await resultOf<{
      changes: { uniqueId: string; reason?: string; version?: number }[]
      nextAfter?: string
    }>(client, 'article_changes', { limit: 1 })
    expect(changes.map(({ uniqueId }) => uniqueId)).toEqual(['removida_000002'])
    const rest = await resultOf<{ changes: unknown[] }>(client, 'article_changes', {
      after: nextAfter,
      agencies: ['saude'],
    })
    expect(rest.changes).toMatchObject([
      { uniqueId: 'editada_000001', version: 2, grade: 'FIGURES', reason: expect.stringContaining('1.500') },
    ])
    const diff = await resultOf<Record<string, string>>(client, 'article_diff', {
      uniqueId: 'editada_000001',
      from: 1,
      to: 2,
    })
    expect(diff).toMatchObject({ grade: 'FIGURES', title: '', subtitle: '' })
    const shown = quotedText(diff['content'] ?? '')
    expect(shown).toContain('[-1.200-]{+1.500+}')
    expect(shown).toContain('[…]')
    expect(shown.length).toBeLessThan(400)
    const unknown = await callTool(client, 'article_diff', { uniqueId: 'oculta_000003', from: 1, to: 1 })
    expect(unknown.isError).toBe(true)
    await client.close()
  })
})
