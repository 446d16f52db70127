import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { erasePerson } from '@pauta/people/privacy/erase'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { startRun } from '../kit/workers/runs.ts'

let stack: TestStack
let author: Person
let reader: Person
beforeAll(async () => {
  stack = await shareTestStack()
  author = await newPerson(stack, { name: 'Ana Autora' })
  reader = await newPerson(stack)
})
afterAll(() => stack.stop())

/** Writes a release of a clipping with one row of the ledger. Returns the address of its page with its key. */
async function addDelivered(
  clippingId: string,
  delivery: { to: Person; channel?: string; address?: string; status?: string },
) {
  const { to, channel = 'email', address = to.email, status = 'sent' } = delivery
  const id = uniqueName('edicao')
  await tables.releases.add(stack.db, { id, clippingId, digestHtml: '<p>Texto da edição</p>' })
  const row = { id, releaseId: id, userId: await to.id(), channel, address, status, dueAt: null }
  await tables.deliveries.add(stack.db, row)
  const [kept] = await stack.db<{ key: string }[]>`select page_key as key from releases where id = ${id}`
  return { id, address: `/edicoes/${id}?chave=${kept?.key}` }
}
const statusOf = async (path: string) => (await stack.fetch(path)).status
const remove = (clippingId: string) =>
  author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: clippingId })

it('keeps releases that reached others readable by their address, without the author, and removes the others', async () => {
  const clippingId = await createClipping(author)
  const toReader = await addDelivered(clippingId, { to: reader })
  const toColleague = await addDelivered(clippingId, { to: author, address: 'colega@exemplo.org' })
  const toAuthor = await addDelivered(clippingId, { to: author })
  const toChat = await addDelivered(clippingId, { to: author, channel: 'telegram', address: '1' })
  const failed = await addDelivered(clippingId, { to: reader, status: 'failed' })
  await remove(clippingId)
  for (const { id, address } of [toReader, toColleague]) {
    const page = await stack.fetch(address)
    const body = await page.text()
    expect([page.status, body]).toEqual([200, expect.stringContaining('Texto da edição')])
    expect(body).not.toContain('Ana Autora')
    expect(await statusOf(`/edicoes/${id}`)).toBe(404)
  }
  for (const { id, address } of [toAuthor, toChat, failed]) {
    expect(await statusOf(address)).toBe(404)
    expect(await tables.releases.count(stack.db, { id })).toBe(0)
  }
})

it('keeps releases public that anybody could read when their clipping was deleted', async () => {
  const clippingId = await createClipping(author)
  const early = await addDelivered(clippingId, { to: reader })
  await publish(author, clippingId)
  const { id, address } = await addDelivered(clippingId, { to: reader })
  await remove(clippingId)
  // Search engines may list the page, but no address with a key.
  for (const [path, robots] of [
    [`/edicoes/${id}`, null],
    [address, 'noindex'],
  ] as const) {
    const { status, headers } = await stack.fetch(path)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, robots])
  }
  expect((await stack.query(`{ release(id: "${id}") { clippingId releaseUrl } }`)).release).toEqual({
    clippingId,
    releaseUrl: `${stack.stack.frontUrl}/edicoes/${id}`,
  })
  expect(await statusOf(`/edicoes/${early.id}`)).toBe(404)
  expect(await statusOf(early.address)).toBe(200)
})

it('knows whom a release reached when the ledger has forgotten it', async () => {
  const clippingId = await createClipping(author)
  const [old, own] = [
    await addDelivered(clippingId, { to: reader }),
    await addDelivered(clippingId, { to: author }),
  ]
  for (const { id } of [old, own])
    await tables.deliveries.set(stack.db, { id }, { createdAt: timeAgo(181, 'day') })
  await (await startRun(stack, 'purge')).until('succeeded')
  expect(await tables.deliveries.count(stack.db, { releaseId: old.id })).toBe(0)
  await remove(clippingId)
  expect([await statusOf(old.address), await statusOf(own.address)]).toEqual([200, 404])
})

it('removes them 365 days after the deletion of the clipping', async () => {
  const clippingId = await createClipping(author)
  const [young, old] = [
    await addDelivered(clippingId, { to: reader }),
    await addDelivered(clippingId, { to: reader }),
  ]
  await remove(clippingId)
  await tables.releases.set(stack.db, { id: young.id }, { endedAt: timeAgo(364, 'day') })
  await tables.releases.set(stack.db, { id: old.id }, { endedAt: timeAgo(366, 'day') })
  await (await startRun(stack, 'purge')).until('succeeded')
  expect([await statusOf(young.address), await statusOf(old.address)]).toEqual([200, 404])
})

it('erases them with their author', async () => {
  const leaving = await newPerson(stack)
  const [deleted, present] = [await createClipping(leaving), await createClipping(leaving)]
  const early = await addDelivered(deleted, { to: reader })
  await leaving.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: deleted })
  const late = await addDelivered(present, { to: reader })
  expect(await statusOf(early.address)).toBe(200)
  const person = { id: await leaving.id(), verifiedEmail: leaving.email }
  expect(await erasePerson(stack.db, person, { now: new Date(), endBelongings })).toMatchObject({
    releases: 2,
  })
  for (const { address } of [early, late]) expect(await statusOf(address)).toBe(404)
})
