import type { InboxMessage } from '@pauta/emulators/inbox/message-store'
import { connectQueues } from '@pauta/platform/queues/queues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, ago } from '../kit/rows/factories.ts'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { manualSendMessage } from '../kit/rows/releases.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { tables } from '../kit/rows/tables.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'

const HOOK = 'autora'
const CHAT = 77

let stack: TestStack
let author: Person
let clippingId: string
let colleague: string
/** The release as its author's clients see it. */
let release: { id: string; releaseUrl: string; createdAt: string; refTime: string }

const inbox = () => {
  if (!stack.stack.inbox) throw new Error('the stack has no inbox')
  return stack.stack.inbox
}
const arrived = (list: () => InboxMessage[]): Promise<InboxMessage> =>
  eventually(() => {
    const message = list().at(-1)
    if (!message) throw new Error('nothing has arrived yet')
    return message
  })
const open = async (address: string) => {
  const response = await fetch(address)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const linkOf = ({ text }: InboxMessage) => / na web: (\S+)/.exec(text)?.[1] ?? ''

/** Gives the author all channels, and confirms the address of a colleague. */
async function openChannels(): Promise<void> {
  const { endpoint, keys } = inbox().push.subscribe()
  await author.query(
    'mutation ($subscription: PushSubscriptionInput!) { syncPushSubscription(subscription: $subscription) }',
    { subscription: { endpoint, keysP256dh: keys.p256dh, keysAuth: keys.auth } },
  )
  const link = await stack.fetch('/telegram/link', {
    method: 'POST',
    headers: { authorization: `Bearer ${author.token}` },
  })
  const { url } = (await link.json()) as { url: string }
  await inbox().telegram.write(CHAT, `/start ${new URL(url).searchParams.get('start')}`)
  await author.query(
    `mutation ($id: String!, $extraEmails: [String!], $webhookUrl: String) {
      updateMySubscription(clippingId: $id, extraEmails: $extraEmails, webhookUrl: $webhookUrl,
        channels: { email: true, telegram: true, push: true, webhook: true }) { id } }`,
    { id: clippingId, extraEmails: [colleague], webhookUrl: `${inbox().url}/webhooks/${HOOK}` },
  )
  const question = await arrived(() => inbox().list({ channel: 'email', to: colleague }))
  const [confirm = ''] = /http\S+\/confirm\?token=\S+/.exec(question.text) ?? []
  expect((await fetch(confirm, { method: 'POST' })).status).toBe(200)
}

beforeAll(async () => {
  // Without a portal, as a stack starts.
  stack = await startTestStack({ inbox: { port: 0 } })
  author = await newPerson(stack, { name: 'Ana Autora' })
  colleague = `${uniqueName('colega')}@exemplo.org`
  const agency = uniqueName('orgao')
  clippingId = await createClipping(author, {
    recortes: [{ title: 'Tudo', themes: [], agencies: [agency], keywords: [] }],
  })
  await openChannels()
  await stack.publish(
    Array.from({ length: 12 }, (_, n) =>
      anArticle({ agencyKey: agency, title: `Notícia ${n}`, publishedAt: ago({ days: 2 }) }),
    ),
  )
  await connectQueues().send(stack.stack.queueUrl('release'), [manualSendMessage(clippingId, new Date())])
  release = await eventually(async () => {
    const { clipping } = await author.query(
      'query ($id: String!) { clipping(id: $id) { releases { id releaseUrl createdAt refTime } } }',
      { id: clippingId },
    )
    const [made] = clipping.releases
    if (!made) throw new Error('there is no release yet')
    return made
  })
})
afterAll(() => stack.stop())

describe('a release that is not public, without a portal', () => {
  it('has an absolute address that opens without a login, and that nobody can guess', async () => {
    const page = `${stack.stack.frontUrl}/edicoes/${release.id}`
    expect(release.releaseUrl).toMatch(new RegExp(`^${page}\\?chave=[0-9a-f]{32}$`))
    const { status, headers, body } = await open(release.releaseUrl)
    expect([status, body]).toEqual([200, expect.stringContaining('Notícia 11')])
    expect(body).toContain(`<input readonly value="${release.releaseUrl}">`)
    const [, shared = ''] = /href="https:\/\/wa\.me\/\?text=([^"]+)"/.exec(body) ?? []
    expect(decodeURIComponent(shared)).toMatch(new RegExp(`\\n${release.releaseUrl.replace('?', '\\?')}$`))
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private, no-store')
    const chave = new URL(release.releaseUrl).searchParams.get('chave') ?? ''
    const wrong = chave.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    for (const address of [page, `${page}?chave=`, `${page}?chave=${wrong}`, `${page}?chave=%00`])
      expect((await open(address)).status).toBe(404)
  })

  it('is dated when it was made, and not at the end of its window', () => {
    expect(Date.parse(release.createdAt)).toBeGreaterThan(Date.parse(release.refTime))
  })

  it('is linked by every channel with an address that opens', async () => {
    const webhook = await arrived(() => inbox().list({ channel: 'webhook', to: HOOK }))
    const push = await arrived(() => inbox().list({ channel: 'push' }))
    const chat = await arrived(() =>
      inbox()
        .list({ channel: 'telegram', to: String(CHAT) })
        .filter(({ text }) => text.includes('Notícia')),
    )
    const own = await arrived(() => inbox().list({ channel: 'email', to: author.email }))
    const other = await arrived(() =>
      inbox()
        .list({ channel: 'email', to: colleague })
        .filter(({ title }) => !title.startsWith('Confirme')),
    )
    const [, rest = ''] = /<a href="([^"]+)">E mais 2 notícias na edição completa<\/a>/.exec(chat.text) ?? []
    const addresses = [
      (JSON.parse(webhook.text) as { data: { releaseUrl: string } }).data.releaseUrl,
      (JSON.parse(push.text) as { url: string }).url,
      rest,
      linkOf(own),
      linkOf(other),
    ]
    expect(addresses).toEqual(Array.from({ length: 5 }, () => release.releaseUrl))
    expect(own.html).toContain('>Ver esta edição na web</a>')
  })
})

