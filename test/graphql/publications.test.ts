import { planDeliveries } from '@pauta/delivery/plan-ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client/client.ts'
import { FIND, UPDATE } from '../kit/client/clipping-documents.ts'
import { UNPUBLISH } from '../kit/client/marketplace.ts'
import { aClipping, createClipping, newPeople, publish, subscribe, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

let stack: TestStack
let author: Person
let follower: Person
let stranger: Person

beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release', 'deliver-email'] })
  ;[author, follower, stranger] = (await newPeople(stack, 3)) as [Person, Person, Person]
})
afterAll(() => stack.stop())

/** Writes a release that is made now, of a window that ended minutes ago. */
async function addRelease(clippingId: string): Promise<string> {
  const id = uniqueName('release')
  await tables.releases.add(stack.db, {
    id,
    clippingId,
    clippingName: 'Nome',
    refTime: timeAgo(2, 'minute'),
  })
  return id
}

const unpublish = (id: string) => author.query(UNPUBLISH, { id })
const clippingOf = async (client: Client, id: string) => (await client.query(FIND, { id })).clipping
const releasesOf = async (client: Client, id: string) => {
  const { clipping } = await client.query('query ($id: String!) { clipping(id: $id) { releases { id } } }', {
    id,
  })
  return clipping?.releases.map((release: { id: string }) => release.id)
}
const canRead = async (client: Client, id: string) =>
  (await client.query('query ($id: String!) { release(id: $id) { id } }', { id })).release !== null

const privately = aClipping({
  name: 'Só para mim',
  description: 'Anotações',
  prompt: 'Segredo',
  schedule: '30 6 * * *',
  startDate: '2027-01-01',
  recortes: [{ title: 'Secreto', themes: [], agencies: [], keywords: ['sigilo'] }],
})

describe('after unpublishing', () => {
  it('followers keep public contents, and see no later ones', async () => {
    const id = await createClipping(author, { description: 'Descrição do clipping' })
    const words = { clippingId: id, input: { name: 'Nome público', description: 'Descrição pública' } }
    const { publishToMarketplace: listing } = await author.query(
      `mutation ($clippingId: String!, $input: PublishInput!) {
        publishToMarketplace(clippingId: $clippingId, input: $input) { id recortes { id title keywords } } }`,
      words,
    )
    await subscribe(follower, id)
    await author.query(UPDATE, { id, input: aClipping({ prompt: 'Pedido público' }) })
    const shown = await addRelease(id)
    await unpublish(listing.id)
    await author.query(UPDATE, { id, input: privately })
    const hidden = await addRelease(id)

    const seen = await clippingOf(follower, id)
    expect(seen).toMatchObject({
      name: 'Nome público',
      description: 'Descrição pública',
      prompt: 'Pedido público',
      schedule: '0 8 * * *',
      startDate: null,
      nextRunAt: null,
      active: false,
      marketplaceListingId: null,
      mySubscription: { role: 'SUBSCRIBER' },
    })
    expect(seen.recortes.map(({ title }: { title: string }) => title)).toEqual(['Vacinas'])
    const { clippings } = await follower.query('{ clippings { id name prompt recortes { title } } }')
    expect(clippings).toContainEqual({
      id,
      name: 'Nome público',
      prompt: 'Pedido público',
      recortes: [{ title: 'Vacinas' }],
    })
    expect(await releasesOf(follower, id)).toEqual([shown])
    expect(await canRead(follower, hidden)).toBe(false)
    const { release } = await follower.query(`{ release(id: "${shown}") { recortes { title } } }`)
    expect(release.recortes).toEqual([{ title: 'Vacinas' }])
    expect(await clippingOf(author, id)).toMatchObject({ name: 'Só para mim', prompt: 'Segredo' })
    expect(await releasesOf(author, id)).toEqual([hidden, shown])
    expect(await clippingOf(stranger, id)).toBeNull()
  })

  it('followers get one notice and no further release, until the clipping is published again', async () => {
    const id = await createClipping(author, { deliveryChannels: { email: true } })
    const first = await publish(author, id)
    await subscribe(follower, id)
    const notices = () => stack.db<{ payload: unknown; address: string }[]>`
      select payload, address from deliveries where kind = 'clipping-ended' and payload ->> 'clippingId' = ${id}
      order by created_at`
    const reached = async () => {
      const releaseId = await addRelease(id)
      await planDeliveries(stack.db, { releaseId, clippingId: id, now: new Date() })
      const rows = await stack.db<{ address: string }[]>`
        select address from deliveries where release_id = ${releaseId} order by address`
      return rows.map(({ address }) => address)
    }
    const both = [author.email, follower.email].sort()
    expect(await reached()).toEqual(both)
    await unpublish(first)
    await author.query(UPDATE, { id, input: privately })
    expect(await reached()).toEqual([author.email])
    expect(await notices()).toEqual([
      {
        payload: { clippingId: id, clippingName: 'Saúde pela manhã', isUnpublished: true },
        address: follower.email,
      },
    ])
    await unpublish(first)
    await unpublish(await publish(author, id))
    expect(await notices()).toHaveLength(1)
    await publish(author, id)
    expect(await reached()).toEqual(both)
    // The notice of the end has the name that followers know.
    await author.query(UPDATE, { id, input: aClipping({ name: 'Nome nunca publicado' }) })
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id })
    expect((await notices()).at(-1)?.payload).toEqual({
      clippingId: id,
      clippingName: 'Só para mim',
    })
  })
})

describe('publishing', () => {
  const listed = async (client: Client, id: string) =>
    (
      await client.query(`{ marketplaceListing(id: "${id}") { releases { id } } }`)
    ).marketplaceListing.releases.map((release: { id: string }) => release.id)

  it('shows releases that were made before only to the author', async () => {
    const id = await createClipping(author)
    const before = await addRelease(id)
    const listingId = await publish(author, id)
    await subscribe(follower, id)
    const after = await addRelease(id)
    for (const client of [stack, follower, author]) expect(await listed(client, listingId)).toEqual([after])
    for (const client of [stack, stranger, follower]) {
      expect(await canRead(client, before)).toBe(false)
      expect(await canRead(client, after)).toBe(true)
    }
    expect(await releasesOf(follower, id)).toEqual([after])
    expect(await releasesOf(author, id)).toEqual([after, before])
  })

  it('again shows releases made since, and followers also keep earlier public ones', async () => {
    const id = await createClipping(author)
    const first = await publish(author, id)
    await subscribe(follower, id)
    const early = await addRelease(id)
    await unpublish(first)
    const between = await addRelease(id)
    const second = await publish(author, id)
    await subscribe(stranger, id)
    const late = await addRelease(id)
    expect(await listed(stack, second)).toEqual([late])
    expect(await releasesOf(follower, id)).toEqual([late, early])
    expect(await releasesOf(stranger, id)).toEqual([late])
    expect(await canRead(stack, early)).toBe(false)
    for (const client of [stack, stranger, follower]) expect(await canRead(client, between)).toBe(false)
    await unpublish(second)
    expect(await releasesOf(follower, id)).toEqual([late, early])
    expect(await releasesOf(stranger, id)).toEqual([late])
  })
})
