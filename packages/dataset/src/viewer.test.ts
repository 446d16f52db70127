import { describe, expect, it } from 'vitest'
import { openViewer } from './viewer.ts'

/** A viewer that shows `total` rows of a day, a hundred at a time. Returns what it was asked. */
function viewerOf(
  total: number,
  { token = '', answer }: { token?: string; answer?: (offset: number) => Response } = {},
) {
  const asked: { url: URL; headers: unknown }[] = []
  const fetch = async (url: URL | string | Request, init?: RequestInit) => {
    const address = new URL(url instanceof Request ? url.url : url)
    asked.push({ url: address, headers: init?.headers })
    const offset = Number(address.searchParams.get('offset'))
    if (answer) return answer(offset)
    const length = Math.max(0, Math.min(100, total - offset))
    const rows = Array.from({ length }, (_, n) => ({ row: { unique_id: `a${offset + n}` } }))
    return Response.json({ rows, num_rows_total: total }, { headers: { 'x-revision': 'c1' } })
  }
  return { asked, viewer: openViewer({ viewerUrl: 'https://v.example/', dataset: 'o/d', token }, fetch) }
}

describe('the articles of a day', () => {
  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
    [10_000, 100],
  ])('are %i ids on %i pages', async (total, pages) => {
    const { asked, viewer } = viewerOf(total)
    expect((await viewer.listIds('2026-06-01')).size).toBe(total)
    expect(asked.map(({ url }) => url.searchParams.get('offset'))).toEqual(
      Array.from({ length: pages }, (_, page) => String(100 * page)),
    )
  })

  it('are asked in a fixed order, between two instants with their offset', async () => {
    const { asked, viewer } = viewerOf(0)
    await viewer.listIds('2026-06-01')
    expect(asked[0]?.headers).toEqual({})
    expect(asked[0]?.url.origin).toBe('https://v.example')
    expect(asked[0]?.url.pathname).toBe('/filter')
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      dataset: 'o/d',
      config: 'default',
      split: 'train',
      where: `"published_at">='2026-06-01T03:00:00.000Z' AND "published_at"<'2026-06-02T03:00:00.000Z'`,
      orderby: '"unique_id"',
      offset: '0',
      length: '100',
    })
    const secret = viewerOf(0, { token: 'hf_t' })
    await secret.viewer.listIds('2026-06-01')
    expect(secret.asked[0]?.headers).toEqual({ authorization: 'Bearer hf_t' })
  })

  it('end at a page without rows, although more were counted', async () => {
    const empty = () => Response.json({ rows: [], num_rows_total: 500 })
    const { asked, viewer } = viewerOf(0, { answer: empty })
    expect((await viewer.listIds('2026-06-01')).size).toBe(0)
    expect(asked).toHaveLength(1)
  })

  it.each([
    [viewerOf(10_001), 'has more than 10000 articles of 2026-06-01'],
    [
      viewerOf(0, { answer: () => new Response('x'.repeat(400), { status: 500 }) }),
      /articles of 2026-06-01 are there: 500 x{300}$/,
    ],
    [
      viewerOf(0, { answer: () => Response.json({ rows: [], num_rows_total: 0, partial: true }) }),
      'has processed a part of o/d only',
    ],
  ] as const)('throw where they would be incomplete %#', async ({ viewer }, problem) => {
    await expect(viewer.listIds('2026-06-01')).rejects.toThrow(problem)
  })

  it('are those of the commit that the viewer names', async () => {
    expect(await viewerOf(0).viewer.findRevision('2026-06-01')).toBe('c1')
    const unnamed = viewerOf(0, { answer: () => Response.json({ rows: [], num_rows_total: 0 }) })
    expect(await unnamed.viewer.findRevision('2026-06-01')).toBeUndefined()
  })
})
