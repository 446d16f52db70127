import type { Release } from '@pauta/clippings/releases/release'
import type { Db } from '@pauta/platform/database/database'
import { describe, expect, it } from 'vitest'
import { makeClippingLoaders } from './clippings.ts'

/** A database that has the digest of one release. */
const db = (() => Promise.resolve([{ id: 'a', digestHtml: '<p>Um</p>' }])) as unknown as Db
const release = (id: string, digestBytes: number) => ({ id, digestBytes }) as Release

describe('digests that are loaded together', () => {
  it.each([
    [2_000_000, 3_000_000, ['<p>Um</p>', '']],
    [2_000_001, 3_000_000, ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED']],
  ])('of %i and %i bytes are %j', async (one, other, expected) => {
    const found = await makeClippingLoaders(db, 'ana').digests.loadMany([
      release('a', one),
      release('b', other),
    ])
    expect(found.map((each) => (typeof each === 'string' ? each : (each as { code?: string }).code))).toEqual(
      expected,
    )
  })
})

it('digests above 5 MB together are refused with the remedy', async () => {
  const loaded = makeClippingLoaders(db, 'ana').digests.load(release('a', 5_000_001))
  await expect(loaded).rejects.toThrow(
    'releases: os digests pedidos passam de 5 MB: peça menos envios por vez.',
  )
})

it('a digest is read anew after a mutation', async () => {
  let reads = 0
  const counted = (() => {
    reads++
    return Promise.resolve([{ id: 'a', digestHtml: `<p>${reads}</p>` }])
  }) as unknown as Db
  const { digests } = makeClippingLoaders(counted, 'ana')
  const one = release('a', 1)
  expect([await digests.load(one), await digests.load(one)]).toEqual(['<p>1</p>', '<p>2</p>'])
})

it('a visitor has no subscriptions', async () => {
  expect(await makeClippingLoaders(db, undefined).subscriptions.loadMany(['c', 'd'])).toEqual([null, null])
})
