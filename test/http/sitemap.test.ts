import { localDay } from '@pauta/platform/time/time'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

/** Four pages of the index and one more article: the sitemap ends before the oldest. */
const MANY = 1001

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

async function open(path: string) {
  const response = await stack.fetch(path)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const textsOf = (body: string, name: string) =>
  DomUtils.getElementsByTagName(name, parseDocument(body, { xmlMode: true })).map((element) =>
    DomUtils.textContent(element),
  )

describe('what search engines read', () => {
  it('names the articles of two days, and their pages answer', async () => {
    await stack.publish([
      anArticle({ uniqueId: 'nova_000001', title: 'Vacina & <b>\u0001', publishedAt: ago({ hours: 1 }) }),
      anArticle({ uniqueId: 'antes_000002', title: 'Antes', publishedAt: ago({ hours: 47 }) }),
      anArticle({ uniqueId: 'velha_000003', title: 'Velha', publishedAt: ago({ hours: 49 }) }),
    ])
    const { status, headers, body } = await open('/sitemap.xml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(headers.get('cache-control')).toContain('s-maxage=300')
    const paths = textsOf(body, 'loc').map((address) => new URL(address).pathname)
    expect(paths).toEqual(['/artigos/nova_000001', '/artigos/antes_000002'])
    expect(textsOf(body, 'news:title')[0]).toMatch(/^Vacina & <b>/)
    expect(body).not.toContain('\u0001')
    expect((await open(paths[0] ?? '')).status).toBe(200)
  })

  it('names a sitemap of each day with news, whose articles are those of the day in Brasília', async () => {
    await stack.publish([
      anArticle({ uniqueId: 'cedo_000004', publishedAt: '2026-01-10T00:00:00-03:00' }),
      anArticle({ uniqueId: 'tarde_000005', publishedAt: '2026-01-10T23:59:59-03:00' }),
      anArticle({ uniqueId: 'seguinte_000006', publishedAt: '2026-01-11T00:00:00-03:00' }),
    ])
    const days = textsOf((await open('/sitemaps/dias.xml')).body, 'loc')
    expect(days.map((address) => new URL(address).pathname).slice(-2)).toEqual([
      '/sitemaps/2026-01-11.xml',
      '/sitemaps/2026-01-10.xml',
    ])
    const { body } = await open('/sitemaps/2026-01-10.xml')
    expect(textsOf(body, 'loc').map((address) => new URL(address).pathname)).toEqual([
      '/artigos/tarde_000005',
      '/artigos/cedo_000004',
    ])
  })

  it.each([
    ['/sitemaps/2026-01-09.xml', 404],
    ['/sitemaps/2026-02-31.xml', 400],
    ['/sitemaps/ontem.xml', 404],
    ['/sitemaps/2026-01-10', 404],
    ['/sitemaps/9999-12-31.xml', 404],
  ])('has no day %s: status %i', async (path, status) => {
    expect((await open(path)).status).toBe(status)
  })

  it('has a bound of 1,000 articles, and the sitemap of their day names them all', async () => {
    const publishedAt = ago({ hours: 1 })
    await stack.publish(
      Array.from({ length: MANY }, (_, n) =>
        anArticle({ uniqueId: `muita-${n}_${String(n).padStart(6, '0')}`, publishedAt }),
      ),
    )
    const { body } = await open(`/sitemaps/${localDay(new Date(publishedAt))}.xml`)
    expect(textsOf(body, 'loc').filter((address) => address.includes('/muita-'))).toHaveLength(MANY)
    expect(textsOf((await open('/sitemap.xml')).body, 'loc')).toHaveLength(1000)
  })

  it('is named by robots.txt, which leaves exports out', async () => {
    const { status, headers, body } = await open('/robots.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^Sitemap: https?:\/\/.+\/sitemap\.xml$/m)
    expect(body).toMatch(/^Sitemap: https?:\/\/.+\/sitemaps\/dias\.xml$/m)
    expect(body).toContain('Disallow: /export/')
  })
})