describe('the key in the address of a release', () => {
  const addRelease = async () => {
    const id = uniqueName('edicao')
    await tables.releases.add(stack.db, { id, clippingId })
    const { release: made } = await author.query(`{ release(id: "${id}") { releaseUrl } }`)
    return new URL(made.releaseUrl)
  }
  const renew = (person: Person, id: string) =>
    person.query('mutation ($id: String!) { renewReleaseAddresses(clippingId: $id) }', { id })

  it('opens no other release of the same clipping', async () => {
    const [one, other] = [await addRelease(), await addRelease()]
    const carried = `${one.origin}${one.pathname}${other.search}`
    expect([(await open(one.href)).status, (await open(carried)).status]).toEqual([200, 404])
  })

  it('is replaced for all releases of a clipping by its author alone', async () => {
    const before = await addRelease()
    const stranger = await newPerson(stack)
    await expect(renew(stranger, clippingId)).rejects.toThrow('FORBIDDEN')
    await expect(renew(author, uniqueName('nenhum'))).rejects.toThrow('NOT_FOUND')
    expect((await open(before.href)).status).toBe(200)
    const { renewReleaseAddresses: renewed } = await renew(author, clippingId)
    expect(renewed).toBeGreaterThanOrEqual(2)
    expect((await open(before.href)).status).toBe(404)
    const id = before.pathname.split('/').at(-1)
    const { release: seen } = await author.query(`{ release(id: "${id}") { releaseUrl } }`)
    expect((await open(seen.releaseUrl)).status).toBe(200)
  })
})

describe('a public release', () => {
  it('has an address without a key, and its messages one that opens after unpublishing, too', async () => {
    await publish(author, clippingId)
    const id = uniqueName('publica')
    await tables.releases.add(stack.db, { id, clippingId })
    const [before] = await stack.db<{ key: string }[]>`select page_key as key from releases where id = ${id}`
    const { release: seen } = await author.query(`{ release(id: "${id}") { releaseUrl } }`)
    expect(seen.releaseUrl).toBe(`${stack.stack.frontUrl}/edicoes/${id}`)
    const listed = await open(seen.releaseUrl)
    expect(listed.status).toBe(200)
    expect(listed.headers.get('x-robots-tag')).toBeNull()
    const { clipping } = await author.query(`{ clipping(id: "${clippingId}") { marketplaceListingId } }`)
    await author.query(`mutation { unpublishFromMarketplace(listingId: "${clipping.marketplaceListingId}") }`)
    expect((await open(seen.releaseUrl)).status).toBe(404)
    expect((await open(`${seen.releaseUrl}?chave=${before?.key}`)).status).toBe(200)
  })
})
